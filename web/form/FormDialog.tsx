import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Dialog, type DialogProps } from '../ui/overlay/Dialog.tsx';
import type { SaveForm } from './save-form.ts';

type Props<S, V extends FieldValues, O> = Omit<
  DialogProps,
  'onOpenChange' | 'onSubmit' | 'dirty' | 'foot' | 'children'
> & {
  save: SaveForm<S, V, O>;
  onClose: () => void;
  /** Text of the primary button, and while pending. */
  submitLabel: string;
  pendingLabel?: string | undefined;
  children: ReactNode;
};

/** A dialog with one form: Save and, where allowed, Save and add another. */
export function FormDialog<S, V extends FieldValues, O>({
  save,
  onClose,
  submitLabel,
  pendingLabel,
  children,
  ...rest
}: Props<S, V, O>) {
  const { form, base, busy, added, submit, submitAnother } = save;
  return (
    <Dialog
      {...rest}
      onOpenChange={(next) => !next && onClose()}
      dirty={form.formState.isDirty}
      sending={busy}
      onSubmit={submit}
      foot={
        <>
          {submitAnother && (
            <Button onClick={submitAnother} disabled={base === null || busy}>
              Save and add another
            </Button>
          )}
          <Button
            type="submit"
            variant="primary"
            pending={busy}
            pendingLabel={pendingLabel}
            disabled={base === null}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      {added && (
        <Notice variant="success" className="mb-4">
          <strong className="font-semibold">{added}</strong> is saved. Add the next one.
        </Notice>
      )}
      {children}
    </Dialog>
  );
}
