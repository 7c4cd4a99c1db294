import { Link } from '@tanstack/react-router';
import { ArrowLeft, Globe } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Notice } from '../ui/Notice.tsx';
import { Mark } from '../ui/Wordmark.tsx';

interface AccountFrameProps extends AccountTitleProps {
  /** Target of the button at the top left. */
  back?: { to: '/' | '/auth/login'; label: string } | undefined;
  /** 480 px wide instead of 400, for a form with fields side by side. */
  wide?: boolean | undefined;
  /** The title is in the first card, which then begins with its own AccountTitle. */
  titled?: boolean | undefined;
  /** Cards, in one column. */
  children: ReactNode;
}

/** Layout of the account pages: a back link and one centred column; on a phone the column starts at the top. */
export function AccountFrame({
  back = { to: '/', label: 'Back' },
  wide = false,
  titled = false,
  children,
  ...title
}: AccountFrameProps) {
  return (
    <div className="min-h-dvh px-4 [--fs-hint:13px] pb-12 md:grid md:content-center md:pt-12">
      <header className="-ml-2 max-md:mt-3 md:absolute md:top-5 md:left-6">
        <Link
          to={back.to}
          className="inline-flex h-11 items-center gap-2 rounded-lg px-2 text-sm font-medium text-muted transition-colors hover:text-fg"
        >
          <ArrowLeft aria-hidden className="size-4" />
          {back.label}
        </Link>
      </header>
      <main
        className={cx(
          'mx-auto flex w-full flex-col gap-4 max-md:mt-4',
          wide ? 'max-w-[480px]' : 'max-w-[400px]',
        )}
      >
        {!titled && <AccountTitle {...title} className="mb-2" />}
        {children}
      </main>
    </div>
  );
}

interface AccountTitleProps {
  title: string;
  /** Muted line under the title. */
  lead: ReactNode;
  /** The page replaced another without its own address: focuses the title so that it is read out. */
  announced?: boolean | undefined;
}

/** Mark, title and lead. */
export function AccountTitle({
  title,
  lead,
  announced = false,
  className,
}: AccountTitleProps & { className?: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (announced) heading.current?.focus();
  }, [announced]);
  return (
    <header className={className}>
      <Mark size={40} />
      <h1
        ref={heading}
        tabIndex={-1}
        className="mt-4 text-[1.375rem]/7 font-semibold tracking-[-0.025em] break-words outline-none"
      >
        {title}
      </h1>
      <p className="mt-1 text-sm/5.5 text-balance text-muted">{lead}</p>
    </header>
  );
}

/** Line under the card: a question and a link. */
export function AccountFoot({ children }: { children: ReactNode }) {
  return (
    <p className="mt-2 flex flex-wrap items-center justify-center gap-x-1.5 text-center text-sm text-muted">
      {children}
    </p>
  );
}

/** A card of the column; `dashed` for an aside. */
export function AccountCard({ dashed = false, children }: { dashed?: boolean; children: ReactNode }) {
  return (
    <section
      className={cx(
        'rounded-2xl border px-5 md:px-7',
        dashed ? 'border-dashed border-control py-4' : 'bg-panel py-5 shadow-xs md:py-7',
      )}
    >
      {children}
    </section>
  );
}

/** The main button of a card. */
export const AccountButton = ({ className, ...rest }: ComponentProps<typeof Button>) => (
  <Button block variant="primary" size="xl" {...rest} className={cx('text-[0.9375rem]!', className)} />
);

/** A page that only says how something ended; `children` follow its text. */
export const AccountMessage = ({
  title,
  lead,
  text,
  children,
}: Pick<AccountTitleProps, 'title' | 'lead'> & { text: ReactNode; children?: ReactNode }) => (
  <AccountFrame announced title={title} lead={lead}>
    <AccountCard>
      <p className="text-sm/6 text-pretty text-muted">{text}</p>
      {children}
    </AccountCard>
  </AccountFrame>
);

/** Error above the card, one line per reason, scrolled into view: on a phone the button can be a screen below. */
export function PageAlert({ text }: { text: string | readonly string[] }) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text scrolls again
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [text]);
  return (
    <Notice ref={box} className="scroll-mt-4">
      {[text].flat().map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Notice>
  );
}

/** Button that opens the identity provider by way of /api/login, with the word "or" under it. */
export function ProviderButton() {
  const [leaving, setLeaving] = useState(false);

  // The browser's Back restores the page as it was left, with the button still pending.
  useEffect(() => {
    const back = () => setLeaving(false);
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, []);

  return (
    <>
      <AccountButton
        variant="secondary"
        icon={Globe}
        pending={leaving}
        onClick={() => {
          setLeaving(true);
          window.location.assign('/api/login');
        }}
      >
        Continue with single sign-on
      </AccountButton>
      <p className="my-5 flex items-center gap-3 text-[0.8125rem] text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
    </>
  );
}
