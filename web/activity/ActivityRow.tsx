import {
  ArrowRight,
  Camera,
  ChevronDown,
  ClipboardCheck,
  Clock,
  FileDown,
  KeyRound,
  LogIn,
  MapPin,
  Nfc,
  Pencil,
  Plus,
  QrCode,
  SearchCheck,
  Settings,
  ShieldAlert,
  ShieldCheck,
  Trash2,
  TriangleAlert,
  UserRound,
} from 'lucide-react';
import { memo, useId, useState } from 'react';
import type { Activity } from '../../shared/activity.ts';
import { activitySentence } from '../../shared/activity-sentence.ts';
import { changesOf, type Kind, kindOf } from '../../shared/activity-words.ts';
import { momentText } from '../../shared/clock-text.ts';
import { PERMISSIONS, permissionLabel, ROLE_LABELS } from '../../shared/permissions.ts';
import { accountOf, actorName } from '../../shared/user-name.ts';
import { clockTime, exactTime } from '../format.ts';
import { ActionSquare } from '../ui/ActionSquare.tsx';
import type { Icon, Tint } from '../ui/classes.ts';
import { cx } from '../ui/cx.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { useZone } from '../zone.ts';

type Props = {
  entry: Activity;
  /** The name is ambiguous: the account is shown under it. */
  unclear: boolean;
  locationNames: LocationNames;
};

/** An entry: time, sentence and address; expands to the values before and after. */
export const ActivityRow = memo(function ActivityRow({ entry, unclear, locationNames }: Props) {
  const [open, setOpen] = useState(false);
  const zone = useZone();
  const id = useId();
  const { user, action, timestamp, details } = entry;
  const who = actorName(user);
  const sentence = activitySentence(entry, who);
  const { icon, tint } = activityIcon(action);
  const lines = detailLines(entry, locationNames);
  const address = typeof details.address === 'string' ? details.address : '';
  const named = unclear || user.now !== undefined;
  return (
    <li className="flex items-start gap-3 border-b px-4 py-2.5 last:border-b-0">
      <time
        dateTime={timestamp}
        title={momentText(Date.parse(timestamp), zone)}
        className="w-11 pt-1 text-label text-muted tabular-nums"
      >
        {clockTime(timestamp)}
      </time>
      <ActionSquare icon={icon} tint={tint} />
      <div className="min-w-0 flex-1 pt-0.5">
        <p className="wrap-anywhere">
          <Sentence text={sentence} who={who} />
        </p>
        {(named || address) && (
          <p className="text-hint text-muted wrap-anywhere">
            {[named && accountOf(user), address && `from ${address}`].filter(Boolean).join(' · ')}
          </p>
        )}
        {open && (
          <dl
            id={id}
            className="mt-2 mb-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-label phone:-mr-11 phone:-ml-12 phone:grid-cols-1"
          >
            {[...lines, { label: 'Account', text: accountOf(user) }].map((line) => (
              <Detail key={line.label} line={line} />
            ))}
          </dl>
        )}
      </div>
      {lines.length > 0 && (
        <IconButton
          icon={ChevronDown}
          label={`${open ? 'Hide' : 'Show'} details: ${sentence}`}
          tooltip={false}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
          className={cx('-my-0.5 -mr-2 [&>svg]:transition-transform', open && '[&>svg]:rotate-180')}
        />
      )}
    </li>
  );
});

/** The name is emphasised wherever it is in the sentence. */
function Sentence({ text, who }: { text: string; who: string }) {
  const at = text.indexOf(who);
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <b className="font-semibold">{who}</b>
      {text.slice(at + who.length)}
    </>
  );
}

const Detail = ({ line: { label, from, text } }: { line: Line }) => (
  <>
    <dt className="text-muted">{label}</dt>
    <dd className="wrap-anywhere whitespace-pre-line phone:mb-1.5">
      {from !== undefined && (
        <>
          <span className="text-muted">{from}</span>{' '}
          <ArrowRight aria-hidden className="inline size-[0.9em] align-[-0.08em] text-muted" />
          <span className="sr-only">-&gt;</span>{' '}
        </>
      )}
      {text}
    </dd>
  </>
);

