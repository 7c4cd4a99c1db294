import { useEffect, useRef } from 'react';
import { type Bound, dueBy, dueWithin, isTooLate, nextClock } from '../../shared/due.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import type { DueRule } from '../../shared/setting.ts';
import { NO_SETTINGS } from '../../shared/setting-labels.ts';
import { clockAt, dayOf, momentOf } from '../../shared/zone.ts';
import { useRead } from '../api/read.ts';
import { useLabels } from '../labels.ts';
import { useNow, useZone } from '../zone.ts';
import { clockIn, dayAndClock, momentText } from './due-lines.ts';

/** The chosen due time: the type's rule, none, a number of hours after sending, or a fixed time. */
export type DueChoice =
  | { kind: 'rule' }
  | { kind: 'none' }
  | { kind: 'hours'; hours: number }
  | { kind: 'at'; at: number };

/** A chip: due time and reason. `at` is null for no time. */
export type DueOption = { choice: DueChoice; at: number | null; label: string; reason: string };

export type DueContext = {
  now: number;
  zone: string;
  /** The key type's default; null without one. */
  ruleOf: (type: string) => DueRule | null;
  typeLabel: (type: string) => string;
};

export type DueOffer = {
  /** The current due time, offered first while it is ahead. */
  stays?: number | null;
  /** For Extend: adds "in an hour" and drops "this evening". */
  extends?: boolean;
};

const HOUR_MS = 3_600_000;
const SOON_HOURS = 4;
const EVENING = '18:00';
const MORNING = '09:00';

/** A set that is to be due: its type, and the reservation that bounds it (`boundOf`), if any. */
export type DueSet = Pick<KeyBunch, 'type'> & { bound?: Bound | null };

/** When a set is due unless a time is chosen, and the reservation that made it so, if any. */
function usualOf({ type, bound = null }: DueSet, { now, zone, ruleOf }: DueContext) {
  const byType = dueBy(ruleOf(type), now, zone);
  const at = dueWithin(byType, bound, now);
  return { at, because: at !== byType && bound ? whyBound(bound, zone) : null };
}

/** "Before Ana Ruiz at 06:00"; of the recipient's own its end. */
const whyBound = ({ isOwn, name, from }: Bound, zone: string): string =>
  isOwn ? 'End of the reservation' : `Before ${name} at ${clockIn(from, zone)}`;

/** The due time of the sets' types and reservations: one time for all, "By key type" or "By set" when they differ, null without rules. */
function byRule(bunches: readonly DueSet[], context: DueContext): DueOption | null {
  const { now, zone, typeLabel } = context;
  const types = [...new Set(bunches.map(({ type }) => type))];
  const usual = bunches.map((bunch) => usualOf(bunch, context));
  const known = usual.flatMap(({ at }) => at ?? []);
  const [first] = known;
  if (first === undefined) return null;
  const choice: DueChoice = { kind: 'rule' };
  const [earliest, latest] = [Math.min(...known), Math.max(...known)];
  const because = usual.find((one) => one.because)?.because;
  if (earliest === latest && known.length === usual.length) {
    const named = types.length === 1 ? typeLabel(types[0] ?? '') : 'these types';
    return {
      choice,
      at: first,
      label: momentText(first, now, zone),
      reason: because ?? `Usual for ${named}`,
    };
  }
  const until = known.length < usual.length ? 'or no time' : `to ${clockIn(latest, zone)}`;
  const label = because ? 'By set' : 'By key type';
  return { choice, at: latest, label, reason: `${clockIn(earliest, zone)} ${until}` };
}

/** A time of today, while at least an hour ahead. */
function laterToday(time: string, now: number, zone: string): number | null {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const at = momentOf({ ...clockAt(now, zone), hour, minute }, zone);
  return at >= now + HOUR_MS ? at : null;
}

/**
 * The suggested times in order: all in the future, in the company's zone, without duplicates, and none after the first reservation of another
 * person.
 */
export function dueOptions(
  bunches: readonly DueSet[],
  context: DueContext,
  { stays = null, extends: moved = false }: DueOffer = {},
): DueOption[] {
  const { now, zone } = context;
  const at = (moment: number | null, reason: string, choice?: DueChoice): DueOption[] =>
    moment === null
      ? []
      : [
          {
            choice: choice ?? { kind: 'at', at: moment },
            at: moment,
            label: momentText(moment, now, zone),
            reason,
          },
        ];
  const hours = (n: number, reason: string) => at(now + n * HOUR_MS, reason, { kind: 'hours', hours: n });
  const usual = byRule(bunches, context);
  const bound = firstBound(bunches);
  const morning = nextClock(MORNING, now, zone);
  const offered = [
    ...(moved ? hours(1, 'In 1 hour') : at(stays !== null && stays > now ? stays : null, 'Keep as is')),
    ...(usual ? [usual] : []),
    ...(bound && bound.latest > now ? at(bound.latest, whyBound(bound, zone)) : []),
    ...hours(SOON_HOURS, `In ${SOON_HOURS} hours`),
    ...(moved ? [] : at(laterToday(EVENING, now, zone), 'This evening')),
    ...at(morning, morning < dayOf(now, zone).to ? 'This morning' : 'Next morning'),
  ];
  const minute = (moment: number | null) => Math.floor((moment ?? 0) / 60_000);
  const once = offered.filter(
    (option, index) => offered.findIndex((other) => minute(other.at) === minute(option.at)) === index,
  );
  once.sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
  const all: DueOption[] = [
    ...once,
    { choice: { kind: 'none' }, at: null, label: 'No time', reason: 'No due time' },
  ];
  return all.filter(({ choice, at: due }) => choice.kind === 'rule' || !isTooLate(due, bound));
}

