import { useLocation, useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { TEXT_MAX } from '../../../shared/limits.ts';
import { contentsOf } from '../../../shared/opens-text.ts';
import type { Outcome } from '../../api/action.ts';
import { useAction } from '../../api/action.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Textarea } from '../../ui/form/Input.tsx';
import { useMedia } from '../../ui/media.ts';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';

type Props<R> = Omit<ComponentProps<typeof Button>, 'children' | 'title' | 'onClick'> & {
  /** Text of the button, and of the one that confirms. */
  label: string;
  /** The question, and what happens if it is confirmed. */
  title: string;
  text: ReactNode;
  /** A note for the history: its name in the body, its label and its placeholder. */
  note?: { name: string; label: string; placeholder: string; required?: boolean };
  /** Sends the note as it was typed, '' without one. */
  send: (note: string) => Promise<Outcome<R>>;
  /** After the question is closed. */
  onDone?: (reply: R) => void;
};

/** A button whose action is confirmed first; with a note it cannot be taken back. A refusal leaves the question open. */
export function ConfirmedAction<R>({ label, title, text, note, send, onDone, ...button }: Props<R>) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [refused, setRefused] = useState<string>();
  const [pending, setPending] = useState(false);
  const running = useRef(false);

  async function confirm() {
    if (running.current) return;
    running.current = true;
    setPending(true);
    const outcome = await send(typed);
    running.current = false;
    setPending(false);
    if (!outcome.ok) return setRefused(outcome.error.body.errors?.[note?.name ?? '']);
    setOpen(false);
    onDone?.(outcome.reply);
  }
  return (
    <>
      <Button size="sm" {...button} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={title}
        text={text}
        confirmLabel={label}
        danger={note !== undefined}
        pending={pending}
        disabledReason={note?.required && !typed.trim() ? 'Enter a reason first.' : undefined}
        onConfirm={() => void confirm()}
      >
        {note && (
          <Field label={note.label} required={note.required} optional={!note.required} error={refused}>
            <Textarea
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              maxLength={TEXT_MAX}
              placeholder={note.placeholder}
            />
          </Field>
        )}
      </ConfirmDialog>
    </>
  );
}

const ISSUED = 'Keys are currently issued. Return them or mark them missing before deleting.';

/** Deletes a bunch after a question with a reason. */
export function DeleteBunch({ bunch, onDeleted }: { bunch: KeyBunchDetail; onDeleted: () => void }) {
  const finger = useMedia('(width < 48rem), (pointer: coarse)');
  const remove = useAction('deleteKeyBunch');
  const navigate = useNavigate();
  const issued = bunch.status === 'issued';
  const onItsPage = useLocation({ select: ({ pathname }) => pathname === `/key-history/${bunch.id}` });

  return (
    <span className="inline-flex max-w-[260px] phone:max-w-none">
      <ConfirmedAction
        label="Delete key set"
        variant="danger"
        icon={Trash2}
        disabledReason={issued ? ISSUED : undefined}
        reasonIn={finger ? 'below' : 'tooltip'}
        className={issued ? 'self-start' : '-ml-2.5'}
        title={`Delete ${bunch.identifier}?`}
        text={`${contentsOf(bunch)} at ${bunch.location.name}. The set is archived and its history kept.`}
        note={{ name: 'reason', label: 'Reason', placeholder: 'Why it is being deleted' }}
        send={(reason) => remove.run({ params: { id: bunch.id }, body: reason.trim() ? { reason } : {} })}
        onDone={() => {
          onDeleted();
          if (onItsPage) void navigate({ to: '/key-bunches' });
        }}
      />
    </span>
  );
}
