import * as z from 'zod/mini';
import { type KeyBunchDetail, KeyBunchForm } from '../../../shared/key-bunch.ts';
import { NAME_MAX } from '../../../shared/limits.ts';
import { useAction } from '../../api/action.ts';
import { useSaveForm } from '../../form/save-form.ts';
import { Button } from '../../ui/Button.tsx';
import { BunchDialog } from '../BunchDialog.tsx';
import { bunchRefusals, useFreshBunch } from '../fresh-bunch.ts';
import type { BunchDialogProps } from '../key-bunch-dialog.ts';
import { useTagQuestion } from '../tag-question.ts';
import { needsReason, reasonField } from '../tag-reason.tsx';
import { BunchFields, WaitingBunchFields } from './BunchFields.tsx';
import { BUNCH_FIELDS, BunchForm, valuesOf } from './bunch-values.ts';

/** A bunch without a tag (lost while issued) can stay without, unless it becomes Present. */
const TaglessForm = z
  .extend(KeyBunchForm, {
    ...reasonField,
    currentTag: z.pipe(
      z.string().check(z.trim(), z.maxLength(NAME_MAX, `Must be at most ${NAME_MAX} characters`)),
      z.transform((tag) => tag || null),
    ),
  })
  .check(
    z.refine((bunch) => bunch.currentTag !== null || bunch.status !== 'active', {
      error: 'Current tag is required',
      path: ['currentTag'],
    }),
  );

/** The schema of `bunch`; a changed tag needs a reason. */
const formOf = (bunch: KeyBunchDetail | null) =>
  bunch?.currentTag ? BunchForm.check(needsReason(bunch)) : TaglessForm;

/** Edit Key Bunch: all fields. */
export function EditBunchDialog({ id, open, onClose, onClosed }: BunchDialogProps) {
  const update = useAction('updateKeyBunch');
  const fresh = useFreshBunch(id);
  const question = useTagQuestion();
  const save = useSaveForm({
    source: fresh.latest,
    valuesOf,
    schema: formOf(fresh.latest),
    order: BUNCH_FIELDS,
    edits: true,
    confirm: ({ currentTag }, bunch) => question.mayFit(currentTag, bunch),
    send: (_, body, { updatedAt }) => update.run({ params: { id }, body, ifMatch: updatedAt }),
    refusals: bunchRefusals,
    onSaved: onClose,
    open,
  });

  return (
    <BunchDialog
      fresh={fresh}
      save={save}
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title="Edit Key Bunch"
      waiting={<WaitingBunchFields />}
      foot={
        <Button type="submit" variant="primary" pending={save.busy} disabled={!save.base}>
          Save changes
        </Button>
      }
    >
      {(bunch) => (
        <>
          <BunchFields form={save.form} bunch={bunch} />
          {question.dialog}
        </>
      )}
    </BunchDialog>
  );
}