/** The reservation of another person that begins first. */
const firstBound = (bunches: readonly DueSet[]): Bound | null =>
  bunches
    .flatMap(({ bound }) => (bound && !bound.isOwn ? bound : []))
    .reduce<Bound | null>((first, one) => (first && first.latest <= one.latest ? first : one), null);

/** Whether a chip is chosen. Without a default, "by rule" means no time. */
export function isChosen(option: DueOption, chosen: DueChoice, options: readonly DueOption[]): boolean {
  const { choice } = option;
  if (chosen.kind === 'rule' && !options.some((one) => one.choice.kind === 'rule'))
    return choice.kind === 'none';
  if (chosen.kind !== choice.kind) return false;
  if (chosen.kind === 'at' && choice.kind === 'at') return chosen.at === choice.at;
  if (chosen.kind === 'hours' && choice.kind === 'hours') return chosen.hours === choice.hours;
  return true;
}

/** The value to send: undefined for the rule, null for no time, else the time. */
export function dueToSend(chosen: DueChoice, now: number): string | null | undefined {
  if (chosen.kind === 'rule') return undefined;
  if (chosen.kind === 'none') return null;
  const at = chosen.kind === 'hours' ? now + chosen.hours * HOUR_MS : chosen.at;
  return new Date(at).toISOString();
}

/** The same where undefined means no change: the rule is sent as its time. */
export function momentToSend(chosen: DueChoice, options: readonly DueOption[], now: number): string | null {
  if (chosen.kind !== 'rule') return dueToSend(chosen, now) ?? null;
  const at = options.find(({ choice }) => choice.kind === 'rule')?.at;
  return at ? new Date(at).toISOString() : null;
}

/** The choice in a sentence: "due tomorrow 06:00", "due 06:00 to 18:00, by key type", "no time". */
export function dueWords(
  chosen: DueChoice,
  options: readonly DueOption[],
  now: number,
  zone: string,
): string {
  const option = options.find((one) => isChosen(one, chosen, options));
  if (option?.at === null) return 'no time';
  if (option) {
    const { label, reason } = option;
    const words = `${label.charAt(0).toLowerCase()}${label.slice(1)}`;
    return `due ${label.startsWith('By ') ? `${reason}, ` : ''}${words}`;
  }
  return chosen.kind === 'at' ? `due ${dayAndClock(chosen.at, now, zone)}` : 'no time';
}

/** The chips; they follow the clock. */
export function useDueOptions(bunches: readonly DueSet[], offer: DueOffer = {}): DueOption[] {
  const [now, zone] = [useNow(), useZone()];
  const { label } = useLabels();
  const { data: { keyTypes } = NO_SETTINGS } = useRead('getSettings');
  return dueOptions(
    bunches,
    {
      now,
      zone,
      ruleOf: (type) => keyTypes.find(({ name }) => name === type)?.due ?? null,
      typeLabel: (type) => label('keyTypes', type),
    },
    offer,
  );
}

type DueRequest = {
  bunches: readonly DueSet[];
  /** Whether the holder has no account. */
  isOutsider: boolean;
  due: DueChoice;
  onDue: (due: DueChoice) => void;
};

/**
 * Sets a due time for an outsider where no type has a rule: this evening, else the next morning. Cleared when the holder changes; a user's
 * own choice stays (docs/decisions/0058-due-times-of-outsiders.md).
 */
export function useOutsiderDue({ bunches, isOutsider, due, onDue }: DueRequest): void {
  const known = useRead('getSettings').data !== undefined;
  const options = useDueOptions(bunches);
  const given = useRef<DueChoice | null>(null);
  const evening = options.find(({ choice }) => choice.kind === 'at')?.choice;
  const ruled = options.some(({ choice }) => choice.kind === 'rule');
  const wanted = known && isOutsider && !ruled && bunches.length > 0;
  useEffect(() => {
    if (wanted && due.kind === 'rule' && evening) {
      given.current = evening;
      onDue(evening);
    } else if (!wanted && given.current && due === given.current) {
      given.current = null;
      onDue({ kind: 'rule' });
    }
  });
}
