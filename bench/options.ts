import { parseArgs } from 'node:util';
import { OPERATIONS } from './operations.ts';
import { SIZES, type Size } from './seed/size.ts';

/** Measurements that take minutes and a separate size: made only when named. */
export const LONG = ['clients', 'live', 'verify', 'whole'] as const;
/** Compares two sizes; made only when named. */
export const FLAT = 'flat';
/** The measurements besides the operations. */
export const OTHERS = ['start', 'overload', 'memory', 'browser', ...LONG, FLAT] as const;

/** Left out of a quick run, as they would take most of its time. */
const SLOW = ['overload', 'memory'];
const left = (quick: boolean): readonly string[] => [...LONG, FLAT, ...(quick ? SLOW : [])];

export type Options = {
  sizes: Size[];
  /** Names of operations and of OTHERS. */
  only: Set<string>;
  callers: number[];
  rounds: number;
  /** The length of a round, and of the one before the first, which does not count. */
  ms: number;
  warmMs: number;
  /** The most time for each operation that warms up a fresh server. */
  warmUpMs: number;
  quick: boolean;
  write: boolean;
  explain: boolean;
  /** With explain: also the statements inside functions. */
  nested: boolean;
};

export const USAGE = `npm run bench -- [options]
  --quick            at most two minutes: small data, 8 callers, short rounds, no overload and no memory
  --size A,B         which data: ${Object.keys(SIZES).join(', ')} (small,firm; small,wide for the browser alone)
  --only A,B         which operations: ${OPERATIONS.map(({ name }) => name).join(', ')}; ${OTHERS.join(', ')};
                     server is all but the last six, and these only when named: clients (--size crowd, cloud), live (--size small),
                     verify (--size city), whole, all sets in one call (--size wide, city), and flat, every read on two sizes in turn
                     (--size small,city)
  --callers 8,64     how many call at once
  --rounds 3         of each server, in turn
  --seconds 2        of a round
  --write            writes the tables into docs/benchmarks.md
  --explain          instead: the plan of every statement that a call sends; --nested: of those inside functions too`;

/** Reads the command line; throws with the problem. */
export function readOptions(words: string[]): Options {
  const { values } = parseArgs({
    args: words,
    options: {
      quick: { type: 'boolean', default: false },
      size: { type: 'string' },
      only: { type: 'string' },
      callers: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      write: { type: 'boolean', default: false },
      explain: { type: 'boolean', default: false },
      nested: { type: 'boolean', default: false },
    },
  });
  const { quick, write, explain, nested } = values;
  const usual = values.only === 'browser' ? 'small,wide' : 'small,firm';
  const sizes = listOf(values.size ?? (quick ? 'small' : usual)).map((name) => {
    const size = SIZES[name];
    if (!size) throw new Error(`There is no size ${name}`);
    return size;
  });
  const operations = OPERATIONS.map(({ name }) => name);
  const known = [...operations, ...OTHERS];
  const namesOf = (name: string) => (name === 'server' ? [...operations, 'start', ...SLOW] : [name]);
  const only = values.only
    ? listOf(values.only).flatMap(namesOf)
    : known.filter((name) => !left(quick).includes(name));
  for (const name of only)
    if (!known.includes(name)) throw new Error(`There is nothing called ${name} to measure`);
  return {
    sizes,
    only: new Set(only),
    callers: listOf(values.callers ?? (quick ? '8' : '8,64')).map(Number),
    rounds: Number(values.rounds ?? 3),
    ms: Number(values.seconds ?? (quick ? 0.5 : 2)) * 1000,
    warmMs: quick ? 300 : 1500,
    warmUpMs: quick ? 2000 : 10_000,
    quick,
    write,
    explain,
    nested,
  };
}

const listOf = (text: string): string[] => text.split(',').filter(Boolean);
