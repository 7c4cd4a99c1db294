import { dayIn } from '../../shared/clock-text.ts';
import { deviceZone } from '../../shared/zone.ts';
import { DEMO_KIOSK } from '../features/auth/demo-accounts.ts';
import type { CompanyCallName } from '../features/feature.ts';
import { atDesk, DAY, HOUR, halfHourBy, halfHourFrom, MINUTE, managerAt, type Plan } from './plan.ts';
import type { Actor } from './stage.ts';

/**
 * What became of single sets, of rights (Hannah covers for Tom for a week, Priya gives keys out during a fair) and of the company: days ago,
 * call, record and body. `imageUrl` is the number of keys on the photo.
 */
const PAST = `
52 updateKeyBunch BRS-0340 { "status": "inactive", "notes": "Season over. Pavilion shut until the next." }
50 updateKeyBunch BHM-0428 { "status": "inactive", "notes": "Contract in renewal." }
47 updateKeyBunch BHM-0411 { "status": "missing", "notes": "Not on its hook at the evening count." }
46 updateKeyBunch BHM-0411 { "status": "active", "notes": "Was in the drawer of the desk." }
42 moveKeyBunch LDS-0229 { "toBunchType": "lock_ups", "notes": "Evening lock-up only from this week" }
40 updateKeyBunch MCR-0137 { "status": "inactive", "notes": "Refurbishment of the yard, keys back when it is done." }
40 updateKeyBunch MCR-0138 { "status": "inactive", "notes": "Refurbishment of the yard, keys back when it is done." }
37 deleteKeyBunch MCR-0124 { "reason": "Garages sold. Keys handed to the new owner’s agent, receipt in the file." }
30 updateKeyBunch MCR-0155 { "status": "inactive", "notes": "Parish uses its own caretaker for now." }
29 updateKeyBunch BHM-0428 { "status": "active", "notes": "Term time only. In holidays ring the bursar." }
28 updateKeyBunch BHM-0401 { "notes": "Reception closes at 18:30. Use the side door after that." }
27 updateKeyBunch LDS-0204 { "status": "inactive", "notes": "Contract paused by the client." }
26 moveKeyBunch MCR-0147 { "toBunchType": "lock_ups", "toLocationId": "Van 07", "notes": "Lock-up only while the dock is resurfaced" }
24 updateUser Hannah Boyd { "role": "admin" }
22 updateKeyBunch V07-0105 { "status": "inactive", "notes": "Turnstiles replaced, new keys to follow." }
21 deleteKeyBunch LDS-0249 { "reason": "Contract ended. Keys returned to the client and signed for on site." }
19 updateKeyBunch MCR-0147 { "status": "missing", "notes": "Not found in the count." }
18 updateKeyBunch MCR-0147 { "status": "active", "notes": "Shutter sticks. Turn the long brass key twice." }
18 moveKeyBunch V07-0113 { "toBunchType": "day_shift", "toLocationId": "Manchester HQ", "notes": "Day contract won, keys to the office" }
17 updateUser Hannah Boyd { "role": "officer" }
15 updateKeyBunch BRS-0315 { "status": "inactive", "notes": "Hall let to a single tenant until further notice." }
14 updateKeyBunch LDS-0233 { "keyCount": 4, "notes": "Fourth key opens the post boxes." }
14 updateCompany Northgate Keyholding { "description": "Keyholding, alarm response and patrols in four cities" }
13 updateKeyBunch LDS-0233 { "imageUrl": 4 }
11 updateUser Priya Raman { "customPermissions": ["key:issue", "key:return"] }
10 moveKeyBunch MCR-0147 { "toBunchType": "night_shift", "toLocationId": "Manchester HQ", "notes": "Dock open again, full night contract" }
9 deleteKeyBunch BHM-0433 { "reason": "Client changed the locks. Old keys destroyed with a witness." }
8 updateKeyBunch BHM-0417 { "status": "inactive", "notes": "Boiler house being rebuilt." }
8 updateUser Priya Raman { "customPermissions": [] }
7 updateUser Tom Whitaker { "approver": true }
7 updateKeyBunch MCR-0145 { "secondPerson": true }
6 updateKeyBunch BHM-0430 { "status": "at_locksmith", "notes": "Two copies for the new caretaker." }
6 updateLocation Van 04 { "status": "limited", "description": "Leeds and Bradford patrol. Lock of the safe on order." }
5 updateKeyBunch MCR-0147 { "fobCount": 2, "imageUrl": 4 }
4 moveKeyBunch LDS-0215 { "toBunchType": "lock_ups", "toLocationId": "Van 04", "notes": "Lock-up round now starts from the van" }
3 updateKeyBunch LDS-0241 { "status": "inactive", "notes": "Archive moved out, room empty." }
2 updateKeyBunch MCR-0134 { "status": "at_locksmith", "notes": "Worn. New one cut from the original." }
1 deleteKeyBunch BRS-0317 { "reason": "Building demolished, client confirmed by email. Keys destroyed at Avonmouth." }`
  .trim()
  .split('\n')
  .map((line) => {
    const [, daysAgo, call, id = '', body = ''] = /^(\d+) (\w+) ([^{]+) (\{.*\})$/.exec(line) ?? [];
    return { daysAgo: Number(daysAgo), call: call as CompanyCallName, id, body: JSON.parse(body) };
  });

/** Changes on working days, one after another, from two months ago to yesterday. */
export function planPast({ calendar, reserve, write }: Plan): void {
  for (const [index, { daysAgo, call, id, body }] of PAST.entries()) {
    const at = calendar.onWorkday(daysAgo, 10.2) + index * MINUTE;
    const who = call === 'updateKeyBunch' || call === 'moveKeyBunch' ? managerAt(at) : 'Dana';
    write(at, who, call, body, { params: { id } });
    if (/KeyBunch$/.test(call) && (call !== 'updateKeyBunch' || body.status || body.secondPerson))
      reserve(id, at);
  }
}

/** Ana Ruiz's signature on a screen. */
const SIGNATURE =
  'M12 58C20 30 34 8 42 14C50 20 40 52 34 60M22 42L46 38M56 48C60 38 66 40 64 50C62 58 70 52 76 42C74 52 80 56 86 46C90 38 96 42 94 50M110 60C112 38 114 22 118 14C136 8 134 34 114 38C126 44 132 56 144 58M150 44C148 56 158 58 164 44C162 54 168 58 174 50M180 44L178 58M178 34L179 35M188 44L204 43L186 59L206 57';

/**
 * What the screens show at the end: four sets missing, five overdue (three for long), two short, three taken with a signature, one
 * handed over, one extended, one undone, and the acts of the last hour.
 */
export function planLastDays(plan: Plan): void {
  const { calendar, write, returnKeys } = plan;
  const { now, latest } = calendar;
  const ago = (hours: number) => now - hours * HOUR;
  const take = (at: number, ids: string[], ...how: [string, string, object?]) => {
    for (const id of ids) plan.reserve(id, at);
    plan.issue(at, ids, ...how);
  };
  const lose = (at: number, id: string, notes: string) => {
    plan.reserve(id, at);
    write(at, atDesk(at), 'updateKeyBunch', { status: 'missing', notes }, { params: { id } });
  };
  const pump = latest(10.4, 2.2 * DAY);
  take(pump, ['MCR-0163'], 'L. Moore', 'Sprinkler valve check');
  lose(pump + 5.6 * HOUR, 'MCR-0163', 'Reported lost by the contractor. Client told by phone.');
  lose(latest(18.7, 4.5 * DAY), 'BRS-0321', 'Hook empty after the evening round. Redcliffe desk asked.');
  lose(latest(6.2, 20 * HOUR), 'MCR-0119', 'Not on its hook at the morning count. CCTV requested.');
  lose(now - 26 * MINUTE, 'V04-0612', 'Not in the van safe at handover.');

  const until = (at: number, id: string, who: string, why: string, due: number) =>
    take(at, [id], who, why, { dueAt: halfHourBy(due) });
  const [lift, round, event] = [latest(9.2, 2.3 * DAY), latest(16.9, 14 * HOUR), latest(7.8, 13 * HOUR)];
  until(lift, 'MCR-0142', 'R. Doyle', 'Lift motor replacement', lift + 6.4 * HOUR);
  until(round, 'LDS-0236', 'James Marsh', 'Lock-up round', round + 5.2 * HOUR);
  until(event, 'BRS-0326', 'Bethan Rhys', 'Event set-up, foyer', event + 8.4 * HOUR);
  until(ago(5.6), 'BRS-0319', 'Bethan Rhys', 'Viewing with the agent', now - 35 * MINUTE);
  until(ago(7.2), 'MCR-0140', 'Owen Hartley', 'Barrier repair, level 1', ago(3));

  take(ago(3.4), ['MCR-0126', 'MCR-0128', 'MCR-0165'], 'Ana Ruiz', 'Quarterly lift inspection', {
    dueAt: halfHourFrom(now + 45 * MINUTE),
    signature: { signer: 'Ana Ruiz', path: SIGNATURE },
  });
  take(ago(6.4), ['MCR-0133'], 'Megan Price', 'Site inspection with the client', {
    dueAt: halfHourFrom(ago(-2)),
  });
  const handover = { holderId: 'Callum Reid', notes: 'Changed over at the north gate' };
  write(ago(2.2), atDesk(ago(2.2)), 'handOver', handover, { params: { id: 'MCR-0133' } });
  until(ago(5.5), 'BHM-0409', 'Yusuf Karim', 'Lock up and set the alarm', ago(1.2));
  const extension = { dueAt: halfHourFrom(ago(-2.6)), reason: 'Grille jammed, waiting for the locksmith' };
  write(ago(1.9), atDesk(ago(1.9)), 'changeDue', extension, { params: { id: 'BHM-0409' } });

  const evening = latest(17.2, 3.1 * DAY);
  const padlock = { keysCounted: 3, missingNote: 'Padlock key of unit 12, left with the tenant' };
  take(evening, ['BHM-0426'], 'Yusuf Karim', 'Lock-up round');
  returnKeys(evening + 2.2 * HOUR, ['BHM-0426'], 'Yusuf Karim', { ...padlock, notes: 'Yusuf fetches it' });
  const shift = latest(9.1, 1.1 * DAY);
  const fob = { fobsCounted: 0, missingNote: 'Fob of the car park gate' };
  take(shift, ['LDS-0206'], 'Marek Zielinski', 'Front desk cover');
  returnKeys(shift + 6.3 * HOUR, ['LDS-0206'], 'Marek Zielinski', fob);

  take(ago(4.4), ['LDS-0233'], 'Kayleigh Dunn', 'Front desk cover');
  take(ago(3.1), ['MCR-0101'], 'Megan Price', 'Site inspection with the client');
  take(now - 70 * MINUTE, ['BRS-0335'], 'Gareth Lowe', 'Pontoon check');
  write(now - 67 * MINUTE, atDesk(now - 70 * MINUTE), 'undoCustody', {}, { params: { id: 'BRS-0335' } });
  returnKeys(now - 38 * MINUTE, ['MCR-0101'], 'Megan Price', { notes: 'Counted and resealed' });
  for (const id of ['LDS-0218', 'LDS-0221']) {
    const body = { toLocationId: 'Van 04', notes: 'Night cover, Headingley round' };
    plan.reserve(id, now - 33 * MINUTE);
    write(now - 33 * MINUTE, managerAt(now), 'moveKeyBunch', body, { params: { id } });
  }
  returnKeys(now - 12 * MINUTE, ['LDS-0233'], 'Kayleigh Dunn');
  take(now - 8_000, ['MCR-0147'], 'Callum Reid', 'Loading bay lock-up check');
}

/**
 * What is reserved at the end, of sets that the script keeps from the routine: for tomorrow a round with two picked sets and one in
 * a van, a set that is overdue, and one that is missing; one set that was not taken, one for soon, and one for later.
 */
export function planReservations({ calendar, reserve: keepFrom, write }: Plan): void {
  const { now, on, latest } = calendar;
  const text = (at: number) => new Date(at).toISOString();
  const reserve = (
    at: number,
    holderId: string,
    ids: string[],
    from: string,
    until: string,
    purpose: string,
  ) => {
    const items = ids.map((keyBunchId) => ({ keyBunchId }));
    write(at, atDesk(at), 'createReservations', { holderId, from, until, purpose, items });
  };
  const [dawn, hour] = [text(on(-1, 6)), now - HOUR];
  reserve(hour, 'Ana Ruiz', ['MCR-0133', 'MCR-0142'], dawn, text(on(-1, 12)), 'Quarterly lift inspection');
  const early = latest(11.1, 2.1 * DAY);
  const [begin, end] = [text(on(-1, 7.5)), text(on(-1, 19.5))];
  reserve(early, 'Megan Price', ['MCR-0119', 'V07-0113'], begin, end, 'Front desk cover');
  const [soon, later] = [halfHourFrom(now + 2.5 * HOUR), text(on(-5, 8))];
  reserve(hour, 'Adaeze Okafor', ['BHM-0428'], soon, halfHourFrom(now + 4 * HOUR), 'Boiler inspection');
  reserve(hour, 'Gareth Lowe', ['BRS-0335'], later, text(on(-5, 17)), 'Pontoon check');
  const missed = halfHourBy(now - 3 * HOUR);
  reserve(now - 26 * HOUR, 'Imran Sadiq', ['BHM-0411'], missed, halfHourFrom(now + 5 * HOUR), 'Yard gate');

  const { location: locationId, person } = DEMO_KIOSK;
  keepFrom('MCR-0175', now - 40 * MINUTE);
  const tonight = { from: halfHourBy(now), until: halfHourFrom(now + 8 * HOUR), purpose: 'Night patrol' };
  reserve(now - 40 * MINUTE, person, ['MCR-0175'], tonight.from, tonight.until, tonight.purpose);
  write(early, managerAt(early), 'createKiosk', {
    ...{ locationId, name: DEMO_KIOSK.name, keyTypes: ['night_shift', 'lock_ups'] },
  });

  const items = ['LDS-0206', 'LDS-0221', 'LDS-0229', 'LDS-0233'].map((keyBunchId) => ({ keyBunchId }));
  const name = 'Leeds morning unlock';
  const round = { name, locationId: 'Leeds Office', holderId: 'James Marsh', from: '05:30', until: '09:00' };
  write(early, managerAt(early), 'createRound', { ...round, items }, { makes: name });
  const day = dayIn(on(-1, 12), deviceZone());
  write(hour, atDesk(hour), 'useRound', { day }, { params: { id: name }, makes: name });
  const ready = ['LDS-0206', 'LDS-0229'].map((id) => `${name} ${id}`);
  const at = now - 9 * MINUTE;
  write(at, atDesk(at), 'pickReservations', { reservationIds: ready, picked: true });
}

/** At each change of shift: when it is, who hands over to whom, why nothing was counted, and notes for the next shift. */
const SHIFTS: { hour: number; from: Actor; to: Actor; reason: string; notes: string | null }[] = [
  {
    hour: 22,
    from: 'Tom',
    to: 'Hannah',
    reason: 'Two calls at once',
    notes: 'Locksmith for Jewellers’ Row comes at 06:30.',
  },
  { hour: 14, from: 'Dana', to: 'Tom', reason: 'Counted this morning', notes: null },
  { hour: 6, from: 'Hannah', to: 'Dana', reason: 'Patrol still out', notes: 'Van 04 is back at 07:00.' },
];

/** The last three changes of shift in Manchester, at least two and a half hours ago. */
export function planRoomHandovers({ calendar, write }: Plan): void {
  const { now, on } = calendar;
  const changes = [2, 1, 0].flatMap((days) =>
    SHIFTS.toReversed().map((shift) => ({ ...shift, at: on(days, shift.hour) })),
  );
  const last = changes.filter(({ at }) => at < now - 2.5 * HOUR).slice(-3);
  for (const { at, from, to, reason, notes } of last) {
    const makes = `handover of ${at}`;
    const of = { params: { id: makes } };
    const until = new Date(at + 2 * HOUR).toISOString();
    const who = { word: 'person', until };
    const start = at - 12 * MINUTE;
    write(
      start,
      from,
      'beginRoomHandover',
      { locationId: 'Manchester HQ', since: new Date(at - 8 * HOUR).toISOString() },
      { makes },
    );
    write(start + MINUTE, from, 'updateRoomHandover', { check: { kind: 'none', reason }, notes }, of);
    write(at - 2 * MINUTE, from, 'answerRoomHandover', who, { ...of, reads: 'unsettled' });
    write(at - 2 * MINUTE, from, 'signRoomHandover', { side: 'outgoing' }, { ...of, reads: 'figures' });
    // A set may have become overdue since.
    write(at, to, 'answerRoomHandover', who, { ...of, reads: 'unsettled' });
    write(at, to, 'signRoomHandover', { side: 'incoming' }, { ...of, reads: 'figures' });
  }
}

/**
 * Every location is audited once; the audit of Van 04, begun after a set was reported missing there, is half done by two people. In Bristol
 * a set of Manchester and an unknown tag are scanned.
 */
export function planAudits({ calendar, sets, write }: Plan): void {
  const { now, latest } = calendar;
  const audit = (location: string, at: number, notes: string | null, scans: string[] = [], share = 1) => {
    const [id, who] = [`audit of ${location}`, atDesk(at)];
    write(at, who, 'startAudit', { locationId: location }, { makes: id });
    write(at, who, 'tickAudit', {}, { params: { id }, share });
    for (const nfcSerial of scans)
      write(at, who, 'scanAudit', { auditSessionId: id, nfcSerial }, { isRefused: true });
    if (share === 1) write(at, who, 'completeAudit', { notes }, { params: { id } });
  };
  const stray = sets.find(({ id }) => id === 'MCR-0138')?.form.nfcSerial ?? '';
  audit('Birmingham Office', latest(10.1, 16 * DAY), 'Counted before the client visit');
  audit('Leeds Office', latest(8.25, 8 * DAY), null);
  audit('Bristol Depot', latest(9.5, 2.5 * DAY), 'Cabinet B needs a new hook strip', [
    stray,
    '04E31F5A9C2280',
  ]);
  audit('Manchester HQ', latest(7.2, 1.2 * DAY), 'Monthly count');
  // Recent enough for a bulk move.
  audit('Van 07', now - 5.5 * HOUR, 'Handover of the van');
  audit('Van 04', now - 24 * MINUTE, null, [], 0.25);
  const colleague = atDesk(now - 24 * MINUTE) === 'Tom' ? 'Hannah' : 'Tom';
  const params = { id: 'audit of Van 04' };
  write(now - 23 * MINUTE, colleague, 'tickAudit', {}, { params, from: 0.25, share: 0.5 });
}
