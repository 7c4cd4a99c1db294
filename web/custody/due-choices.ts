import { useEffect, useRef } from 'react';
import { dueBy, nextClock } from '../../shared/due.ts';
import type { DueRule } from '../../shared/due-rule.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { NO_SETTINGS } from '../../shared/setting-labels.ts';
import { clockAt, dayOf, momentOf } from '../../shared/zone.ts';
import { useRead } from '../api/read.ts';
import { clockIn, dayAndClock } from '../due-text.ts';
import { useLabels } from '../setting/labels.ts';
import { momentText } from './due-lines.ts';
import { useNow, useZone } from './zone.ts';

/** When keys are due as somebody chose it: by the rule of their type, at no time, so many hours from the moment of sending, or then. */
export type DueChoice =
  | { kind: 'rule' }
  | { kind: 'none' }
  | { kind: 'hours'; hours: number }
  | { kind: 'at'; at: number };

/** A chip: when the keys are due, and why then. `at` is null for no time. */
export type DueOption = { choice: DueChoice; at: number | null; label: string; reason: string };

export type DueContext = {
  now: number;
  zone: string;
  /** The default of a key type; null without one. */
  ruleOf: (type: string) => DueRule | null;
  typeLabel: (type: string) => string;
};

export type DueOffer = {
  /** Offered first while it is ahead: when they are due already. */
  stays?: number | null;
  /** From now on, for a time that is moved: in an hour too, and not this evening. */
  extends?: boolean;
};

const HOUR_MS = 3_600_000;
const SOON_HOURS = 4;
const EVENING = '18:00';
const MORNING = '09:00';

/** What the types of the sets say: one moment for all, or "By key type" when they differ; null when none of them says anything. */
function byRule(
  bunches: readonly Pick<KeyBunch, 'type'>[],
  { now, zone, ruleOf, typeLabel }: DueContext,
): DueOption | null {
  const types = [...new Set(bunches.map(({ type }) => type))];
  const moments = types.map((type) => dueBy(ruleOf(type), now, zone));
  const known = moments.flatMap((at) => at ?? []);
  const [first] = known;
  if (first === undefined) return null;
  const choice: DueChoice = { kind: 'rule' };
  const [earliest, latest] = [Math.min(...known), Math.max(...known)];
  if (earliest === latest && known.length === moments.length) {
    const named = types.length === 1 ? typeLabel(types[0] ?? '') : 'these types';
    return { choice, at: first, label: momentText(first, now, zone), reason: `Usual for ${named}` };
  }
  const until = known.length < moments.length ? 'or no time' : `to ${clockIn(latest, zone)}`;
  return { choice, at: latest, label: 'By key type', reason: `${clockIn(earliest, zone)} ${until}` };
}

/** A time of today, while it is at least an hour ahead. */
function laterToday(time: string, now: number, zone: string): number | null {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const at = momentOf({ ...clockAt(now, zone), hour, minute }, zone);
  return at >= now + HOUR_MS ? at : null;
}

/**
 * What is offered, in order of time. All are moments still to come, by the company's clock; two that are the same moment are offered once.
 */
export function dueOptions(
  bunches: readonly Pick<KeyBunch, 'type'>[],
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
  const morning = nextClock(MORNING, now, zone);
  const offered = [
    ...(moved ? hours(1, 'In 1 hour') : at(stays !== null && stays > now ? stays : null, 'Keep as is')),
    ...(usual ? [usual] : []),
    ...hours(SOON_HOURS, `In ${SOON_HOURS} hours`),
    ...(moved ? [] : at(laterToday(EVENING, now, zone), 'This evening')),
    ...at(morning, morning < dayOf(now, zone).to ? 'This morning' : 'Next morning'),
  ];
  const minute = (moment: number | null) => Math.floor((moment ?? 0) / 60_000);
  const once = offered.filter(
    (option, index) => offered.findIndex((other) => minute(other.at) === minute(option.at)) === index,
  );
  once.sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
  return [...once, { choice: { kind: 'none' }, at: null, label: 'No time', reason: 'No due time' }];
}

/** Whether a chip is the one that was chosen. Without a usual time "by rule" is no time. */
export function isChosen(option: DueOption, chosen: DueChoice, options: readonly DueOption[]): boolean {
  const { choice } = option;
  if (chosen.kind === 'rule' && !options.some((one) => one.choice.kind === 'rule'))
    return choice.kind === 'none';
  if (chosen.kind !== choice.kind) return false;
  if (chosen.kind === 'at' && choice.kind === 'at') return chosen.at === choice.at;
  if (chosen.kind === 'hours' && choice.kind === 'hours') return chosen.hours === choice.hours;
  return true;
}

/** What is sent: nothing for the rule, null for no time, else the moment. */
export function dueToSend(chosen: DueChoice, now: number): string | null | undefined {
  if (chosen.kind === 'rule') return undefined;
  if (chosen.kind === 'none') return null;
  const at = chosen.kind === 'hours' ? now + chosen.hours * HOUR_MS : chosen.at;
  return new Date(at).toISOString();
}

/** The same where nothing sent means no change: the rule is told as the moment that it comes to. */
export function momentToSend(chosen: DueChoice, options: readonly DueOption[], now: number): string | null {
  if (chosen.kind !== 'rule') return dueToSend(chosen, now) ?? null;
  const at = options.find(({ choice }) => choice.kind === 'rule')?.at;
  return at ? new Date(at).toISOString() : null;
}

/** What was chosen, in a sentence: "due tomorrow 06:00", "due by key type", "no time". */
export function dueWords(
  chosen: DueChoice,
  options: readonly DueOption[],
  now: number,
  zone: string,
): string {
  const option = options.find((one) => isChosen(one, chosen, options));
  if (option)
    return option.at === null
      ? 'no time'
      : `due ${option.label.charAt(0).toLowerCase()}${option.label.slice(1)}`;
  return chosen.kind === 'at' ? `due ${dayAndClock(chosen.at, now, zone)}` : 'no time';
}

/** When sets may be due, as chips; they move on with the clock. */
export function useDueOptions(bunches: readonly Pick<KeyBunch, 'type'>[], offer: DueOffer = {}): DueOption[] {
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

type Asked = {
  bunches: readonly Pick<KeyBunch, 'type'>[];
  /** Whether the holder has no account. */
  isOutsider: boolean;
  due: DueChoice;
  onDue: (due: DueChoice) => void;
};

/**
 * Chooses a due time for an outsider where no type of the sets has a rule: this evening, or else the next morning, as the chips offer it. It
 * is taken back when the holder is another one; what a user chose stays (docs/decisions/0058-due-times-of-outsiders.md).
 */
export function useOutsiderDue({ bunches, isOutsider, due, onDue }: Asked): void {
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
