import { useEffect } from 'react';
import { FALLBACK_TYPES } from '../../../shared/key-bunch-words.ts';
import type { Settings } from '../../../shared/setting.ts';
import { choicesOf } from '../../../shared/setting-labels.ts';
import { useAction } from '../../api/action.ts';
import { useRead } from '../../api/read.ts';
import { FormDialog } from '../../form/FormDialog.tsx';
import { useSaveForm } from '../../form/save-form.ts';
import { PlanNotice } from '../../setting/PlanNotice.tsx';
import { ReadFailed } from '../../shell/ReadFailed.tsx';
import { bunchRefusals } from '../fresh-bunch.ts';
import { BunchFields, WaitingBunchFields } from './BunchFields.tsx';
import { BUNCH_FIELDS, BunchForm, type BunchValues } from './bunch-values.ts';

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
