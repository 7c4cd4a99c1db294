import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { AUDIT_KINDS, type AuditKind, type AuditMode } from '../../../shared/audit-words.ts';
import { POSITION_MAX } from '../../../shared/limits.ts';
import { ReadFailed } from '../../api/ReadFailed.tsx';
import { useRead } from '../../api/read.ts';
import { isNfcSupported } from '../../device/scan/nfc.ts';
import { nfcMessage } from '../../device/scan/nfc-listening.ts';
import { count } from '../../format.ts';
import { useLabels } from '../../labels.ts';
import { locationIcon } from '../../location/LocationIcon.tsx';
import { useMe } from '../../session.tsx';
import { linkClass } from '../../ui/classes.ts';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { RadioCards } from '../../ui/form/RadioCards.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { Switch } from '../../ui/form/Switch.tsx';
import { useUnsaved } from '../../ui/overlay/layers.ts';
import { isOthers, whyNoAudit } from '../audit-members.ts';
import { MODE_LABELS, WithoutNfc } from '../ModeSwitch.tsx';
import { overlaps } from '../refusals.ts';

export type AuditSetupState = ReturnType<typeof useAuditSetup>;

/** The choices of a new audit and what follows from them. Phones with NFC default to NFC. */
export function useAuditSetup() {
  const me = useMe();
  const search = useSearch({ from: '/audit' });
  const { label } = useLabels();
  const list = useRead('listLocations');
  const [chosen, setLocation] = useState<number | null>(Number(search.location) || null);
  const [keyType, setKeyType] = useState(search.type);
  const [mode, setMode] = useState<AuditMode>(isNfcSupported() ? 'nfc' : 'manual');
  const [kind, setKind] = useState<AuditKind>('full');
  const [blind, setBlind] = useState(false);
  const [part, setPart] = useState({ fromHook: '', toHook: '' });
  useUnsaved(kind !== 'full' || blind);
  const only = list.data?.length === 1 ? (list.data[0]?.id ?? null) : null;
  const locationId = list.data?.some((place) => place.id === chosen) ? chosen : only;
  const { data: scope } = useRead(
    'getAuditScope',
    { params: { id: locationId ?? 0 }, query: { hooks: 'true', ...(keyType && { keyType }) } },
    { enabled: locationId !== null },
  );
  const running = useRead('listAudits', { query: { status: 'in_progress' } });
  const open = running.data;
  // Open audits that changed meanwhile are read before a press is judged by them.
  const [ready, setReady] = useState(false);
  if (!ready && running.isFetched && !running.isFetching) setReady(true);
  const other = open?.find(
    (one) => one.locationId === locationId && isOthers(one, me.id) && overlaps(one, keyType || null),
  );
  const nothing = keyType
    ? `No ${label('keyTypes', keyType)} keys to audit at this location`
    : 'No keys to audit at this location';
  function reasonNow(): string | undefined {
    if (locationId === null) return 'Choose a location';
    if (other) return whyNoAudit(other, me.id);
    if (kind === 'spot' && scope?.hooks?.sets === 0) return 'No set at this location has a hook';
    if (kind === 'part' && !(part.fromHook.trim() && part.toHook.trim()))
      return 'Enter the first and last hook';
    return kind !== 'spot' && scope?.expected === 0 ? nothing : undefined;
  }
  return {
    /** Whether the open audits are still loading. Their list handles a failure; reloading here too would loop. */
    waiting: !ready,
    /** Undefined while loading. */
    locations: list.data,
    failed: (list.data ? null : list.error) ?? (open ? null : running.error),
    retry: () => Promise.all([!list.data && list.refetch(), !open && running.refetch()]),
    locationId,
    setLocation,
    /** '' for all types. */
    keyType,
    setKeyType,
    mode,
    setMode,
    kind,
    setKind,
    blind,
    setBlind,
    /** The first and last hook of a part, as typed. */
    part,
    setPart,
    /** Scope of a new audit; undefined while loading. */
    scope,
    /** The user's own open session there, which a new start abandons. */
    own: open?.find((one) => one.locationId === locationId && !isOthers(one, me.id)),
    /** Why no audit can start; undefined when one can. */
    reason: reasonNow(),
  };
}

/** Location, key type, mode and the resulting number of sets. */
export function SetupFields({ setup }: { setup: AuditSetupState }) {
  const { choices } = useLabels();
  const { locations, locationId, keyType } = setup;
  if (setup.failed) return <ReadFailed error={setup.failed} onRetry={setup.retry} />;
  return (
    <>
      <div className="grid gap-4 md:grid-cols-2">
        <Field
          label="Location"
          required
          hint={
            locations?.length === 0 && (
              <Link to="/locations" className={linkClass}>
                Add a location
              </Link>
            )
          }
        >
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
      <WhatToCheck setup={setup} />
      {!setup.blind && <Mode setup={setup} />}
      <Switch
        label="Blind"
        hint="You don't see the list or the tags, and scan or type what hangs there. The register compares at the end."
        checked={setup.blind}
        onCheckedChange={setup.setBlind}
        className="rounded-2xl border p-4 shadow-xs"
      />
    </>
  );
}

/** Every set, drawn ones, or those on some hooks. */
function WhatToCheck({ setup }: { setup: AuditSetupState }) {
  const { scope, kind, setKind, part, setPart } = setup;
  const hooks = scope?.hooks;
  return (
    <div className="grid gap-3">
      <RadioCards
        label="What to check"
        value={kind}
        onValueChange={(next) => setKind(AUDIT_KINDS.find((one) => one === next) ?? 'full')}
        className="gap-3! md:grid-cols-3"
        cards={[
          {
            value: 'full',
            title: 'Every set',
            description: `${scope ? `${scope.expected.toLocaleString()} expected. ` : ''}Sets you don't find are marked Missing.`,
          },
          {
            value: 'spot',
            title: 'Spot check',
            description: hooks
              ? `${count(hooks.drawn, 'set')} of ${hooks.sets.toLocaleString()} with a hook, drawn by the register.`
              : 'Some sets, drawn by the register.',
          },
          { value: 'part', title: 'Some hooks', description: 'A part, for a shift that counts half.' },
        ]}
      />
      {kind === 'part' && (
        <div className="grid grid-cols-2 gap-4">
          <Field label="First hook" required>
            <Input
              value={part.fromHook}
              placeholder={hooks?.first ?? undefined}
              maxLength={POSITION_MAX}
              onChange={(event) => setPart({ ...part, fromHook: event.target.value })}
            />
          </Field>
          <Field label="Last hook" required>
            <Input
              value={part.toHook}
              placeholder={hooks?.last ?? undefined}
              maxLength={POSITION_MAX}
              onChange={(event) => setPart({ ...part, toHook: event.target.value })}
            />
          </Field>
        </div>
      )}
    </div>
  );
}

function Mode({ setup }: { setup: AuditSetupState }) {
  const { mode } = setup;
  return (
    <>
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
export function Scope({ setup: { scope, locationId, mode, kind, blind } }: { setup: AuditSetupState }) {
  if (kind !== 'full')
    return <p className="min-h-5 text-pretty text-muted">Does not count as the audit before a bulk move.</p>;
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
      {scope && mode === 'nfc' && !blind && <WithoutNfc scope={scope} />}
    </div>
  );
}
