import { planAudits } from './audits.ts';
import { DAY, HOUR, MINUTE } from './calendar.ts';
import { halfHourBy, planDueRules } from './due.ts';
import { planEvening } from './evening.ts';
import { LOCATIONS } from './locations.ts';
import { planPeople } from './people.ts';
import { openPlan, type Plan } from './plan.ts';
import { planPremises } from './premises.ts';
import { planRoutine, planStillOut, planWeekends } from './routine.ts';
import type { Act } from './stage.ts';

/** Sets that are out at the end: a quarter of all, less the four of planLastDays and the seven of planEvening. */
const STILL_OUT = 30 - 4 - 7;

/** All acts in the demo company in the sixty-three days before `now`, in order; identical for equal `now` and time zone. */
export function makeStory(now: number): Act[] {
  const plan = openPlan(now);
  planOpening(plan);
  planStatuses(plan);
  planChanges(plan);
  planRights(plan);
  planLastDays(plan);
  planEvening(plan);
  planStillOut(plan, STILL_OUT);
  planWeekends(plan);
  planRoutine(plan);
  planAudits(plan);
  return plan.inOrder();
}

const STATUS_SETTINGS = [
  { name: 'inactive', displayName: 'Inactive', color: '#6b7280', description: 'Out of use for now' },
  {
    name: 'at_locksmith',
    displayName: 'At locksmith',
    color: '#7c3aed',
    description: 'Being cut or repaired',
  },
];

/**
 * The people, the locations, the custom statuses, the due rules, the buildings, and the sets cabinet by cabinet; later ones as their
 * buildings are added.
 */
function planOpening(plan: Plan): void {
  const { calendar, chance, sets, write, add } = plan;
  planPeople(plan);
  planDueRules(plan);
  for (const [index, { name, description }] of LOCATIONS.entries()) {
    const body = { name, description, type: name.startsWith('Van') ? 'van' : 'office' };
    write(calendar.on(63, 8.9) + index * 4 * MINUTE, 'Dana', 'createLocation', body, { makes: name });
  }
  for (const body of STATUS_SETTINGS)
    write(calendar.on(63, 9.4), 'Dana', 'createSetting', body, {
      params: { category: 'statuses' },
      makes: body.name,
    });
  const limited = { status: 'limited', description: 'Leeds and Bradford patrol. Lock of the safe on order.' };
  write(calendar.onWorkday(6, 16.2), 'Tom', 'updateLocation', limited, { params: { id: 'Van 04' } });

  const early = sets.filter(({ daysAgo }) => daysAgo === null);
  const addedAt = new Map<string, number>();
  for (const set of sets) {
    const [index, late] = [early.indexOf(set), set.daysAgo];
    const first = calendar.on(63 - Math.floor(index / 40), 9.5) + (index % 40) * 9.5 * MINUTE;
    const at = late === null ? first : calendar.onWorkday(late, chance.between(10, 15));
    set.busy.push({ from: Number.NEGATIVE_INFINITY, to: at + HOUR });
    addedAt.set(set.id, at);
    add(at, set);
  }
  planPremises(plan, addedAt);
}

type Spell = readonly [
  id: string,
  status: string,
  from: number,
  until: number | null,
  why: string,
  then?: string,
];

