import type { Home } from './places.ts';
import type { Chance } from './random.ts';

export type Job = 'day' | 'night' | 'lockUp' | 'unlock' | 'static' | 'alarm';

const PURPOSES: Record<Job, readonly string[]> = {
  day: [
    'Day shift',
    'Day patrol, route 1',
    'Day patrol, route 3',
    'Site inspection with the client',
    'Cleaners let in',
    'Cover for sickness',
    'New starter shadowing',
    'Key check against the client list',
    'Fire door inspection',
    'Caretaker on leave',
  ],
  night: [
    'Night patrol, route 2',
    'Night patrol, route 4',
    'Night shift',
    'Static guard, 22:00 to 06:00',
    'Two visits, 23:00 and 03:00',
    'Perimeter patrol',
  ],
  lockUp: [
    'Evening lock-up',
    'Lock-up round',
    'Lock up and set the alarm',
    'Late event, lock up after 22:00',
  ],
  unlock: ['Morning unlock', 'Unlock round', 'Early delivery', 'Opening up for the cleaners'],
  static: ['Insurance survey', 'Escorted visit', 'Monthly check', 'Key check against the client list'],
  alarm: [
    'Alarm response, {building}',
    'Alarm response, {building}, police informed',
    'Intruder alarm, ground floor zone',
    'Fire panel fault, {building}',
    'Keyholder call-out, {building}',
  ],
};

/** What only some doors are taken out for. */
const SPECIAL: readonly (readonly [Job, RegExp, readonly string[]])[] = [
  ['lockUp', /loading|dock/i, ['Loading bay lock-up check']],
  ['lockUp', /shutter|grille/i, ['Shutters down and alarm set', 'Shutter left half open']],
  ['lockUp', /car park/i, ['Car park closing']],
  ['lockUp', /gate/i, ['Gates locked at dusk', 'Gates and padlock check']],
  ['night', /loading|dock/i, ['Dock watch', 'Night deliveries, loading bay']],
  ['night', /gate|barrier/i, ['Gatehouse duty, 22:00 to 06:00']],
  [
    'static',
    /plant|boiler|generator|pump/i,
    ['Plant room check', 'Monthly test run', 'Water temperature readings'],
  ],
  ['static', /meter|gas/i, ['Meter reading']],
  ['unlock', /gate|market/i, ['Gates open for early traders']],
  ['day', /reception|concierge|lobby|desk/i, ['Front desk cover', 'Opening up and reception duty']],
  ['day', /office|suite/i, ['Viewing with the letting agent', 'Post and parcels']],
];

/** Why these keys are taken out for this job. */
export function purposeOf(chance: Chance, job: Job, building: string): string {
  const special = SPECIAL.filter(([of, door]) => of === job && door.test(building));
  const from = special.length > 0 && chance.odds(0.5) ? chance.pick(special)[2] : PURPOSES[job];
  return chance.pick(from).replace('{building}', building.split(',')[0] ?? building);
}

export const ISSUE_NOTES = [
  'ID badge checked',
  'Signed for at the desk',
  'Radio 6 with the keys',
  'Back by end of shift',
  'Spare seal handed over',
  'Told about the sticking shutter',
  'Client informed by phone',
  'Two signatures on the sheet',
  'Keys counted together',
] as const;

export const RETURN_NOTES: readonly (readonly [string, number])[] = [
  ['All keys present', 4],
  ['Counted and resealed', 4],
  ['Late back, traffic on the ring road', 1],
  ['Fob slow to read, battery ordered', 1],
  ['One key stiff, oiled', 1],
  ['Seal had come off in the van', 1],
  ['Nothing to report', 2],
  ['False alarm, panel reset', 1],
  ['Side gate chain replaced', 1],
  ['Handed in by the relief', 2],
];

/** Why a bunch left its cabinet for another place, or came home. */
export function moveNote(chance: Chance, home: Home, to: Home): string | null {
  if (chance.odds(0.15)) return null;
  if (to === home)
    return chance.pick(['Back to its cabinet', 'Back to base', 'Back, counted', 'Cover ended']);
  if (to.startsWith('Van'))
    return chance.pick([
      'Night cover',
      'Patrol route extended',
      'On the van for alarm response',
      'Event cover',
    ]);
  return chance.pick([
    'Key cutting, two copies ordered',
    'For the locksmith, new barrel',
    'Client meeting at the office',
    'Insurance audit of high-risk keys',
  ]);
}
