import { useState } from 'react';
import type * as z from 'zod/mini';
import type { ConfirmForm, Factors } from '../../shared/second-factor.ts';
import type { Outcome } from '../api/action.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { type Confirmation, ConfirmFields, errorOfAnswer, startOf } from './ConfirmFields.tsx';

type Props<R> = {
  factors: Factors;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
  title: string;
  /** What happens. */
  text: string;
  submitLabel: string;
  danger?: boolean;
  send: (answer: z.input<typeof ConfirmForm>) => Promise<Outcome<R>>;
  /** It happened. */
  onDone: (reply: R) => void;
};

/** A step that somebody takes only after saying again who they are. */
export function ConfirmDialog<R>({
  factors,
  open,
  onClose,
  onClosed,
  title,
  text,
  submitLabel,
  danger = false,
  send,
  onDone,
}: Props<R>) {
  const [confirmation, setConfirmation] = useState<Confirmation>(() => startOf(factors));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failed, setFailed] = useState<string>();
  const [pending, setPending] = useState(false);

  async function submit() {
    setErrors({});
    setFailed(undefined);
    setPending(true);
    try {
      const outcome = await send(await confirmation.answer());
      if (outcome.ok) return onDone(outcome.reply);
      const { errors: fields, message } = outcome.error.body;
      if (fields) setErrors(fields);
      else setFailed(message ?? 'No connection. Try again.');
    } catch (error) {
      setErrors(errorOfAnswer(error));
    } finally {
      setPending(false);
    }
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title={title}
      description={text}
      sending={pending}
      onSubmit={() => void submit()}
      foot={
        <Button type="submit" variant={danger ? 'destructive' : 'primary'} pending={pending}>
          {submitLabel}
        </Button>
      }
    >
      <div className="grid gap-4">
        {failed && <Notice>{failed}</Notice>}
        <ConfirmFields factors={factors} value={confirmation} onChange={setConfirmation} errors={errors} />
      </div>
    </Dialog>
  );
}
