import { HOUR } from './calendar.ts';
import { type Home, VAN_OF } from './places.ts';
import type { Held, Register } from './register.ts';
import { DAYS, HUSH, type Tools } from './routine.ts';
import { moveNote } from './words.ts';

/** Every Friday some keys of the offices go on the patrol vans, on Monday they come back; and now and then one key travels. */
export function planTravel(tools: Tools): void {
  const { agenda, calendar, chance } = tools;
  for (let daysAgo = DAYS - 1; daysAgo >= 0; daysAgo -= 1) {
    const friday = calendar.on(daysAgo, 14, chance.whole(30, 59));
    if (new Date(friday).getDay() === 5 && friday < calendar.now - HUSH) planWeekend(tools, friday);
    const some = calendar.on(daysAgo, chance.whole(9, 16), chance.whole(0, 59));
    if (!calendar.isWeekend(some) && some < calendar.now - 2 * HUSH && chance.odds(0.7)) {
      agenda.plan(some, (at) => travel(tools, at));
    }
  }
}

function planWeekend({ agenda, calendar, register, chance }: Tools, friday: number): void {
  for (const [office, van] of Object.entries(VAN_OF) as [Home, Home][]) {
    agenda.plan(friday, async (at) => {
      const able = atHand(register, at).filter(
        (bunch) => bunch.place === office && bunch.home === office && /lock_ups|night/.test(bunch.type),
      );
      const start = chance.whole(0, Math.max(0, able.length - 3));
      for (const [index, bunch] of able.slice(start, start + chance.whole(2, 3)).entries()) {
        agenda.plan(at + index * 47_000, async (now) => {
          if (bunch.place === office) await register.move(now, bunch, { place: van, notes: 'Weekend cover' });
        });
        const home = (now: number) => {
          if (now > calendar.now - HUSH) return;
          agenda.plan(now, async (then) => {
            if (bunch.place !== van) return;
            if (!register.free(bunch, then, then + HOUR)) return home(then + 3.3 * HOUR);
            await register.move(then, bunch, { place: office, notes: 'Weekend cover ended' });
          });
        };
        home(new Date(friday).setHours(72 + 8, 20 + index, 12));
      }
    });
  }
}

/** One bunch goes elsewhere for a reason, or one that is away comes home. */
async function travel({ register, chance }: Tools, at: number): Promise<void> {
  const able = atHand(register, at);
  const away = able.filter((bunch) => bunch.place !== bunch.home);
  const bunch = chance.pick(away.length > 0 && chance.odds(0.6) ? away : able);
  const to = bunch.place === bunch.home ? chance.pick(ELSEWHERE[bunch.home]) : bunch.home;
  await register.move(at, bunch, { place: to, notes: moveNote(chance, bunch.home, to) });
}

/** Where a bunch goes for a while: the locksmith comes to Manchester, the vans patrol Manchester and Leeds. */
const ELSEWHERE: Record<Home, readonly Home[]> = {
  'Manchester HQ': ['Van 07', 'Van 07', 'Leeds Office'],
  'Leeds Office': ['Van 04', 'Van 04', 'Manchester HQ'],
  'Bristol Depot': ['Manchester HQ'],
  'Birmingham Office': ['Manchester HQ'],
  'Van 07': ['Manchester HQ'],
  'Van 04': ['Leeds Office'],
};

const atHand = (register: Register, at: number): Held[] =>
  register.bunches.filter((bunch) => !bunch.pinned && register.free(bunch, at, at + HOUR));
