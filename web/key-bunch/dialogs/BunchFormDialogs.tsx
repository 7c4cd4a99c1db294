import { useEffect } from 'react';
import * as z from 'zod/mini';
import { type KeyBunchDetail, KeyBunchForm } from '../../../shared/key-bunch.ts';
import { FALLBACK_TYPES } from '../../../shared/key-bunch-words.ts';
import { NAME_MAX } from '../../../shared/limits.ts';
import type { Settings } from '../../../shared/setting.ts';
import { choicesOf } from '../../../shared/setting-labels.ts';
import { useAction } from '../../api/action.ts';
import { useRead } from '../../api/read.ts';
import { FormDialog } from '../../form/FormFrame.tsx';
import { PlanNotice } from '../../form/PlanNotice.tsx';
import { useSaveForm } from '../../form/save-form.ts';
import { ReadFailed } from '../../shell/ReadFailed.tsx';
import { Button } from '../../ui/Button.tsx';
import { BunchDialog, type BunchDialogProps, bunchRefusals, useFreshBunch } from '../BunchDialog.tsx';
import { needsReason, reasonField, useTagQuestion } from '../tag-reason.tsx';
import { BunchFields, WaitingBunchFields } from './BunchFields.tsx';
import { BUNCH_FIELDS, BunchForm, type BunchValues, valuesOf } from './bunch-values.ts';

/** Defaults: one key, no fob, Present, the first type. */
const blank = (settings: Settings): BunchValues => ({
  identifier: '',
  currentTag: '',
  type: choicesOf(settings, 'keyTypes')[0]?.value ?? FALLBACK_TYPES[0],
  locationId: 0,
  status: 'active',
  keyCount: 1,
  fobCount: 0,
  position: '',
  premisesIds: [],
  keyDescription: '',
  notes: '',
  nfcSerial: '',
  labelCode: '',
});

type Props = { open: boolean; onClose: () => void; onClosed: () => void };

/** Add Key Bunch. Adding several keeps type and location. */
export function AddBunchDialog({ open, onClose, onClosed }: Props) {
  const settings = useRead('getSettings');
  const create = useAction('createKeyBunch');
  const save = useSaveForm({
    source: settings.data ?? null,
    valuesOf: blank,
    schema: BunchForm,
    order: BUNCH_FIELDS,
    send: (body) => create.run({ body }),
    refusals: bunchRefusals,
    onSaved: onClose,
    open,
    another: { keep: ['type', 'locationId'], nameOf: (bunch) => bunch.identifier },
  });

  // A single location is preselected.
  const { data: locations } = useRead('listLocations');
  const only = locations?.length === 1 ? locations[0]?.id : undefined;
  const filled = save.base !== null;
  const { resetField, getValues } = save.form;
  useEffect(() => {
    if (only && filled && !getValues('locationId')) resetField('locationId', { defaultValue: only });
  }, [only, filled, getValues, resetField]);

  return (
    <FormDialog
      save={save}
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title="Add Key Bunch"
      submitLabel="Add Set"
    >
      <PlanNotice noun="keys" className="mb-4" />
      {settings.data ? (
        <BunchFields form={save.form} />
      ) : settings.isError ? (
        <ReadFailed error={settings.error} onRetry={settings.refetch} />
      ) : (
        <div aria-busy="true" className="flex flex-col gap-4">
          <WaitingBunchFields />
        </div>
      )}
    </FormDialog>
  );
}

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
