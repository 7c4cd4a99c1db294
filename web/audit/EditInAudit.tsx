import { type UseFormReturn, useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { type KeyBunchDetail, KeyDetailsForm } from '../../shared/key-bunch.ts';
import { useAction } from '../api/action.ts';
import { useSaveForm } from '../form/save-form.ts';
import { BunchDialog, Pair, useFreshBunch, WaitingField } from '../key-bunch/BunchDialog.tsx';
import {
  needsReason,
  ReasonField,
  reasonField,
  TagField,
  tagChanges,
  useTagQuestion,
} from '../key-bunch/tag-reason.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Textarea } from '../ui/form/Input.tsx';
import { NumberInput, WHOLE } from '../ui/form/NumberInput.tsx';
import type { AuditWork } from './use-audit-session.ts';

/** The fields an auditor can correct: contents, not names. */
const AuditEditForm = z.extend(
  z.pick(KeyDetailsForm, { currentTag: true, keyCount: true, fobCount: true, notes: true }),
  reasonField,
);
type Values = z.input<typeof AuditEditForm>;

const MESSAGES = { done: { title: 'Key Bunch Updated' }, failed: 'Failed to update key bunch' };

/** Edits a set during an audit: tag, counts and notes. */
export function EditInAudit({ work: { id, editing } }: { work: AuditWork }) {
  const { shown, props } = editing;
  return shown && <EditDialog key={shown.turn} {...props} id={shown.about} session={id} />;
}

const valuesOf = (bunch: KeyBunchDetail): Values => ({
  currentTag: bunch.currentTag ?? '',
  keyCount: bunch.keyCount,
  fobCount: bunch.fobCount,
  notes: bunch.notes ?? '',
  reason: '',
});

type Props = { id: number; session: number; open: boolean; onClose: () => void; onClosed: () => void };

function EditDialog({ id, session, open, onClose, onClosed }: Props) {
  const update = useAction('updateKeyBunch', { messages: MESSAGES });
  const fresh = useFreshBunch(id);
  const question = useTagQuestion();
  const save = useSaveForm({
    source: fresh.latest,
    valuesOf,
    schema: AuditEditForm.check(needsReason(fresh.latest)),
    order: ['currentTag', 'reason', 'keyCount', 'fobCount', 'notes'],
    edits: true,
    confirm: ({ currentTag }, bunch) => question.mayFit(currentTag, bunch),
    send: (_, changed, { updatedAt }) =>
      update.run({ params: { id }, body: { ...changed, auditSessionId: session }, ifMatch: updatedAt }),
    onSaved: onClose,
    open,
  });
  const { base } = save;

  return (
    <BunchDialog
      fresh={fresh}
      save={save}
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title={base ? `Edit ${base.identifier}` : 'Edit'}
      description="Recorded as an edit in this audit"
      waiting={<WaitingFields />}
      foot={
        <Button type="submit" variant="primary" pending={save.busy} disabled={!base}>
          Save changes
        </Button>
      }
    >
      {(bunch) => (
        <>
          <Fields form={save.form} bunch={bunch} />
          {question.dialog}
        </>
      )}
    </BunchDialog>
  );
}

function Fields<O>({ form, bunch }: { form: UseFormReturn<Values, unknown, O>; bunch: KeyBunchDetail }) {
  const { register, control, formState } = form;
  const { errors } = formState;
  const currentTag = useWatch({ control, name: 'currentTag' });
  return (
    <>
      <TagField
        {...register('currentTag')}
        bunch={bunch}
        typed={currentTag}
        error={errors.currentTag?.message}
      />
      {tagChanges(currentTag, bunch) && (
        <ReasonField {...register('reason')} error={errors.reason?.message} />
      )}
      <Pair>
        <Field label="Keys" error={errors.keyCount?.message}>
          <NumberInput {...register('keyCount', WHOLE)} min={1} />
        </Field>
        <Field label="Fobs" error={errors.fobCount?.message}>
          <NumberInput {...register('fobCount', WHOLE)} min={0} />
        </Field>
      </Pair>
      <Field label="Notes" error={errors.notes?.message}>
        <Textarea {...register('notes')} />
      </Field>
    </>
  );
}

const WaitingFields = () => (
  <>
    <WaitingField />
    <Pair>
      <WaitingField />
      <WaitingField />
    </Pair>
    <WaitingField lines={2} />
  </>
);
