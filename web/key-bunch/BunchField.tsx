import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { KeyBunchDetail } from '../../shared/key-bunch.ts';
import type { KeyBunchForm } from '../../shared/key-bunch-forms.ts';
import { spokenCode } from '../../shared/label-code.ts';
import type { Settings } from '../../shared/setting.ts';
import { choicesOf, NO_SETTINGS } from '../../shared/setting-labels.ts';
import { useRead } from '../api/read.ts';
import { serialText } from '../BunchText.tsx';
import { NFC_OK, vibrate } from '../device/scan/nfc.ts';
import { useReader } from '../device/scan/reader.ts';
import { FormField, type FormFieldProps } from '../form/FormField.tsx';
import { useLabels } from '../labels.ts';
import { locationIcon } from '../location/LocationIcon.tsx';
import { useMay } from '../session.tsx';
import { sentenceLinkClass, tintDot } from '../ui/classes.ts';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { toast } from '../ui/overlay/toast.ts';
import { useTagScan } from './dialogs/use-tag.ts';
import {
  useDuplicateIdentifierWarning,
  useDuplicateTagWarning,
  usePositionWarning,
} from './duplicate-warning.tsx';
import { CameraButton, ScanTagButton } from './ScanButtons.tsx';
import { STATUS_TINTS } from './StatusBadge.tsx';
import { tagChanges, tagKeyboard } from './tag-reason.ts';

/** The values of a set's form; location 0 is none. `reason` is why an edit changes the tag. */
export type BunchValues = z.input<typeof KeyBunchForm> & { reason?: string | null | undefined };

/** The form's set; undefined for a new one. */
type Bunch = KeyBunchDetail | undefined;
/** What depends on the set, other fields and the user's rights. `fixed` is shown instead of the box. */
type Depending = Partial<FormFieldProps> & { hidden?: boolean; fixed?: string };
type Declared = Omit<FormFieldProps, 'name'> & { useMore?: (bunch: Bunch) => Depending };

/** Starts as high as an input. */
const ONE_LINE = 'min-h-9! py-[7px]! touch:min-h-11! touch:py-[9px]! phone:min-h-12! phone:py-[11px]!';
const CODE = { spellCheck: false, autoComplete: 'off', autoCapitalize: 'characters' } as const;

/** The fields of a set that its forms choose from; their limits are those of KeyBunchForm. */
const FIELDS = {
  identifier: {
    label: 'Identifier',
    required: true,
    spellCheck: false,
    autoComplete: 'off',
    useMore: useIdentifier,
  },
  currentTag: { label: 'Current tag', optional: false, useMore: useTag },
  reason: {
    label: 'Reason for the new tag',
    required: true,
    placeholder: 'Such as a damaged seal',
    autoComplete: 'off',
    useMore: (bunch) => ({ hidden: !tagChanges(useValue('currentTag'), bunch) }),
  },
  type: { kind: 'choice', label: 'Type', useMore: useTypes },
  locationId: {
    kind: 'choice',
    label: 'Location',
    required: true,
    placeholder: 'Choose a location',
    numeric: true,
    useMore: useLocations,
  },
  keyDescription: {
    kind: 'text',
    label: 'Description',
    placeholder: 'What the keys open',
    rows: 1,
    className: ONE_LINE,
  },
  status: { kind: 'choice', label: 'Status', useMore: useStatuses },
  keyCount: { kind: 'count', label: 'Keys', min: 1 },
  fobCount: { kind: 'count', label: 'Fobs', min: 0 },
  position: {
    label: 'Position',
    placeholder: 'Cabinet and hook, such as A 12',
    autoComplete: 'off',
    useMore: usePosition,
  },
  nfcSerial: { label: 'NFC serial', 'data-wedge': '', ...CODE, useMore: useSerialScan },
  labelCode: {
    label: 'Blank label',
    hint: 'Scan the label with the camera, or with a reader while the cursor is here; or type its code, such as 7F3K Q2M9 XA.',
    ...CODE,
    useMore: useLabelScan,
  },
  notes: { kind: 'text', label: 'Notes' },
  secondPerson: { kind: 'switch', label: 'Needs a second person', useMore: useSecondPerson },
} satisfies { [N in keyof BunchValues]?: Declared };

type Props = Partial<Omit<FormFieldProps, 'name'>> & { name: keyof typeof FIELDS; bunch?: Bunch };

/** A field of a form about `bunch`, or about a new set. Other props replace what is declared. */
export function BunchField({ name, bunch, ...own }: Props) {
  const { useMore = useNothing, ...declared }: Declared = FIELDS[name];
  const { hidden, fixed, ...more } = useMore(bunch);
  if (hidden) return null;
  if (fixed !== undefined)
    return (
      <Field label={declared.label} hint={more.hint}>
        <Input value={fixed} disabled className="line-through" />
      </Field>
    );
  return <FormField {...declared} {...more} {...own} name={name} />;
}

type Stored = { [N in keyof BunchValues]-?: NonNullable<BunchValues[N]> };

/** The values of a stored bunch, of the fields in `names`. */
export function valuesOf<N extends keyof BunchValues>(bunch: KeyBunchDetail, names: readonly N[]) {
  const stored: BunchValues = {
    ...bunch,
    currentTag: bunch.currentTag ?? '',
    nfcSerial: serialText(bunch.nfcSerial),
    premisesIds: bunch.premises.map(({ id }) => id),
  };
  return Object.fromEntries(names.map((name) => [name, stored[name] ?? ''])) as Pick<Stored, N>;
}

const useNothing = (): Depending => ({});
const useValue = <N extends keyof BunchValues>(name: N) => useWatch<BunchValues, N>({ name });