const ICONS: Record<Kind, { icon: Icon; tint: Tint }> = {
  people: { icon: UserRound, tint: 'blue' },
  rights: { icon: ShieldCheck, tint: 'purple' },
  settings: { icon: Settings, tint: 'gray' },
  sign_ins: { icon: LogIn, tint: 'emerald' },
  refusals: { icon: ShieldAlert, tint: 'red' },
  exports: { icon: FileDown, tint: 'amber' },
  keys: { icon: KeyRound, tint: 'pink' },
  locations: { icon: MapPin, tint: 'gray' },
};
/** Icons of key set entries, by action. */
const KEY_ICONS: Record<string, { icon: Icon; tint: Tint }> = {
  create: { icon: Plus, tint: 'emerald' },
  edit: { icon: Pencil, tint: 'gray' },
  delete: { icon: Trash2, tint: 'red' },
  audit_missing: { icon: TriangleAlert, tint: 'red' },
  audit_found: { icon: SearchCheck, tint: 'emerald' },
  audit_complete: { icon: ClipboardCheck, tint: 'blue' },
  photo: { icon: Camera, tint: 'gray' },
  nfc_link: { icon: Nfc, tint: 'gray' },
  nfc_unlink: { icon: Nfc, tint: 'gray' },
  label_link: { icon: QrCode, tint: 'gray' },
  label_renew: { icon: QrCode, tint: 'gray' },
  due_change: { icon: Clock, tint: 'amber' },
};
/** Failures are emphasised. */
const FAILED: Record<string, true> = {
  sign_in_failed: true,
  password_wrong: true,
  factor_wrong: true,
  refusals_counted: true,
};

function activityIcon(action: string): { icon: Icon; tint: Tint } {
  if (FAILED[action]) return ICONS.refusals;
  return KEY_ICONS[action] ?? ICONS[kindOf(action) ?? 'settings'];
}

/** Location names by id, as far as visible. */
type LocationNames = ReadonlyMap<number, string>;

/** Details already in the sentence, shown elsewhere or internal. */
const NOT_LISTED = new Set([
  'changes',
  'address',
  'how',
  'times',
  'locked',
  'call',
  'rows',
  'whole',
  'accounts',
  'target',
  'id',
]);
const NAMES: Record<string, string> = {
  customPermissions: 'Added permissions',
  allowedLocationIds: 'Locations',
  isActive: 'Active',
  sha256: 'SHA-256',
  fileName: 'File',
  filters: 'Asked with',
  url: 'Address',
  fobCount: 'Fobs',
  keyCount: 'Keys',
  displayName: 'Name',
};

/** "dueAt" reads "Due at". */
function fieldLabel(field: string): string {
  const words = field.replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);
  return NAMES[field] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** A stored value in words. */
function valueText(field: string, value: unknown, locationNames: LocationNames): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field === 'allowedLocationIds' && Array.isArray(value))
    return value.length > 0
      ? value.map((id) => locationNames.get(Number(id)) ?? `Location ${id}`).join(', ')
      : 'All';
  if (Array.isArray(value))
    return value.length > 0 ? value.map((one) => valueText('', one, locationNames)).join(', ') : 'none';
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, one]) => `${fieldLabel(name)}: ${valueText(name, one, locationNames)}`)
      .join(', ');
  const text = String(value);
  const permission = PERMISSIONS.find((one) => one === text);
  if (permission) return permissionLabel(permission);
  if (field === 'role' && text in ROLE_LABELS) return ROLE_LABELS[text as keyof typeof ROLE_LABELS];
  return /^\d{4}-\d\d-\d\dT/.test(text) ? exactTime(text) : text;
}

type Line = { label: string; from?: string; text: string };

/** An entry's details: values before and after, then the rest. */
function detailLines(entry: Pick<Activity, 'details'>, locationNames: LocationNames): Line[] {
  const changed = Object.entries(changesOf(entry)).map(([field, { from, to }]) => ({
    label: fieldLabel(field),
    from: valueText(field, from, locationNames),
    text: valueText(field, to, locationNames),
  }));
  const rest = Object.entries(entry.details)
    .filter(
      ([field, value]) =>
        !NOT_LISTED.has(field) && !/Id$/.test(field) && valueText(field, value, locationNames) !== 'none',
    )
    .map(([field, value]) => ({ label: fieldLabel(field), text: valueText(field, value, locationNames) }));
  return [...changed, ...rest];
}
