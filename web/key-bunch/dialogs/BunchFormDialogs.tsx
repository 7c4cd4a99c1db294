import { useMemo } from 'react';
import * as z from 'zod/mini';
import { TAG_REQUIRED } from '../../../shared/custody-words.ts';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { KeyBunchForm } from '../../../shared/key-bunch-forms.ts';
import { FALLBACK_TYPES } from '../../../shared/key-bunch-words.ts';
import { NAME_MAX } from '../../../shared/limits.ts';
import type { Location } from '../../../shared/location.ts';
import type { Settings } from '../../../shared/setting.ts';
import { choicesOf } from '../../../shared/setting-labels.ts';
import { useAction } from '../../api/action.ts';
import type { ApiError } from '../../api/call.ts';
import { ReadFailed } from '../../api/ReadFailed.tsx';
import { useRead } from '../../api/read.ts';
import { FormDialog, PlanNotice } from '../../form/FormFrame.tsx';
import { useSaveForm } from '../../form/save-form.ts';
import {
  BunchDialog,
  type BunchDialogProps,
  Pair,
  useFreshBunch,
  Waiting,
  type WaitingRow,
} from '../BunchDialog.tsx';
import { BunchField, type BunchValues, valuesOf } from '../BunchField.tsx';
import { needsReason, reasonField, useTagQuestion } from '../tag-reason.ts';
import { PremisesField } from './PremisesField.tsx';

/** The form's schema; a new bunch has no `reason`. */
const BunchForm = z.extend(KeyBunchForm, reasonField);

/** A bunch without a tag (lost while issued) can stay without, unless it becomes Present. */
const TaglessForm = z
  .extend(BunchForm, {
    currentTag: z.pipe(
      z.string().check(z.trim(), z.maxLength(NAME_MAX, `Must be at most ${NAME_MAX} characters`)),
      z.transform((tag) => tag || null),
    ),
  })
  .check(
    z.refine((bunch) => bunch.currentTag !== null || bunch.status !== 'active', {
      error: TAG_REQUIRED,
      path: ['currentTag'],
    }),
  );

/** The schema of `bunch`; a changed tag needs a reason. */
const formOf = (bunch: KeyBunchDetail | null) =>
  bunch?.currentTag ? BunchForm.check(needsReason(bunch)) : TaglessForm;

/** Field order on the screen. */
const ORDER = [
  'identifier',
  'currentTag',
  'reason',
  'type',
  'locationId',
  'premisesIds',
  'keyDescription',
  'status',
  'keyCount',
  'fobCount',
  'position',
  'nfcSerial',
  'labelCode',
  'notes',
  'secondPerson',
] as const;

type Source = { settings: Settings; locations: readonly Location[] };

/** Defaults: one key, no fob, Present, the first type, and the location where there is only one. */
const blank = ({ settings, locations }: Source): BunchValues => ({
  identifier: '',
  currentTag: '',
  type: choicesOf(settings, 'keyTypes')[0]?.value ?? FALLBACK_TYPES[0],
  locationId: (locations.length === 1 && locations[0]?.id) || 0,
  status: 'active',
  keyCount: 1,
  fobCount: 0,
  position: '',
  premisesIds: [],
  keyDescription: '',
  notes: '',
  nfcSerial: '',
  labelCode: '',
  secondPerson: false,
});

/** A refusal's messages by field; that of a duplicate serial has no field. */
const refusals = ({ body: { code, message = '', errors = {} } }: ApiError): Record<string, string> =>
  code === 'nfc_in_use' ? { nfcSerial: message } : errors;

type Props = { open: boolean; onClose: () => void; onClosed: () => void };

/** Add Key Bunch. Adding several keeps type and location. */
export function AddBunchDialog({ open, onClose, onClosed }: Props) {
  const settings = useRead('getSettings');
  const locations = useRead('listLocations');
  const create = useAction('createKeyBunch');
  const source = useMemo(
    () => settings.data && locations.data && { settings: settings.data, locations: locations.data },
    [settings.data, locations.data],
  );
  const save = useSaveForm({
    source: source ?? null,
    valuesOf: blank,
    schema: BunchForm,
    order: ORDER,
    send: (body) => create.run({ body }),
    refusals,
    onSaved: onClose,
    open,
    another: { keep: ['type', 'locationId'], nameOf: (bunch) => bunch.identifier },
  });
  const failed = [settings, locations].find(({ isError }) => isError);

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
      {source ? (
        <BunchFields />
      ) : failed?.error ? (
        <ReadFailed error={failed.error} onRetry={failed.refetch} />
      ) : (
        <Waiting rows={WAITING} />
      )}
    </FormDialog>
  );
}

/** Edit Key Bunch: all fields. */
export function EditBunchDialog({ id, open, onClose, onClosed }: BunchDialogProps) {
  const update = useAction('updateKeyBunch');
  const fresh = useFreshBunch(id);
  const question = useTagQuestion();
  const save = useSaveForm({
    source: fresh.latest,
    valuesOf: (bunch): BunchValues => valuesOf(bunch, ORDER),
    schema: formOf(fresh.latest),
    order: ORDER,
    edits: true,
    confirm: ({ currentTag }, bunch) => question.confirmTag(currentTag, bunch),
    send: (_, body, { updatedAt }) => update.run({ params: { id }, body, ifMatch: updatedAt }),
    refusals,
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
      waiting={WAITING}
    >
      {(bunch) => (
        <>
          <BunchFields bunch={bunch} />
          {question.dialog}
        </>
      )}
    </BunchDialog>
  );
}

const WAITING: WaitingRow[] = [
  ['line', 'line'],
  ['line', 'line'],
  'hint',
  'line',
  'line',
  ['line', 'line'],
  'lines',
];

/** The fields of a bunch, new or edited (`bunch`). */
const BunchFields = ({ bunch }: { bunch?: KeyBunchDetail }) => (
  <div className="flex flex-col gap-4">
    <Pair>
      <BunchField name="identifier" bunch={bunch} />
      <BunchField name="currentTag" bunch={bunch} />
    </Pair>
    <BunchField name="reason" bunch={bunch} />
    <div className="grid grid-cols-2 items-start gap-4 phone:grid-cols-1">
      <BunchField name="type" bunch={bunch} />
      <BunchField name="locationId" bunch={bunch} />
    </div>
    <PremisesField stored={bunch?.premises ?? []} />
    <BunchField name="keyDescription" />
    <BunchField name="status" bunch={bunch} />
    <Pair>
      <BunchField name="keyCount" />
      <BunchField name="fobCount" />
    </Pair>
    <BunchField name="position" bunch={bunch} />
    <BunchField name="nfcSerial" />
    <BunchField name="labelCode" />
    <BunchField name="notes" />
    <BunchField name="secondPerson" bunch={bunch} />
  </div>
);