/** A temporary status: days ago of its start and end, and the notes of both. */
const SPELLS: readonly Spell[] = [
  ['BRS-0340', 'inactive', 52, null, 'Season over. Pavilion shut until the next.'],
  ['BHM-0428', 'inactive', 50, 29, 'Contract in renewal.', 'Term time only. In holidays ring the bursar.'],
  ['BHM-0411', 'missing', 47, 46, 'Not on its hook at the evening count.', 'Was in the drawer of the desk.'],
  ['MCR-0137', 'inactive', 40, null, 'Refurbishment of the yard, keys back when it is done.'],
  ['MCR-0138', 'inactive', 40, null, 'Refurbishment of the yard, keys back when it is done.'],
  ['MCR-0155', 'inactive', 30, null, 'Parish uses its own caretaker for now.'],
  ['LDS-0204', 'inactive', 27, null, 'Contract paused by the client.'],
  ['V07-0105', 'inactive', 22, null, 'Turnstiles replaced, new keys to follow.'],
  [
    'MCR-0147',
    'missing',
    19,
    18,
    'Not found in the count.',
    'Shutter sticks. Turn the long brass key twice.',
  ],
  ['BRS-0315', 'inactive', 15, null, 'Hall let to a single tenant until further notice.'],
  ['BHM-0417', 'inactive', 8, null, 'Boiler house being rebuilt.'],
  ['BHM-0430', 'at_locksmith', 6, null, 'Two copies for the new caretaker.'],
  ['LDS-0241', 'inactive', 3, null, 'Archive moved out, room empty.'],
  ['MCR-0134', 'at_locksmith', 2, null, 'Worn. New one cut from the original.'],
];

/** Deletions: days ago, and reason. */
const DELETED: readonly (readonly [id: string, daysAgo: number, reason: string])[] = [
  ['MCR-0124', 37, 'Garages sold. Keys handed to the new owner’s agent, receipt in the file.'],
  ['LDS-0249', 21, 'Contract ended. Keys returned to the client and signed for on site.'],
  ['BHM-0433', 9, 'Client changed the locks. Old keys destroyed with a witness.'],
  ['BRS-0317', 1, 'Building demolished, client confirmed by email. Keys destroyed at Avonmouth.'],
];

function planStatuses(plan: Plan): void {
  const { onWorkday } = plan.calendar;
  for (const [id, status, from, until, why, then = null] of SPELLS) {
    const start = onWorkday(from, 10.2);
    const end = until === null ? undefined : Math.max(onWorkday(until, 9.6), start + HOUR);
    plan.reserve(id, start, end);
    plan.edit(start, id, { status, notes: why });
    if (end) plan.edit(end, id, { status: 'active', notes: then });
  }
  for (const [id, daysAgo, reason] of DELETED) {
    plan.reserve(id, onWorkday(daysAgo, 11.4));
    plan.remove(onWorkday(daysAgo, 11.4), id, reason);
  }
}

/** Changes of contract, type, perhaps location: days ago, and reason. */
const RETYPED: readonly (readonly [
  id: string,
  daysAgo: number,
  type: string,
  location: string | null,
  why: string,
])[] = [
  ['LDS-0229', 42, 'lock_ups', null, 'Evening lock-up only from this week'],
  ['MCR-0147', 26, 'lock_ups', 'Van 07', 'Lock-up only while the dock is resurfaced'],
  ['V07-0113', 18, 'day_shift', 'Manchester HQ', 'Day contract won, keys to the office'],
  ['MCR-0147', 10, 'night_shift', 'Manchester HQ', 'Dock open again, full night contract'],
  ['LDS-0215', 4, 'lock_ups', 'Van 04', 'Lock-up round now starts from the van'],
];

/** Edits: days ago; `imageUrl` is the number of keys on the photo. */
const EDITED: readonly (readonly [id: string, daysAgo: number, change: Parameters<Plan['edit']>[2]])[] = [
  ['BHM-0401', 28, { notes: 'Reception closes at 18:30. Use the side door after that.' }],
  ['LDS-0233', 14, { keyCount: 4, notes: 'Fourth key opens the post boxes.' }],
  ['LDS-0233', 13, { imageUrl: 4 }],
  ['MCR-0147', 5, { fobCount: 2 }],
  ['MCR-0147', 4, { imageUrl: 4 }],
];

function planChanges(plan: Plan): void {
  const { onWorkday } = plan.calendar;
  for (const [id, daysAgo, type, location, why] of RETYPED) {
    plan.reserve(id, onWorkday(daysAgo, 14.5), onWorkday(daysAgo, 14.5));
    plan.move(onWorkday(daysAgo, 14.5), id, { type, location }, why);
  }
  for (const [id, daysAgo, change] of EDITED) plan.edit(onWorkday(daysAgo, 15.2), id, change);
}

