import { zodResolver } from '@hookform/resolvers/zod';
import { Hand } from 'lucide-react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { IssueForm, TAG_BROKEN } from '../../../../shared/key-bunch.ts';
import { fullName } from '../../../../shared/user.ts';
import { useAction } from '../../../api.ts';
import { useMe } from '../../../session.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { PHONE, useMedia } from '../../../ui/media.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { BunchDialog, WaitingField, WaitingStrip } from '../BunchDialog.tsx';
import { BunchStrip } from '../BunchStrip.tsx';
import type { BunchDialogProps } from '../KeyBunchDialogs.tsx';
import { useFirstField, useLastAction, useOpenedBunch, useRefusedFields } from '../opened-bunch.ts';
import { useTakenTag } from '../use-taken.tsx';
import { AlreadyIssued } from './CustodyRefused.tsx';
import { OfficerField } from './OfficerField.tsx';
import { PurposeField } from './PurposeField.tsx';

/** Issue Keys (SPEC 2.9): prefilled with whoever is signed in (DECISIONS D-07); the new tag is only recorded (C-18). */
export function IssueDialog({ id, open, onClose, onSwitch }: BunchDialogProps) {
  const me = useMe();
  const issue = useAction('issueKeyBunch');
  const { busy, run } = useLastAction(issue.run);
  const phone = useMedia(PHONE);
  const opened = useOpenedBunch(id, busy || !open);
  const { base, now } = opened;
  const { control, register, setValue, setFocus, setError, handleSubmit, formState } = useForm<
    z.input<typeof IssueForm>,
    unknown,
    z.output<typeof IssueForm>
  >({
    resolver: zodResolver(IssueForm),
    defaultValues: { officerName: fullName(me), officerUserId: me.id, purpose: '', newTag: '', notes: '' },
  });
  // Of several bad fields the first one on the screen gets the focus.
  register('officerName');
  register('purpose');
  const { isDirty, errors } = formState;
  const [newTag, purpose] = useWatch({ control, name: ['newTag', 'purpose'] });
  const taken = useTakenTag(newTag, now ?? undefined, now?.currentTag);
  const refused = now?.status === 'issued' && !busy;
  useRefusedFields(setError, issue.error);
  useFirstField(base !== null, setFocus, 'purpose');

  const submit = handleSubmit(async (body) => {
    if (await run({ params: { id }, body })) onClose();
  });

  return (
    <BunchDialog
      opened={opened}
      open={open}
      onClose={onClose}
      title="Issue Keys"
      dirty={isDirty}
      onSubmit={submit}
      waiting={
        <>
          <WaitingStrip />
          <WaitingField />
          <div className="flex flex-col gap-2">
            <WaitingField />
            <Skeleton className="h-9 touch:h-11 phone:h-26" />
          </div>
          <WaitingField hint />
          <WaitingField lines={2} />
        </>
      }
      foot={
        <Button
          type="submit"
          variant="primary"
          icon={Hand}
          pending={busy}
          disabled={!base}
          disabledReason={refused ? 'Keys are already issued' : undefined}
          reasonIn="tooltip"
          block={phone}
        >
          Issue Keys
        </Button>
      }
    >
      {(bunch) => (
        <div className="flex flex-col gap-4">
          {refused && now && <AlreadyIssued bunch={now} onReturn={() => onSwitch({ kind: 'return', id })} />}
          <BunchStrip
            bunch={now ?? bunch}
            right={refused ? TAG_BROKEN : bunch.currentTag ? `Tag ${bunch.currentTag}` : 'No tag'}
            under={refused ? 'since the issue' : bunch.currentTag ? 'breaks on issue' : 'on these keys'}
          />
          <Controller
            control={control}
            name="officerName"
            render={({ field }) => (
              <OfficerField
                {...field}
                onChange={(name, userId) => {
                  field.onChange(name);
                  setValue('officerUserId', userId);
                }}
                placeholder="Who takes the keys"
                error={errors.officerName?.message}
              />
            )}
          />
          <Controller
            control={control}
            name="purpose"
            render={({ field }) => (
              <PurposeField {...field} value={purpose ?? ''} error={errors.purpose?.message} />
            )}
          />
          <Field
            label="New tag"
            optional
            hint={taken ?? 'Recorded with the issue. The current tag breaks.'}
            error={errors.newTag?.message}
          >
            <Input {...register('newTag')} spellCheck={false} autoComplete="off" />
          </Field>
          <Field label="Notes" optional error={errors.notes?.message}>
            <Textarea {...register('notes')} />
          </Field>
        </div>
      )}
    </BunchDialog>
  );
}
