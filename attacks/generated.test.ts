import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dumpCompany } from '../server/testing/dump.ts';
import { figure, LONG, times } from '../server/testing/figures.ts';
import { type AnyInput, bodyShapeOf } from '../server/testing/samples.ts';
import { useWorld } from '../server/testing/world.ts';
import type { CallName } from '../shared/api.ts';
import { type Body, bodies, mutate, mutations, READING } from './generated/inputs.ts';
import { heapInUse, openStage, ROLES, strangers, type Who, watchLoop } from './generated/stage.ts';

// Generated input that no schema expects: never a 500, no change in another company, no stall.
const world = useWorld({ LOGIN_FAILURES: '1000000' });
/** Printed, so that a failure can be repeated: `SEED=... npx vitest run attacks/generated.test.ts`. */
const seed = Number(process.env.SEED ?? (LONG ? Date.now() % 2 ** 31 : 20_261_122));
const STALL_MS = 100;
const LIMIT_MS = times(60_000, 600_000);
const MEGABYTE = 1_048_576;

let stage: Awaited<ReturnType<typeof openStage>>;
let other: Awaited<ReturnType<typeof strangers>>;
let before: string;
const loop = watchLoop();
beforeAll(async () => {
  stage = await openStage(world);
  other = await strangers(world);
  before = await dumpCompany(world, other.company.id);
});
afterAll(() => loop.stop());

const call = fc.constantFrom(...READING);
const who = fc.oneof(
  { arbitrary: fc.constant<Who>('super_admin'), weight: 3 },
  { arbitrary: fc.constantFrom(...ROLES), weight: 2 },
);

type Sent = { from: Who; name: CallName; input: AnyInput };
const shown = ({ from, name, input }: Sent) => `${from} ${name} ${JSON.stringify(input).slice(0, 2000)}`;

/** Sends all inputs in turn, and checks each answer by the rules for every answer. */
async function tryAll<T>(
  count: number,
  made: fc.Arbitrary<T>,
  inputOf: (one: T, name: CallName) => Promise<AnyInput>,
) {
  const seen = new Map<number, number>();
  const slow: Sent[] = [];
  let last: Sent | undefined;
  let heap = 0;
  let sent = 0;
  loop.longest();
  const property = fc.asyncProperty(who, call, made, async (from, name, one) => {
    const input = await inputOf(one, name);
    const now = { from, name, input };
    const answer = await stage.send(from, name, input);
    const stalled = loop.longest() > STALL_MS;
    if (stalled) slow.push(now, ...(last ? [last] : []));
    last = now;
    seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
    sent += 1;
    if (LONG && sent === Math.round(count / 4)) heap = heapInUse();
    if (answer.status >= 500) throw new Error(`${answer.status} ${shown(now)}`);
    if (answer.status >= 400 && typeof answer.body.message !== 'string')
      throw new Error(`${answer.status} without a message: ${shown(now)}`);
  });
  await fc.assert(property, { seed, numRuns: count });
  const grown = LONG ? (heapInUse() - heap) / MEGABYTE : 0;
  expect(grown, 'megabytes that stayed in use').toBeLessThan(48);
  expect(await stallsOf(slow)).toEqual([]);
  expect(await dumpCompany(world, other.company.id)).toBe(before);
  expect(stage.moves).toBeLessThan(10 + count / 20);
  const counts = [...seen].sort(([a], [b]) => a - b).map(([status, n]) => `${n} x ${status}`);
  return `${sent} sent (seed ${seed}): ${counts.join(', ')}; 0 x 5xx, another company unchanged, no stall above ${STALL_MS} ms (${slow.length / 2} looked at again), ${grown.toFixed(0)} MB more in use`;
}

/** The inputs among the slow ones that are slow every time. */
async function stallsOf(slow: Sent[]): Promise<string[]> {
  const stalls: string[] = [];
  for (const one of slow) {
    const least = await loop.again(() => stage.send(one.from, one.name, one.input));
    if (least > STALL_MS) stalls.push(`${Math.round(least)} ms: ${shown(one)}`);
  }
  return stalls;
}

test(
  'random bodies bring no 500, change nothing of another company and keep nobody waiting',
  async () => {
    const writing = async (body: Body, name: CallName): Promise<AnyInput> => {
      const sample = await stage.sample(name);
      if (body.kind === 'bytes') return { ...sample, body: body.text as never };
      const made =
        body.kind === 'changed' ? { ...sample.body, ...body.fields } : (body.fields as AnyInput['body']);
      return bodyShapeOf(name) ? { ...sample, body: made } : { ...sample, query: queryFrom(made) };
    };
    figure('G28', `random bodies: ${await tryAll(times(300, 10_000), bodies(other.foreign), writing)}`);
  },
  LIMIT_MS,
);

test(
  'a valid input with one field changed brings no 500, changes nothing of another company and keeps nobody waiting',
  async () => {
    const changing = async (mutation: Parameters<typeof mutate>[1], name: CallName): Promise<AnyInput> => {
      const { params, query, body } = await stage.sample(name);
      const changed = mutate({ ...(query && { query }), ...(body && { body }) }, mutation);
      return {
        ...(params && { params }),
        ...changed,
        ...(changed.query && { query: queryFrom(changed.query) }),
      };
    };
    figure('G28', `single fields: ${await tryAll(times(300, 8_000), mutations(other.foreign), changing)}`);
  },
  LIMIT_MS,
);

/** A query consists of texts, so other values become texts. */
function queryFrom(made: unknown): Record<string, string> {
  if (typeof made !== 'object' || made === null) return {};
  const entries = Object.entries(made).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    entries.map(([key, value]) => [
      key,
      (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed().slice(0, 4000),
    ]),
  );
}
