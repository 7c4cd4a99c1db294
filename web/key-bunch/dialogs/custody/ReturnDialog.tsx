import { zodResolver } from '@hookform/resolvers/zod';
import { Undo2 } from 'lucide-react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { type OneKeyBunch, ReturnForm } from '../../../../shared/key-bunch.ts';
import { useAction } from '../../../api.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { PHONE, useMedia } from '../../../ui/media.ts';
import { BunchDialog, WaitingField, WaitingStrip } from '../BunchDialog.tsx';
import { BunchStrip, sinceText } from '../BunchStrip.tsx';
import type { BunchDialogProps } from '../KeyBunchDialogs.tsx';
import {
  KEEP_TYPED,
  useFirstField,
  useLastAction,
  useOpenedBunch,
  useRefusedFields,
} from '../opened-bunch.ts';
import { useTakenTag } from '../use-taken.tsx';
import { NotIssued } from './CustodyRefused.tsx';
import { OfficerField } from './OfficerField.tsx';

const valuesOf = (bunch: OneKeyBunch) => ({ officerName: bunch.holder?.name ?? '', newTag: '', notes: '' });

/** Return Keys (SPEC 2.9): prefilled with the recorded holder (DECISIONS D-07); the new tag replaces the broken one. */
export function ReturnDialog({ id, open, onClose }: BunchDialogProps) {
  const giveBack = useAction('returnKeyBunch');
  const { busy, run } = useLastAction(giveBack.run);
  const phone = useMedia(PHONE);
  const opened = useOpenedBunch(id, busy || !open);
  const { base, now } = opened;
  const { control, register, setFocus, setError, handleSubmit, formState } = useForm<
    z.input<typeof ReturnForm>,
    unknown,
    z.output<typeof ReturnForm>
  >({
    resolver: zodResolver(ReturnForm),
    ...(base && { values: valuesOf(base) }),
    resetOptions: KEEP_TYPED,
  });
  // Of several bad fields the first one on the screen gets the focus.
  register('officerName');
  const { isDirty, errors } = formState;
  const newTag = useWatch({ control, name: 'newTag' });
  const taken = useTakenTag(newTag, base ?? undefined, base?.currentTag);
  const refused = Boolean(now && now.status !== 'issued') && !busy;
  useRefusedFields(setError, giveBack.error);
  useFirstField(base !== null, setFocus, 'newTag');

  const submit = handleSubmit(async (body) => {
    if (await run({ params: { id }, body })) onClose();
  });

  return (
    <BunchDialog
      opened={opened}
      open={open}
      onClose={onClose}
      title="Return Keys"
      dirty={isDirty}
      onSubmit={submit}
      waiting={
        <>
          <WaitingStrip />
          <WaitingField />
          <WaitingField />
          <WaitingField lines={2} />
        </>
      }
      foot={
        <Button
          type="submit"
          variant="primary"
          icon={Undo2}
          pending={busy}
          disabled={!base}
          disabledReason={refused ? 'Keys are not currently issued' : undefined}
          reasonIn="tooltip"
          block={phone}
        >
          Return Keys
        </Button>
      }
    >
      {(bunch) => (
        <div className="flex flex-col gap-4">
          {refused && <NotIssued detail={giveBack.error?.body.detail} />}
          <BunchStrip
            bunch={now ?? bunch}
            right={bunch.holder?.name ?? 'Not issued'}
            under={bunch.issuedAt && `has it since ${sinceText(bunch.issuedAt)}`}
          />
          <Controller
            control={control}
            name="officerName"
            render={({ field }) => (
              <OfficerField
                {...field}
                value={field.value ?? ''}
                placeholder="Who is handing the keys back"
                error={errors.officerName?.message}
              />
            )}
          />
          <div className="grid grid-cols-2 items-start gap-4 phone:grid-cols-[1.55fr_1fr] phone:gap-x-3">
            <Field label="New tag" required hint={taken} error={errors.newTag?.message}>
              <Input {...register('newTag')} spellCheck={false} autoComplete="off" />
            </Field>
            <Field label="Old tag">
              <Input
                value={bunch.currentTag ?? 'None'}
                disabled
                className={bunch.currentTag ? 'line-through' : undefined}
              />
            </Field>
          </div>
          <Field label="Notes" optional error={errors.notes?.message}>
            <Textarea {...register('notes')} placeholder="Condition, missing fobs, anything odd" />
          </Field>
        </div>
      )}
    </BunchDialog>
  );
}
