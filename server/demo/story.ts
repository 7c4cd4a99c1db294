import { sql } from 'drizzle-orm';
import { DAY, HOUR, MINUTE } from './calendar.ts';
import { planChanges, planDeletions, planStatuses } from './changes.ts';
import type { Held, Register } from './register.ts';
import type { Tools } from './routine.ts';
import type { Stage } from './stage.ts';

type StoryTools = Tools & { stage: Stage };

/** What is told of particular bunches, apart from the routine. Answers how many of them end as issued. */
export function planStory(tools: StoryTools): number {
  planOpening(tools);
  planStatuses(tools);
  planChanges(tools);
  planDeletions(tools);
  return planLastDays(tools);
}

/** The company opens: locations, then the bunches cabinet by cabinet; later ones as their buildings are taken on. */
function planOpening({ agenda, calendar, register, stage }: StoryTools): void {
  agenda.plan(calendar.on(63, 9), (at) => register.open(at));
  const early = register.bunches.filter((bunch) => bunch.daysAgo === null);
  for (const bunch of register.bunches) {
    agenda.plan(register.registeredAt(bunch, early.indexOf(bunch)), (at) => register.add(at, bunch));
  }
  for (const identifier of ['MCR-0134', 'BHM-0430']) {
    const bunch = register.find(identifier);
    const from = calendar.onWorkday(54, 11, 20);
    register.tell(bunch, from);
    agenda.plan(from, async (at) => {
      bunch.status = 'in_use';
      await stage.behindTheScenes(at, sql`update key_bunches set status = 'in_use' where id = ${bunch.id}`);
    });
  }
}

/** Everything still open today: four missing, three out for long, and what happened within the hour. */
function planLastDays({ agenda, calendar, register }: Tools): number {
  const { now, latest } = calendar;
  const told = (identifier: string, start: number): Held => {
    const bunch = register.find(identifier);
    register.tell(bunch, start);
    return bunch;
  };
  const missing = (identifier: string, at: number, notes: string) => {
    const bunch = told(identifier, at);
    agenda.plan(at, (then) => register.change(then, bunch, { status: 'missing', notes }));
  };
  const issue = (identifier: string, at: number, ...[about]: [Parameters<Register['issue']>[2]]): Held => {
    const bunch = told(identifier, at);
    agenda.plan(at, (then) => register.issue(then, bunch, about));
    return bunch;
  };
  const giveBack = (bunch: Held, at: number, notes: string | null = null) =>
    agenda.plan(at, (then) => register.giveBack(then, bunch, notes));

  missing('BRS-0321', latest(18, 42, 4.5 * DAY), 'Hook empty after the evening round. Redcliffe desk asked.');
  missing('MCR-0119', latest(6, 10, 20 * HOUR), 'Not on its hook at the morning count. CCTV requested.');
  missing('V04-0612', now - 26 * MINUTE, 'Not in the van safe at handover.');
  const pump = issue('MCR-0163', latest(10, 24, 2.2 * DAY), {
    officer: 'L. Moore (sprinklers)',
    purpose: 'Sprinkler valve check',
  });
  agenda.plan(latest(10, 24, 2.2 * DAY) + 5.6 * HOUR, (at) =>
    register.change(at, pump, {
      status: 'missing',
      notes: 'Reported lost by the contractor. Client told by phone.',
    }),
  );

  issue('MCR-0142', latest(9, 12, 2 * DAY), {
    officer: 'R. Doyle (lift engineer)',
    purpose: 'Contractor access, lift motor replacement',
    notes: 'Agreed with the client for the whole job',
  });
  issue('LDS-0236', latest(16, 55, 14 * HOUR), { officer: 'James Marsh', purpose: 'Lock-up round' });
  issue('BRS-0326', latest(7, 48, 13 * HOUR), { officer: 'Bethan Rhys', purpose: 'Event set-up, foyer' });

  const reception = issue('LDS-0233', now - 4.4 * HOUR, {
    officer: 'Kayleigh Dunn',
    purpose: 'Front desk cover',
  });
  const court = issue('MCR-0101', now - 3.1 * HOUR, {
    officer: 'Megan Price',
    purpose: 'Site inspection with the client',
  });
  giveBack(court, now - 38 * MINUTE, 'Counted and resealed');
  giveBack(reception, now - 12 * MINUTE);
  const cover = calendar.inOfficeHours(33 * MINUTE);
  for (const [index, identifier] of ['LDS-0218', 'LDS-0221'].entries()) {
    const bunch = told(identifier, cover);
    agenda.plan(cover + index * 40_000, (at) =>
      register.move(at, bunch, { place: 'Van 04', notes: 'Night cover, Headingley round' }),
    );
  }
  issue('MCR-0147', now - 8_000, { officer: 'Callum Reid', purpose: 'Loading bay lock-up check' });
  return 4;
}
