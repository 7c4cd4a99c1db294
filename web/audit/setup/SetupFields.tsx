import { isNfcSupported } from '../../device/scan/nfc.ts';
import { nfcMessage } from '../../device/scan/nfc-messages.ts';
import { count } from '../../format.ts';
import { locationIcon } from '../../location/LocationIcon.tsx';
import { useLabels } from '../../setting/labels.ts';
import { ReadFailed } from '../../shell/ReadFailed.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { RadioCards } from '../../ui/form/RadioCards.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { MODE_LABELS } from '../ModeSwitch.tsx';
import { WithoutNfc } from '../WithoutNfc.tsx';
import type { AuditSetupState } from './use-audit-setup.ts';

/** Location, key type, mode and the resulting number of sets. */
export function SetupFields({ setup }: { setup: AuditSetupState }) {
  const { choices } = useLabels();
  const { locations, locationId, keyType, mode } = setup;
  if (setup.failed) return <ReadFailed error={setup.failed} onRetry={setup.retry} />;
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <Field label="Location" required>
          <Select
            value={locationId === null ? '' : String(locationId)}
            onValueChange={(id) => setup.setLocation(Number(id))}
            placeholder={locations?.length === 0 ? 'No locations yet' : 'Choose a location'}
            disabled={!locations}
            options={(locations ?? []).map(({ id, name, type }) => ({
              value: String(id),
              label: name,
              icon: locationIcon(type),
            }))}
          />
        </Field>
        <Field label="Key type">
          <Select
            value={keyType}
            onValueChange={setup.setKeyType}
            none="All types"
            options={choices('keyTypes', keyType ? [keyType] : []).map(({ value, label }) => ({
              value,
              label,
            }))}
          />
        </Field>
      </div>
      <RadioCards
        label="Mode"
        value={mode}
        onValueChange={(next) => setup.setMode(next === 'nfc' ? 'nfc' : 'manual')}
        className="md:grid-cols-2"
        cards={[
          {
            value: 'manual',
            title: MODE_LABELS.manual,
            description: 'Tick off each set as you find it.',
          },
          {
            value: 'nfc',
            title: MODE_LABELS.nfc,
            description: isNfcSupported()
              ? 'Hold your phone to each NFC tag, or type its serial.'
              : 'Use a USB reader or type serials here. A phone with Chrome on Android can tap NFC tags.',
          },
        ]}
      />
      {mode === 'nfc' && !isNfcSupported() && (
        <p className="-mt-2 text-hint text-muted">
          <b className="font-medium text-fg">{nfcMessage('audit', 'unsupported').title}</b>{' '}
          {nfcMessage('audit', 'unsupported').description}
        </p>
      )}
    </>
  );
}

/** Number of sets of a new audit; fixed height while loading. */
export function Scope({ setup: { scope, locationId, mode } }: { setup: AuditSetupState }) {
  const texts = scope && [
    scope.issued > 0 && `${scope.issued} issued, not expected here`,
    scope.other > 0 && `${scope.other} excluded by status`,
  ];
  return (
    <div aria-live="polite" className="min-h-5 text-pretty text-muted">
      {scope && locationId !== null && (
        <p>
          <b className="font-semibold text-fg tabular-nums">{count(scope.expected, 'set')} expected</b>
          {texts?.filter(Boolean).map((text) => ` · ${text}`)}
        </p>
      )}
      {scope && mode === 'nfc' && <WithoutNfc scope={scope} />}
    </div>
  );
}
