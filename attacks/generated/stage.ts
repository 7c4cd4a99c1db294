import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type AnyInput, inputOf, send } from '../../server/testing/samples.ts';
import { makeSite, type Site } from '../../server/testing/site.ts';
import type { Person, World } from '../../server/testing/world.ts';
import type { CallName } from '../../shared/api.ts';

export const ROLES = ['super_admin', 'viewer', 'program'] as const;
export type Who = (typeof ROLES)[number];

/** A valid input is used so often, then another is made: what it names may be gone by then. */
const USES = 12;

/**
 * Who sends generated input, and valid input for it to begin with. What is sent may well change the company so that nothing can be made in
 * it any more (another plan, a location that is closed): then they go on in a fresh one.
 */
export async function openStage(world: World) {
  const people = new Map<Who, Person>();
  const samples = new Map<CallName, { input: AnyInput; left: number }>();
  let site = await makeSite(world);
  let moves = 0;

  async function programOf({ admin }: Site): Promise<Person> {
    const rights = (await admin.call('getMe')).body.permissions;
    const body = {
      name: 'Patrol',
      permissions: rights.filter((right) => !right.startsWith('system:') && !right.startsWith('user:')),
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    };
    const made = await admin.call('createToken', { body });
    if (made.status !== 201) throw new Error(`Token answered ${made.status} ${JSON.stringify(made.body)}`);
    return world.program(made.body.token ?? '', admin);
  }
  async function enter(who: Who): Promise<Person> {
    const person = who === 'program' ? await programOf(site) : await site.company.as(who);
    people.set(who, person);
    return person;
  }
  async function move(): Promise<void> {
    moves += 1;
    site = await makeSite(world);
    samples.clear();
    for (const who of ROLES) await enter(who);
  }
  /** A valid input of a call with its own records. It may name the sender, never the administrator that creates the records. */
  async function make(name: CallName): Promise<AnyInput> {
    const me = people.get('super_admin') ?? (await enter('super_admin'));
    return inputOf(name, site, me);
  }
  for (const who of ROLES) await enter(who);

  return {
    /** How often they had to go on in a fresh company. */
    get moves(): number {
      return moves;
    },
    async sample(name: CallName): Promise<AnyInput> {
      const known = samples.get(name);
      if (known && known.left > 0) {
        known.left -= 1;
        return known.input;
      }
      const input = await make(name).catch(async () => {
        await move();
        return make(name);
      });
      samples.set(name, { input, left: USES });
      return input;
    },
    /** Sends it, once more after a 503; a sender who signed out by it signs in again. */
    async send(who: Who, name: CallName, input: AnyInput) {
      const me = people.get(who) ?? (await enter(who));
      let answer = await send(me, name, input);
      if (answer.status === 503 && answer.body.code === 'busy') answer = await send(me, name, input);
      if (answer.status === 401) await enter(who).catch(move);
      return answer;
    },
  };
}

/** The ids of what another company has, as an attacker would name them. */
export async function strangers(world: World) {
  const other = await makeSite(world);
  const { here, there } = other;
  const bunch = await other.company.bunch(here.id);
  const viewer = await other.company.as('viewer');
  await other.company.bunch(there.id, { nfcSerial: '04AABBCC' });
  await other.admin.call('issueKeyBunch', { params: { id: bunch.id }, body: { officerName: 'Kim Lee' } });
  const holders = await world.sql<{ id: number }>('select id from holders where company_id = $1', [
    other.company.id,
  ]);
  const settings = await world.sql<{ id: number }>('select id from settings where company_id = $1 limit 3', [
    other.company.id,
  ]);
  const ids = [other.company.id, here.id, there.id, bunch.id, viewer.id, other.admin.id];
  const foreign: (number | string)[] = [...ids, ...[...holders, ...settings].map(({ id }) => id)];
  return { company: other.company, foreign: [...foreign, '04AABBCC', viewer.email] };
}

const SAMPLED_EACH_MS = 5;

/**
 * Measures event loop delays of this process, which runs the server too. Other load delays any request once, so a slow one is repeated:
 * only a delay of every try counts.
 */
export function watchLoop() {
  const delays = monitorEventLoopDelay({ resolution: SAMPLED_EACH_MS });
  delays.enable();
  /** The longest delay since the last reading, in milliseconds. */
  const longest = (): number => {
    const most = delays.max / 1e6;
    delays.reset();
    return most;
  };
  return {
    longest,
    /** The shortest of several tries' delays: the work's own cost, without other load. */
    async again(work: () => Promise<unknown>, tries = 4): Promise<number> {
      let least = Number.POSITIVE_INFINITY;
      for (let n = 0; n < tries; n += 1) {
        await wait(3 * SAMPLED_EACH_MS);
        longest();
        await work();
        await wait(3 * SAMPLED_EACH_MS);
        least = Math.min(least, longest());
      }
      return least;
    },
    stop: () => delays.disable(),
  };
}

/** Bytes in use after garbage collection. */
export function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}