function useIdentifier(bunch: Bunch): Depending {
  return { hint: useDuplicateIdentifierWarning(useValue('identifier'), bunch) };
}

/** An issued set's tag is broken and can't be changed before the return. */
function useTag(bunch: Bunch): Depending {
  const status = useValue('status');
  const sameTag = useDuplicateTagWarning(useValue('currentTag'), bunch);
  if (bunch?.status === 'issued')
    return { fixed: bunch.currentTag ?? '', hint: 'Tag is broken while keys are issued.' };
  return {
    required: !bunch || bunch.currentTag !== null || status === 'active',
    hint: sameTag,
    ...tagKeyboard(bunch?.currentTag ?? null),
  };
}

/** Why type and location of a set can't be changed. */
const useFixed = (bunch: Bunch) =>
  useMay()('key:move') || !bunch ? undefined : 'To change this you need the permission Key: Move.';

/** A configured type, or the current one. */
function useTypes(bunch: Bunch): Depending {
  const fixed = useFixed(bunch);
  const { choices } = useLabels();
  return { hint: fixed, disabled: Boolean(fixed), options: choices('keyTypes', bunch && [bunch.type]) };
}

/** The locations that the user can see; with none, a link to add one. */
function useLocations(bunch: Bunch): Depending {
  const fixed = useFixed(bunch);
  const { data: locations = [], isSuccess } = useRead('listLocations');
  const none = isSuccess && locations.length === 0;
  return {
    hint: none ? (
      <>
        There are no locations yet.{' '}
        <Link to="/locations" className={sentenceLinkClass}>
          Add a location
        </Link>
      </>
    ) : (
      fixed
    ),
    disabled: Boolean(fixed) || none,
    options: locations.map(({ id, name, type }) => ({
      value: String(id),
      label: name,
      icon: locationIcon(type),
    })),
  };
}

/** The status, as far as a form can set it. */
function useStatuses(bunch: Bunch): Depending {
  const { label, tint } = useLabels();
  const { data: settings = NO_SETTINGS } = useRead('getSettings');
  const isLost = useValue('status') === 'missing';
  const hint = isLost
    ? `Reported lost: the tag is cleared, and ${bunch?.holder?.name ?? 'the holder'} stays on record as the last holder.`
    : 'Use Return Keys to bring them back.';
  return {
    hint: bunch?.status === 'issued' ? hint : undefined,
    options: statusChoices(settings, bunch?.status).map((status) => ({
      value: status,
      label: label('statuses', status),
      dot: tintDot[tint('statuses', status, STATUS_TINTS[status] ?? 'gray')],
    })),
  };
}

const ALWAYS = ['active', 'missing', 'inactive'];
/** Set by issuing only. */
const NEVER = ['issued', 'in_use'];

/**
 * The statuses a form offers: for a new bunch any but issued and in_use; an issued one can only be reported lost; others keep theirs or
 * take a new bunch's. Hidden settings are left out.
 */
function statusChoices(settings: Settings, current?: string): string[] {
  if (current === 'issued') return ['issued', 'missing'];
  const hidden = settings.statuses.filter((status) => !status.isActive).map((status) => status.name);
  const configured = choicesOf(settings, 'statuses').map((choice) => choice.value);
  const offered = [...ALWAYS, ...configured].filter(
    (status) => status === 'active' || !(NEVER.includes(status) || hidden.includes(status)),
  );
  return [...new Set(current ? [current, ...offered] : offered)];
}

/** Switched off in Key Details only, with a second person's yes. */
function useSecondPerson(bunch: Bunch): Depending {
  return {
    hint: bunch?.secondPerson
      ? "Switching it off needs a second person's yes, in Key Details."
      : 'It leaves only when another person says yes. Returns need none.',
    locked: bunch?.secondPerson ?? false,
  };
}

/** A taken position gives a warning only. */
function usePosition(bunch: Bunch): Depending {
  const locationId = useValue('locationId') ?? bunch?.locationId;
  return { hint: usePositionWarning(useValue('position'), bunch, Number(locationId) || 0) };
}

/** The serial typed, scanned within 10 seconds, or from a keyboard reader. */
function useSerialScan(): Depending {
  const { setValue } = useFormContext<BunchValues>();
  const fill = (serial: string) => {
    const text = serialText(serial);
    setValue('nfcSerial', text, { shouldDirty: true, shouldValidate: true });
    return text;
  };
  const scan = useTagScan({
    place: 'add',
    hint: true,
    onSerial: (serial) => {
      vibrate(NFC_OK);
      toast({ title: 'NFC Tag Read', description: fill(serial), variant: 'success' });
    },
  });
  useReader({ onRead: fill, inDialog: true });
  const hint = useRef<HTMLSpanElement>(null);
  const busy = scan.state !== 'idle';
  // Away from the toast at the bottom of a phone.
  useEffect(() => {
    if (busy) hint.current?.scrollIntoView({ block: 'center' });
  }, [busy]);
  return {
    trail: <ScanTagButton scan={scan} />,
    hint: (
      <span ref={hint}>
        {scan.state === 'listening' ? (
          <span role="status" className="text-link">
            Hold your phone to the tag. Listening
            <span aria-hidden> for {scan.secondsLeft} more seconds</span>.
          </span>
        ) : (
          'As printed on the NFC tag or read by a phone, such as 04:A2:2F:1B:6C:80.'
        )}
      </span>
    ),
  };
}

/** The blank label for a set: the address from a reader, or the typed letters under the code. */
function useLabelScan(): Depending {
  const { setValue } = useFormContext<BunchValues>();
  const fill = (code: string) =>
    setValue('labelCode', spokenCode(code), { shouldDirty: true, shouldValidate: true });
  return { trail: <CameraButton onCode={fill} /> };
}
