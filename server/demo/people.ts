import { DEMO_ACCOUNTS } from './accounts.ts';
import type { Home } from './places.ts';
import type { Chance } from './random.ts';

/** First names of the demo accounts that act; Priya, the viewer, only ever carries keys. */
export type Actor = 'Dana' | 'Tom' | 'Hannah';

type Officer = { name: string; patch: readonly Home[]; shift: 'day' | 'night' };

/** Who keys are issued to: officers work one patch and one shift. */
const CREW: readonly Officer[] = [
  { name: 'Callum Reid', patch: ['Manchester HQ', 'Van 07'], shift: 'night' },
  { name: 'Megan Price', patch: ['Manchester HQ'], shift: 'day' },
  { name: 'S. Rahman', patch: ['Manchester HQ', 'Van 07'], shift: 'night' },
  { name: 'Owen Hartley', patch: ['Manchester HQ', 'Van 07'], shift: 'day' },
  { name: 'James Marsh', patch: ['Leeds Office', 'Van 04'], shift: 'night' },
  { name: 'Kayleigh Dunn', patch: ['Leeds Office'], shift: 'day' },
  { name: 'Marek Zielinski', patch: ['Leeds Office', 'Van 04'], shift: 'day' },
  { name: 'Bethan Rhys', patch: ['Bristol Depot'], shift: 'day' },
  { name: 'Siân Morgan', patch: ['Bristol Depot'], shift: 'day' },
  { name: 'Gareth Lowe', patch: ['Bristol Depot'], shift: 'night' },
  { name: 'Adaeze Okafor', patch: ['Birmingham Office'], shift: 'day' },
  { name: 'Yusuf Karim', patch: ['Birmingham Office'], shift: 'day' },
  { name: 'Imran Sadiq', patch: ['Birmingham Office'], shift: 'night' },
  { name: 'Priya Raman', patch: ['Manchester HQ', 'Leeds Office'], shift: 'day' },
  { name: 'Tom Whitaker', patch: ['Leeds Office'], shift: 'day' },
];

/** Outsiders who sign for a key themselves, what they come for, and the doors that they open. */
export const CONTRACTORS: readonly (readonly [name: string, purpose: string, doors: RegExp])[] = [
  ['R. Doyle (lift engineer)', 'Contractor access, lift engineer', /lift|riser|roof/i],
  ['J. Ellison (fire alarms)', 'Quarterly fire alarm test', /./],
  ['P. Adeyemi (electrician)', 'Emergency lighting inspection', /./],
  ['P. Adeyemi (electrician)', 'Fixed wiring test', /substation|switch|comms|generator/i],
  ['K. Brandt (heating)', 'Boiler service, signed in on site', /plant|boiler/i],
  ['L. Moore (sprinklers)', 'Sprinkler valve check', /sprinkler|pump/i],
  ['D. Finch (meters)', 'Meter reading', /meter|substation/i],
];

/** Who carries a key of this place. */
export function officerFor(chance: Chance, place: Home, shift: Officer['shift']): string {
  const near = CREW.filter((officer) => officer.patch.includes(place));
  const now = near.filter((officer) => officer.shift === shift);
  return chance.pick(now.length > 0 ? now : near).name;
}

/** Who sits at the desk: Hannah at night and on weekend days, Tom on Friday and Saturday nights, Dana and Tom on weekdays. */
export function atTheDesk(at: Date): Actor {
  const [hour, day] = [at.getHours(), at.getDay()];
  const daytime = hour >= 7 && hour < 17;
  if (daytime && (day === 0 || day === 6)) return 'Hannah';
  if (daytime) return day === 5 || (at.getDate() + hour) % 3 === 0 ? 'Dana' : 'Tom';
  const evening = hour < 7 ? (day + 6) % 7 : day;
  return evening === 5 || evening === 6 ? 'Tom' : 'Hannah';
}

/** The account of a holder who has one. */
export const accountOf = (name: string) =>
  DEMO_ACCOUNTS.find((account) => `${account.firstName} ${account.lastName}` === name);
