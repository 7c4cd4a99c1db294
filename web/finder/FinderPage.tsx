import { zodResolver } from '@hookform/resolvers/zod';
import { Navigate, useParams } from '@tanstack/react-router';
import { Check, Lock, Phone } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { ACTION_MESSAGES } from '../../shared/action-messages.ts';
import { type Finder, FoundForm as Form } from '../../shared/label.ts';
import { spokenCode } from '../../shared/label-code.ts';
import { useAction } from '../api/action.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { useRead } from '../api/read.ts';
import { phoneNumberIn } from '../phone-number.ts';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { Field } from '../ui/form/Field.tsx';
import { Input, Textarea } from '../ui/form/Input.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Mark } from '../ui/Wordmark.tsx';

/**
 * Target of a label's QR code. Users who may see the set go to its details; others get the company's contact line and a form to report the
 * keys. Never shows what the keys open.
 */
export function FinderPage() {
  const { code } = useParams({ from: '/k/$code' });
  const { data, error, refetch } = useRead('getFinder', { params: { code } });
  const [ended, setEnded] = useState(false);
  if (data?.keyBunchId)
    return <Navigate to="/key-bunches" search={{ set: String(data.keyBunchId) }} replace />;
  if (error?.status === 429)
    return (
      <FinderFrame title="Please wait a moment" lead={null}>
        <Notice variant="warning">{error.body.message}</Notice>
      </FinderFrame>
    );
  if (error && !data)
    return (
      <FinderFrame title="Found keys" lead={null}>
        <ReadFailed error={error} onRetry={refetch} />
      </FinderFrame>
    );
  if (!data)
    return (
      <FinderFrame title="Found keys" lead={null}>
        <Skeleton className="h-80 rounded-2xl" />
      </FinderFrame>
    );
  if (!data.finder || ended) return <NotInUse />;
  return <FoundForm code={code} finder={data.finder} onEnded={() => setEnded(true)} />;
}

/** Shown for every code that is not in use, without a reason. */
const NotInUse = () => (
  <FinderFrame
    title="This label is not in use"
    lead="If you have found keys, please hand them in at a police station or a lost property office. If the label is yours, sign in and print another one."
  />
);

type Props = { code: string; finder: NonNullable<Finder['finder']>; onEnded: () => void };

/** Contact line for finders, and the form to report the keys. */
function FoundForm({ code, finder, onEnded }: Props) {
  const [reported, setReported] = useState(false);
  const number = finder.line ? phoneNumberIn(finder.line) : null;
  if (reported) return <MessageSent company={finder.company} line={finder.line} />;
  return (
    <FinderFrame
      company={finder.company}
      title="Thank you for finding these keys."
      lead={
        <>
          <p>Please keep them safe and do not try them.</p>
          {finder.line && <p className="mt-1 font-medium text-fg">{finder.line}</p>}
        </>
      }
    >
      {number && (
        <a
          href={number.href}
          data-button=""
          className={buttonClass({ size: 'xl', block: true, className: 'text-[0.9375rem]!' })}
        >
          <Phone aria-hidden className="size-[18px]" />
          Call {number.shown}
        </a>
      )}
      <Message code={code} first={!number} onSent={() => setReported(true)} onEnded={onEnded} />
      <p className="flex gap-2.5 px-1 text-sm text-muted">
        <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
        <span>
          This page does not show what the keys open. If you call, quote{' '}
          <b className="font-semibold whitespace-nowrap text-fg tabular-nums">
            {spokenCode(code.toUpperCase())}
          </b>
          .
        </span>
      </p>
    </FinderFrame>
  );
}

type MessageProps = Pick<Props, 'code' | 'onEnded'> & { first: boolean; onSent: () => void };

function Message({ code, first, onSent, onEnded }: MessageProps) {
  const report = useAction('reportFound', { quiet: true });
  // The same key on a retry, so that one report is stored once.
  const messageKey = useRef(crypto.randomUUID());
  const [failure, setFailure] = useState('');
  const { register, handleSubmit, formState } = useForm<z.input<typeof Form>, unknown, z.output<typeof Form>>(
    {
      resolver: zodResolver(Form),
      defaultValues: { place: '', reach: '', sent: messageKey.current },
    },
  );
  const submit = handleSubmit(async (body) => {
    setFailure('');
    const done = await report.run({ params: { code }, body });
    if (done.ok) return onSent();
    if (done.error.status === 404) return onEnded();
    setFailure(done.error.body.message || ACTION_MESSAGES.reportFound.failed);
  });
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="flex flex-col gap-5 rounded-2xl border bg-panel p-5 shadow-xs"
    >
      <h2 className="text-[1.0625rem]/6 font-semibold tracking-tight">
        {first ? 'Send us a message' : 'Or send us a message'}
      </h2>
      {failure && <Notice>{failure}</Notice>}
      <Field label="Where are the keys?" size="xl" error={formState.errors.place?.message}>
        <Textarea {...register('place')} rows={2} className="text-base!" readOnly={report.pending} />
      </Field>
      <Field
        label="How can we reach you?"
        optional
        size="xl"
        hint="Used only to collect these keys."
        error={formState.errors.reach?.message}
      >
        <Input {...register('reach')} placeholder="Phone or email" readOnly={report.pending} />
      </Field>
      <Button
        block
        type="submit"
        variant="primary"
        size="xl"
        pending={report.pending}
        pendingLabel="Sending..."
        className="text-[0.9375rem]!"
      >
        I found these keys
      </Button>
    </form>
  );
}

function MessageSent({ company, line }: { company: string | null; line: string | null }) {
  const head = useRef<HTMLDivElement>(null);
  useEffect(() => head.current?.focus(), []);
  return (
    <FinderFrame
      company={company}
      title="Thank you. Your message was sent."
      lead={
        <div ref={head} tabIndex={-1} role="status" className="outline-none">
          <p>Please keep the keys safe until the owner contacts you.</p>
          {line && <p className="mt-1 font-medium text-fg">{line}</p>}
        </div>
      }
    >
      <span className="grid size-16 place-items-center rounded-full bg-emerald-500/12 text-emerald-700 dark:text-emerald-300">
        <Check aria-hidden className="size-8" />
      </span>
    </FinderFrame>
  );
}

type FinderFrameProps = {
  /** The company's name, if it allows showing it. */
  company?: string | null;
  title: string;
  lead: ReactNode;
  children?: ReactNode;
};

/** Layout of the finder's page: one column, without the app's header. */
const FinderFrame = ({ company, title, lead, children }: FinderFrameProps) => (
  <div className="mx-auto flex min-h-dvh max-w-[440px] flex-col px-4 [--fs-hint:13px]">
    <main className="flex flex-1 flex-col gap-5 pt-9 md:pt-16">
      <header>
        {company && <p className="mb-1.5 text-sm break-words text-muted">{company}</p>}
        <h1 className="text-[1.625rem]/8 font-semibold tracking-[-0.025em] text-balance">{title}</h1>
        {lead && <div className="mt-2 text-base/6 text-pretty text-muted">{lead}</div>}
      </header>
      {children}
    </main>
    <footer className="flex items-center justify-center gap-2 py-6 text-hint text-muted">
      <Mark size={16} />
      Registered with Keyhold
    </footer>
  </div>
);
