import { HOUR, MINUTE } from './calendar.ts';
import { photoOf } from './photo.ts';
import type { Home } from './places.ts';
import type { Register } from './register.ts';
import type { Tools } from './routine.ts';

/** Out of use for a while: from so many days ago, until so many days ago or still. */
const INACTIVE: readonly [string, number, number | null, string][] = [
  ['BRS-0340', 52, null, 'Season over. Pavilion shut until the next.'],
  ['BHM-0428', 50, 29, 'Contract in renewal.'],
  ['BRS-0328', 44, 21, 'Stage and roof being rebuilt, contractor has own locks.'],
  ['MCR-0137', 40, null, 'Refurbishment of the yard, keys back when it is done.'],
  ['MCR-0138', 40, null, 'Refurbishment of the yard, keys back when it is done.'],
  ['LDS-0240', 36, 16, 'Closed for asbestos survey.'],
  ['MCR-0155', 30, null, 'Parish uses its own caretaker for now.'],
  ['LDS-0204', 27, null, 'Contract paused by the client.'],
  ['V07-0105', 22, null, 'Turnstiles replaced, new keys to follow.'],
  ['BRS-0315', 15, null, 'Hall let to a single tenant until further notice.'],
  ['BHM-0417', 8, null, 'Boiler house being rebuilt.'],
  ['LDS-0241', 3, null, 'Archive moved out, room empty.'],
];

/** Missing for a while: since, found, what was written at each. */
const FOUND: readonly [string, number, number, string, string | null][] = [
  ['BHM-0411', 47, 46, 'Not on its hook at the evening count.', 'Was in the visitors\u2019 book drawer.'],
  [
    'MCR-0147',
    19,
    18,
    'Not found in the count.',
    'Loading bay shutter sticks. Turn the long brass key twice.',
  ],
  ['BRS-0319', 13, 12, 'Hook empty, nobody signed for it.', 'Hung in cabinet B by mistake.'],
  ['LDS-0206', 6, 5, 'Not in the safe at the morning count.', null],
];

export function planStatuses({ agenda, calendar, register }: Tools): void {
  for (const [identifier, from, until, why] of INACTIVE) {
    const bunch = register.find(identifier);
    const before = bunch.form.notes ?? null;
    const start = calendar.onWorkday(from, 10, 5 + (from % 40));
    const end = until === null ? null : calendar.onWorkday(until, 9, 35);
    register.tell(bunch, start, end ?? undefined);
    agenda.plan(start, (at) => register.change(at, bunch, { status: 'inactive', notes: why }));
    if (end) agenda.plan(end, (at) => register.change(at, bunch, { status: 'active', notes: before }));
  }
  for (const [identifier, since, until, why, where] of FOUND) {
    const bunch = register.find(identifier);
    const [lost, found] = [calendar.on(since, 6, 20), calendar.on(until, 6, 3)];
    register.tell(bunch, lost, found);
    agenda.plan(lost, (at) => register.change(at, bunch, { status: 'missing', notes: why }));
    agenda.plan(found, (at) => register.change(at, bunch, { status: 'active', notes: where }));
  }

  const lost = register.find('V07-0107');
  const out = calendar.on(12, 21, 50);
  register.tell(lost, out, out + 41 * HOUR);
  agenda.plan(out, (at) =>
    register.issue(at, lost, { officer: 'Callum Reid', purpose: 'Night patrol, route 2' }),
  );
  agenda.plan(out + 8.6 * HOUR, (at) => register.change(at, lost, { status: 'missing' }));
  agenda.plan(out + 40 * HOUR, (at) => register.change(at, lost, { status: 'active' }));

  const glovebox = register.find('LDS-0224');
  const since = calendar.on(33, 6, 40);
  register.tell(glovebox, since, since + 40 * HOUR);
  agenda.plan(since, (at) => register.change(at, glovebox, { status: 'missing' }));
  agenda.plan(since + 15.2 * HOUR, (at) =>
    register.issue(at, glovebox, {
      officer: 'James Marsh',
      purpose: 'Night shift',
      notes: 'Turned up in the door pocket of Van 04, straight out again',
    }),
  );
  agenda.plan(since + 23.9 * HOUR, (at) => register.giveBack(at, glovebox, 'All keys present'));
}

