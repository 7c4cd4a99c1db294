import * as z from 'zod/mini';
import { plainDigits } from '../../shared/digits.ts';
import { OwnKioskNumberForm } from '../../shared/kiosk.ts';
import { isEasyNumber, KIOSK_NUMBER_DIGITS, KIOSK_NUMBER_EASY } from '../../shared/kiosk-words.ts';
import { useAction } from '../api/action.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { useRead } from '../api/read.ts';
import { FormDialog } from '../form/FormFrame.tsx';
import { useSaveForm } from '../form/save-form.ts';
import { datedDay } from '../format.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/form/Field.tsx';
import { PasswordInput } from '../ui/form/Input.tsx';
import { type DialogState, useDialogState } from '../ui/overlay/dialog-state.ts';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

const TEXTS = {
  none: 'With your badge and a number of six digits you take keys at a kiosk. You have no number yet.',
  first: 'You have a first number from the desk. Set your own here, or at the kiosk.',
  own: 'With your badge and your number you take keys at a kiosk.',
};

/** The caller's number for kiosks, which is never shown. */
export function KioskNumber() {
  const { data, error, refetch } = useRead('getOwnKioskNumber');
  const dialog = useDialogState<null>();
  return (
    <Panel>
      <PanelHead title="Kiosk number" />
      {data ? (
        <div className="flex items-center justify-between gap-4 p-4 phone:flex-col phone:items-stretch">
          <p className="text-label text-pretty text-muted">
            {TEXTS[data.state]}
            {data.state === 'own' && data.setAt && ` You set it on ${datedDay(data.setAt)}.`}
          </p>
          <Button onClick={() => dialog.show(null)}>
            {data.state === 'own' ? 'Change number' : 'Set number'}
          </Button>
        </div>
      ) : (
        <div className="p-4">
          {error ? <ReadFailed error={error} onRetry={refetch} /> : <Skeleton className="h-9" />}
        </div>
      )}
      {dialog.shown && <NumberDialog key={dialog.shown.turn} {...dialog.props} />}
    </Panel>
  );
}

const Form = z.object({ ...OwnKioskNumberForm.shape, again: z.string() }).check(
  z.refine(({ kioskNumber }) => !isEasyNumber(kioskNumber), {
    message: KIOSK_NUMBER_EASY,
    path: ['kioskNumber'],
  }),
  z.refine(({ kioskNumber, again }) => kioskNumber === plainDigits(again), {
    message: 'The two numbers are different',
    path: ['again'],
    when: () => true,
  }),
);
const EMPTY = { kioskNumber: '', again: '' };

/** The new number, twice. */
function NumberDialog({ open, onClose, onClosed }: DialogState<null>['props']) {
  const set = useAction('setOwnKioskNumber');
  const save = useSaveForm({
    source: EMPTY,
    valuesOf: (empty) => empty,
    schema: Form,
    order: ['kioskNumber', 'again'],
    send: ({ kioskNumber }) => set.run({ body: { kioskNumber } }),
    onSaved: onClose,
    open,
  });
  const { register, formState } = save.form;
  const digits = { inputMode: 'numeric', maxLength: KIOSK_NUMBER_DIGITS, autoComplete: 'off' } as const;
  return (
    <FormDialog
      save={save}
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title="Kiosk number"
      description="Six digits that only you know. It works after your badge, at every kiosk of your company."
      submitLabel="Set number"
    >
      <div className="grid gap-4">
        <Field label="New number" required error={formState.errors.kioskNumber?.message}>
          <PasswordInput {...register('kioskNumber')} {...digits} data-autofocus="" />
        </Field>
        <Field label="The same again" required error={formState.errors.again?.message}>
          <PasswordInput {...register('again')} {...digits} />
        </Field>
      </div>
    </FormDialog>
  );
}