/** Everything still open today: four missing, three out for long and one just now, and the acts of the last hour. */
function planLastDays(plan: Plan): void {
  const { now, latest } = plan.calendar;
  const missing = (id: string, at: number, notes: string): void => {
    plan.reserve(id, at);
    plan.edit(at, id, { status: 'missing', notes });
  };
  const issue = (id: string, at: number, officer: string, purpose: string, dueAt?: string): void => {
    plan.reserve(id, at);
    plan.issue(at, id, officer, purpose, dueAt ? { dueAt } : {});
  };
  const pump = latest(10.4, 2.2 * DAY);
  issue('MCR-0163', pump, 'L. Moore', 'Sprinkler valve check');
  missing('MCR-0163', pump + 5.6 * HOUR, 'Reported lost by the contractor. Client told by phone.');
  missing('BRS-0321', latest(18.7, 4.5 * DAY), 'Hook empty after the evening round. Redcliffe desk asked.');
  missing('MCR-0119', latest(6.2, 20 * HOUR), 'Not on its hook at the morning count. CCTV requested.');
  missing('V04-0612', now - 26 * MINUTE, 'Not in the van safe at handover.');

  const [lift, round, event] = [latest(9.2, 2.3 * DAY), latest(16.9, 14 * HOUR), latest(7.8, 13 * HOUR)];
  issue('MCR-0142', lift, 'R. Doyle', 'Lift motor replacement', halfHourBy(lift + 6.4 * HOUR));
  issue('LDS-0236', round, 'James Marsh', 'Lock-up round', halfHourBy(round + 5.2 * HOUR));
  issue('BRS-0326', event, 'Bethan Rhys', 'Event set-up, foyer', halfHourBy(event + 8.4 * HOUR));

  issue('LDS-0233', now - 4.4 * HOUR, 'Kayleigh Dunn', 'Front desk cover');
  issue('MCR-0101', now - 3.1 * HOUR, 'Megan Price', 'Site inspection with the client');
  plan.returnKeys(now - 38 * MINUTE, 'MCR-0101', 'Megan Price', { notes: 'Counted and resealed' });
  plan.returnKeys(now - 12 * MINUTE, 'LDS-0233', 'Kayleigh Dunn');
  for (const id of ['LDS-0218', 'LDS-0221']) {
    plan.reserve(id, now - 33 * MINUTE);
    plan.move(now - 33 * MINUTE, id, { location: 'Van 04' }, 'Night cover, Headingley round');
  }
  issue('MCR-0147', now - 8_000, 'Callum Reid', 'Loading bay lock-up check');
}

/** Changes of rights: days ago, hour, person and rights. Each is undone later. */
const RIGHTS: readonly (readonly [
  daysAgo: number,
  hour: number,
  who: string,
  change: Record<string, unknown>,
])[] = [
  // Hannah covers for Tom for a week.
  [24, 9.1, 'Hannah Boyd', { role: 'admin' }],
  [17, 8.6, 'Hannah Boyd', { role: 'officer' }],
  // Priya gives keys out during a fair.
  [11, 13.4, 'Priya Raman', { customPermissions: ['key:issue', 'key:return'] }],
  [8, 9.3, 'Priya Raman', { customPermissions: [] }],
];

/** Changes of rights, wording and the company by Dana: the demo's activity log. */
function planRights({ calendar, write }: Plan): void {
  for (const [daysAgo, hour, who, change] of RIGHTS)
    write(calendar.onWorkday(daysAgo, hour), 'Dana', 'updateUser', change, { params: { id: who } });
  const wording = calendar.onWorkday(14, 15.1);
  const locksmith = { description: 'Being cut or repaired. Back within a week as a rule.' };
  write(wording, 'Dana', 'updateSetting', locksmith, {
    params: { category: 'statuses', id: 'at_locksmith' },
  });
  const description = 'Keyholding, alarm response and patrols in four cities';
  write(wording + 20 * MINUTE, 'Dana', 'updateCompany', { description });
}
