import { DAY, HOUR, MINUTE } from './calendar.ts';
import { dueTonight, halfHourBy, halfHourFrom } from './due.ts';
import type { Plan } from './plan.ts';

/** Ana Ruiz's signature on a screen. */
const SIGNATURE =
  'M12 58C20 30 34 8 42 14C50 20 40 52 34 60M22 42L46 38M56 48C60 38 66 40 64 50C62 58 70 52 76 42C74 52 80 56 86 46C90 38 96 42 94 50M110 60C112 38 114 22 118 14C136 8 134 34 114 38C126 44 132 56 144 58M150 44C148 56 158 58 164 44C162 54 168 58 174 50M180 44L178 58M178 34L179 35M188 44L204 43L186 59L206 57';

/** Plans what the custody screens show at the end: sets overdue, due soon, short, handed over, extended and undone. */
export function planEvening(plan: Plan): void {
  planOverdue(plan);
  planTaken(plan);
  planShort(plan);
  planMistake(plan);
}

/** Two overdue since today, in addition to the three that have been out for long (story.ts). */
function planOverdue(plan: Plan): void {
  const { now } = plan.calendar;
  plan.reserve('BRS-0319', now - 5.6 * HOUR);
  plan.issue(now - 5.6 * HOUR, 'BRS-0319', 'Bethan Rhys', 'Viewing with the agent', {
    dueAt: halfHourBy(now - 35 * MINUTE),
  });
  plan.reserve('MCR-0140', now - 7.2 * HOUR);
  plan.issue(now - 7.2 * HOUR, 'MCR-0140', 'Owen Hartley', 'Barrier repair, level 1', {
    notes: 'Client informed by phone',
    dueAt: halfHourBy(now - 3 * HOUR),
  });
}

/** Three sets in one signed batch, one that was handed over, and one whose due time was extended. */
function planTaken(plan: Plan): void {
  const { calendar, desk, write } = plan;
  const { now } = calendar;
  const lifts = ['MCR-0126', 'MCR-0128', 'MCR-0165'];
  for (const id of lifts) plan.reserve(id, now - 3.4 * HOUR);
  plan.issue(now - 3.4 * HOUR, lifts, 'Ana Ruiz', 'Quarterly lift inspection', {
    dueAt: dueTonight(calendar),
    signature: { signer: 'Ana Ruiz', path: SIGNATURE },
  });

  const [given, passedOn] = [now - 6.4 * HOUR, now - 2.2 * HOUR];
  plan.reserve('MCR-0133', given);
  plan.issue(given, 'MCR-0133', 'Megan Price', 'Site inspection with the client', {
    dueAt: halfHourFrom(now + 2 * HOUR),
  });
  write(
    passedOn,
    desk(passedOn),
    'handOver',
    { holderId: 'Callum Reid', notes: 'Changed over at the north gate' },
    { params: { id: 'MCR-0133' } },
  );

  const [out, asked] = [now - 5.5 * HOUR, now - 1.9 * HOUR];
  plan.reserve('BHM-0409', out);
  plan.issue(out, 'BHM-0409', 'Yusuf Karim', 'Lock up and set the alarm', {
    dueAt: halfHourBy(now - 1.2 * HOUR),
  });
  const body = { dueAt: halfHourFrom(now + 2.6 * HOUR), reason: 'Grille jammed, waiting for the locksmith' };
  write(asked, desk(asked), 'changeDue', body, { params: { id: 'BHM-0409' } });
}

/** Two sets that came back incomplete. */
function planShort(plan: Plan): void {
  const { latest } = plan.calendar;
  const round = latest(17.2, 3.1 * DAY);
  plan.reserve('BHM-0426', round);
  plan.issue(round, 'BHM-0426', 'Yusuf Karim', 'Lock-up round');
  plan.returnKeys(round + 2.2 * HOUR, 'BHM-0426', 'Yusuf Karim', {
    keysCounted: 3,
    missingNote: 'Padlock key of unit 12, left with the tenant',
    notes: 'Yusuf fetches it',
  });
  const shift = latest(9.1, 1.1 * DAY);
  plan.reserve('LDS-0206', shift);
  plan.issue(shift, 'LDS-0206', 'Marek Zielinski', 'Front desk cover');
  plan.returnKeys(shift + 6.3 * HOUR, 'LDS-0206', 'Marek Zielinski', {
    fobsCounted: 0,
    missingNote: 'Fob of the car park gate',
  });
}

/** The wrong set was scanned, and the desk undid the issue within minutes. */
function planMistake(plan: Plan): void {
  const at = plan.calendar.now - 70 * MINUTE;
  plan.reserve('BRS-0335', at);
  plan.issue(at, 'BRS-0335', 'Gareth Lowe', 'Pontoon check');
  plan.write(at + 3 * MINUTE, plan.desk(at), 'undoCustody', {}, { params: { id: 'BRS-0335' } });
}
