import { Hand } from 'lucide-react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { IssueForm, type KeyBunchDetail, TAG_BROKEN } from '../../../../shared/key-bunch.ts';
import { fullName, type User } from '../../../../shared/user.ts';
import { useAction } from '../../../api/action.ts';
import { useSaveForm } from '../../../form/save-form.ts';
import { useMe } from '../../../session.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { PHONE, useMedia } from '../../../ui/media.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { BunchDialog, WaitingField, WaitingStrip } from '../../BunchDialog.tsx';
import { useDuplicateTagWarning } from '../../duplicate-warning.tsx';
import { useFreshBunch } from '../../fresh-bunch.ts';
import type { BunchDialogProps } from '../../key-bunch-dialog.ts';
import { BunchStrip } from '../BunchStrip.tsx';
import { AlreadyIssued } from './CustodyRefused.tsx';
import { OfficerField } from './OfficerField.tsx';
import { PurposeField } from './PurposeField.tsx';

type Values = z.input<typeof IssueForm>;
const valuesFor = (me: User) => (): Values => ({
  officerName: fullName(me),
  officerUserId: me.id,
  purpose: '',
  newTag: '',
  notes: '',
});

/** Issue Keys: prefilled with whoever is signed in; the new tag is only recorded. */
export function IssueDialog({ id, open, onClose, onClosed, onSwitch }: BunchDialogProps) {
  const me = useMe();
  const issue = useAction('issueKeyBunch');
  const phone = useMedia(PHONE);
  const fresh = useFreshBunch(id);
  const save = useSaveForm({
    source: fresh.latest,
    valuesOf: valuesFor(me),
    schema: IssueForm,
    order: ['officerName', 'purpose', 'newTag', 'notes'],
    focus: 'purpose',
    send: (body) => issue.run({ params: { id }, body }),
    onSaved: onClose,
    open,
  });
  const { now, busy } = save;
  const refused = now?.status === 'issued' && !busy;

  return (
    <BunchDialog
      fresh={fresh}
      save={save}
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title="Issue Keys"
      waiting={<WaitingIssue />}
      foot={
        <Button
          type="submit"
          variant="primary"
          icon={Hand}
          pending={busy}
          disabled={!save.base}
          disabledReason={refused ? 'Keys are already issued' : undefined}
          reasonIn="tooltip"
          block={phone}
        >
          Issue Keys
        </Button>
      }
    >
      {(bunch) => (
        <>
          {refused && now && <AlreadyIssued bunch={now} onReturn={() => onSwitch({ kind: 'return', id })} />}
          <BunchStrip
            bunch={now ?? bunch}
            right={refused ? TAG_BROKEN : bunch.currentTag ? `Tag ${bunch.currentTag}` : 'No tag'}
            under={refused ? 'since the issue' : bunch.currentTag ? 'breaks on issue' : 'on these keys'}
          />
          <IssueFields form={save.form} bunch={now ?? bunch} />
        </>
      )}
    </BunchDialog>
  );
}

function IssueFields<O>({
  form: { control, register, setValue, formState },
  bunch,
}: {
  form: UseFormReturn<Values, unknown, O>;
  bunch: KeyBunchDetail;
}) {
  const { errors } = formState;
  const [newTag, purpose, userId] = useWatch({ control, name: ['newTag', 'purpose', 'officerUserId'] });
  const taken = useDuplicateTagWarning(newTag, bunch, bunch.currentTag);
  return (
    <>
      <Controller
        control={control}
        name="officerName"
        render={({ field }) => (
          <OfficerField
            {...field}
            userId={userId ?? null}
            onChange={(name, id) => {
              field.onChange(name);
              setValue('officerUserId', id);
            }}
            placeholder="Who is taking the keys"
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
        hint={taken ?? 'Only if you fit a new seal now.'}
        error={errors.newTag?.message}
      >
        <Input {...register('newTag')} spellCheck={false} autoComplete="off" />
      </Field>
      <Field label="Notes" optional error={errors.notes?.message}>
        <Textarea {...register('notes')} />
      </Field>
    </>
  );
}

const WaitingIssue = () => (
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
);
