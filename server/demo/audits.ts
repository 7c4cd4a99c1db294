import { type Calendar, DAY, HOUR, MINUTE } from './calendar.ts';
import type { Home } from './places.ts';
import type { Count } from './register.ts';
import type { Tools } from './routine.ts';

/** An audit of a whole place; `stray` hung there and belongs elsewhere, `unknown` is a tag nobody knows. */
type Round = {
  place: Home;
  at: (calendar: Calendar) => number;
  minutes: number;
  notes: string | null;
  stray?: string;
  unknown?: string;
};

const ROUNDS: readonly Round[] = [
  {
    place: 'Birmingham Office',
    at: ({ latest }) => latest(10, 5, 16 * DAY),
    minutes: 17,
    notes: 'Counted before the client visit',
  },
  { place: 'Leeds Office', at: ({ latest }) => latest(8, 15, 8 * DAY), minutes: 21, notes: null },
  {
    place: 'Bristol Depot',
    at: ({ latest }) => latest(9, 30, 2.5 * DAY),
    minutes: 24,
    notes: 'Cabinet B needs a new hook strip',
    stray: 'MCR-0152',
    unknown: '04E31F5A9C2280',
  },
  {
    place: 'Manchester HQ',
    at: ({ latest }) => latest(7, 10, 1.2 * DAY),
    minutes: 34,
    notes: 'Monthly count',
  },
  // Recent enough for a bulk move.
  { place: 'Van 07', at: ({ now }) => now - 5.5 * HOUR, minutes: 9, notes: 'Handover of the van' },
];

/** Every place is counted now and then; the count of Van 04, after its key was missed, is still under way. */
export function planAudits({ agenda, calendar, register }: Tools): void {
  for (const { place, at: when, minutes, notes, stray, unknown } of ROUNDS) {
    agenda.plan(when(calendar), async (at) => {
      const count = await register.startAudit(at, place);
      const serial = stray && register.find(stray).form.nfcSerial;
      for (const [index, tag] of [serial, unknown].entries())
        if (tag) agenda.plan(at + (4 + index) * MINUTE, (then) => register.scanStray(then, count, tag));
      agenda.plan(at + minutes * MINUTE, (then) => register.completeAudit(then, count, notes));
    });
  }
  agenda.plan(calendar.now - 24 * MINUTE, async (at) => {
    const count = await register.startAudit(at, 'Van 04');
    for (const [index, id] of seenSoFar(count).entries())
      agenda.plan(at + (index + 1) * 40_000, (then) => register.tick(then, count, id));
  });
}

/** Half of the van is ticked. */
const seenSoFar = ({ present }: Count): number[] => present.slice(0, Math.ceil(present.length / 2));