/** Another contract, another type; some change cabinet with it. */
const RETYPED: readonly [string, number, string, Home | null, string][] = [
  ['MCR-0125', 49, 'lock_ups', null, 'Contract now ends at 22:00'],
  ['LDS-0229', 42, 'lock_ups', null, 'Evening lock-up only from this week'],
  ['BHM-0422', 35, 'night_shift', null, 'Lettings office guarded at night'],
  ['MCR-0147', 26, 'lock_ups', 'Van 07', 'Lock-up only while the dock is resurfaced'],
  ['BRS-0308', 23, 'static', null, 'Kept for emergencies, client has its own desk now'],
  ['V07-0113', 18, 'day_shift', 'Manchester HQ', 'Day contract won, keys to the office'],
  ['MCR-0165', 11, 'night_shift', null, 'Added to night route 4'],
  ['MCR-0147', 5, 'night_shift', 'Manchester HQ', 'Dock open again, full night contract'],
  ['LDS-0215', 4, 'lock_ups', 'Van 04', 'Lock-up round now starts from the van'],
];

const EDITED: readonly [string, number, Parameters<Register['change']>[2]][] = [
  ['MCR-0126', 51, { keyCount: 5, notes: 'Key 5 is the new server room on floor 2.' }],
  ['LDS-0212', 43, { fobCount: 2 }],
  ['BRS-0301', 39, { notes: 'Report to the dock office before entering.' }],
  ['MCR-0107', 32, { fobCount: 3 }],
  ['BHM-0401', 28, { notes: 'Reception closes at 18:30. Use the side door after that.' }],
  ['V04-0609', 25, { keyCount: 3 }],
  ['MCR-0149', 20, { notes: 'Main door on a timer from 07:00 to 19:00.' }],
  ['LDS-0233', 14, { keyCount: 4, notes: 'Fourth key opens the post boxes.' }],
  ['BRS-0335', 10, { fobCount: 2 }],
  ['V07-0104', 7, { notes: 'Towpath floods. Try the upper gate first.' }],
  ['MCR-0147', 4, { fobCount: 2 }],
  ['MCR-0112', 2, { keyCount: 3 }],
];

/** Photographed: the bunch, how many days ago, how many keys are on it then. */
const PHOTOGRAPHED: readonly [string, number, number][] = [
  ['LDS-0233', 13, 4],
  ['MCR-0147', 3, 4],
];

export function planChanges({ agenda, calendar, register, chance }: Tools): void {
  for (const [identifier, daysAgo, type, place, notes] of RETYPED) {
    const bunch = register.find(identifier);
    const start = calendar.onWorkday(daysAgo, 14, 31);
    register.tell(bunch, start, start);
    agenda.plan(start, (at) => register.move(at, bunch, { type, notes, ...(place && { place }) }));
  }
  for (const [identifier, daysAgo, change] of EDITED) {
    const bunch = register.find(identifier);
    agenda.plan(calendar.onWorkday(daysAgo, 15, 8 + (daysAgo % 45)), (at) =>
      register.change(at, bunch, change),
    );
  }
  for (const [identifier, daysAgo, keys] of PHOTOGRAPHED) {
    const bunch = register.find(identifier);
    agenda.plan(calendar.onWorkday(daysAgo, 11, 20), async (at) =>
      register.change(at, bunch, { imageUrl: await photoOf(identifier, keys) }),
    );
  }
  const birmingham = register.bunches.filter(
    (bunch) => bunch.home === 'Birmingham Office' && !bunch.form.nfcSerial,
  );
  const day = calendar.onWorkday(24, 13, 40);
  for (const [index, bunch] of birmingham.slice(0, -1).entries()) {
    agenda.plan(day + index * 3.4 * MINUTE, (at) =>
      register.change(at, bunch, { nfcSerial: `04${chance.hex(6)}` }),
    );
  }
  agenda.plan(calendar.onWorkday(6, 16, 12), (at) =>
    register.limit(at, 'Van 04', 'Leeds and Bradford patrol. Safe lock on order, no new keys for now.'),
  );
}

export function planDeletions({ agenda, calendar, register }: Tools): void {
  const deletions: [string, number, string][] = [
    [
      'MCR-0124',
      calendar.onWorkday(37, 11, 26),
      'Garages sold. Keys handed to the new owner\u2019s agent, receipt in the file.',
    ],
    [
      'LDS-0249',
      calendar.onWorkday(21, 15, 47),
      'Contract ended. Keys returned to the client and signed for on site.',
    ],
    [
      'BHM-0433',
      calendar.onWorkday(9, 10, 14),
      'Client changed the locks. Old keys destroyed with a witness.',
    ],
    [
      'BRS-0317',
      calendar.inOfficeHours(78 * MINUTE),
      'Building demolished, client confirmed by email. Keys destroyed at Avonmouth.',
    ],
  ];
  for (const [identifier, start, reason] of deletions) {
    const bunch = register.find(identifier);
    register.tell(bunch, start);
    agenda.plan(start, (at) => register.remove(at, bunch, reason));
  }
}
