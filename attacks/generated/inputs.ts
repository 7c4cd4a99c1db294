import * as fc from 'fast-check';
import { bodyShapeOf, CALLS, queryShapeOf } from '../../server/testing/samples.ts';

/** Every call that reads a body or a query. */
export const READING = CALLS.filter((name) => bodyShapeOf(name) ?? queryShapeOf(name));

const FIELDS = [
  ...new Set(
    CALLS.flatMap((name) => [
      ...Object.keys(bodyShapeOf(name) ?? {}),
      ...Object.keys(queryShapeOf(name) ?? {}),
    ]),
  ),
];

/** Text that other programs have stumbled over. */
const AWKWARD = [
  '',
  ' ',
  'null',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '%',
  '\\',
  "'",
  "' or '1'='1",
  "';select pg_sleep(9)--",
  '$1',
  '{{7*7}}',
  '=1+1',
  '<script>alert(1)</script>',
  'a\r\nSet-Cookie: b=c',
  '\u0000',
  '\ud800',
  '\u202e\u200b\ufeff',
  '2119-12-31',
  '2119-02-30T25:61:61Z',
  '-271821-04-20T00:00:00.000Z',
  '+275760-09-13T00:00:00.001Z',
  'Infinity',
  '1e309',
  'data:image/png;base64,AAAA',
  'data:image/svg+xml;base64,PHN2Zy8+',
  'ana@example.com\nbcc: eve@example.com',
  'https://127.0.0.1:5432/',
  'ß'.repeat(255),
  'ﷺ'.repeat(2000),
  `a${'\u0345'.repeat(3000)}${'\u0334'.repeat(3000)}`,
  '[['.repeat(500),
  '9'.repeat(400),
];
/** Figures at the ends of what columns and schemas hold. */
const EDGES = [
  0, -0, -1, 1, 0.1, 255, 256, 2000, 2001, 32_767, 32_768, 2_147_483_647, 2_147_483_648, -2_147_483_649,
  9_007_199_254_740_991, 1e21, 1e300, 5e-324,
];

/** Any value of JSON; `foreign` are ids of another company's records. */
function values(foreign: readonly (number | string)[]): fc.Arbitrary<unknown> {
  const text = fc.oneof(
    fc.constantFrom(...AWKWARD),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.string({ unit: 'binary-ascii', minLength: 1500, maxLength: 2500, size: 'max' }),
    fc.date({ noInvalidDate: true }).map((at) => at.toISOString()),
    fc.uuid(),
  );
  const figures = fc.oneof(
    fc.constantFrom(...EDGES),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  );
  const plain = fc.oneof(
    text,
    figures,
    fc.boolean(),
    fc.constant(null),
    ...(foreign.length > 0 ? [fc.constantFrom(...foreign)] : []),
  );
  return fc.oneof(
    { arbitrary: plain, weight: 6 },
    { arbitrary: fc.array(plain, { maxLength: 5 }), weight: 2 },
    { arbitrary: fc.dictionary(fc.constantFrom(...FIELDS, '__proto__', 'toString'), plain), weight: 1 },
    { arbitrary: fc.jsonValue({ maxDepth: 5, stringUnit: 'binary' }), weight: 2 },
    { arbitrary: fc.constant(Array.from({ length: 3000 }, (_, n) => n)), weight: 1 },
  );
}

/** A body made of anything: other values in a valid one, fields of any call, or no object at all. */
export type Body =
  | { kind: 'changed'; fields: Record<string, unknown> }
  | { kind: 'made'; fields: unknown }
  | { kind: 'bytes'; text: string };

export function bodies(foreign: readonly (number | string)[]): fc.Arbitrary<Body> {
  const value = values(foreign);
  const fields = fc.dictionary(fc.constantFrom(...FIELDS, 'companyId', 'id', 'status'), value, {
    maxKeys: 8,
  });
  return fc.oneof(
    { arbitrary: fields.map((all): Body => ({ kind: 'changed', fields: all })), weight: 5 },
    { arbitrary: fields.map((all): Body => ({ kind: 'made', fields: all })), weight: 3 },
    { arbitrary: value.map((all): Body => ({ kind: 'made', fields: all })), weight: 1 },
    {
      arbitrary: fc
        .oneof(fc.json(), fc.string({ unit: 'binary' }))
        .map((text): Body => ({ kind: 'bytes', text })),
      weight: 1,
    },
  );
}

/** One change of one field of a valid input, at any depth: `at` chooses the field, modulo their number. */
type Mutation = {
  at: number;
  change: 'replace' | 'leave out' | 'wrap' | 'repeat' | 'stretch' | 'nudge';
  by: unknown;
};

export const mutations = (foreign: readonly (number | string)[]): fc.Arbitrary<Mutation> =>
  fc.record({
    at: fc.nat({ max: 400 }),
    change: fc.constantFrom(
      'replace',
      'replace',
      'replace',
      'leave out',
      'wrap',
      'repeat',
      'stretch',
      'nudge',
    ),
    by: values(foreign),
  });

type Place = { of: Record<string, unknown> | unknown[]; key: string };

function placesIn(value: unknown, found: Place[] = []): Place[] {
  if (typeof value !== 'object' || value === null) return found;
  for (const [key, inner] of Object.entries(value)) {
    found.push({ of: value as Place['of'], key });
    placesIn(inner, found);
  }
  return found;
}

/** The input with that one change; unchanged where it has no field. */
export function mutate<T>(input: T, { at, change, by }: Mutation): T {
  const copy = structuredClone(input);
  const places = placesIn(copy);
  const place = places[at % Math.max(1, places.length)];
  if (!place) return copy;
  const fields = place.of as Record<string, unknown>;
  const old = fields[place.key];
  if (change === 'leave out') delete fields[place.key];
  else fields[place.key] = changed(old, change, by);
  return copy;
}

function changed(old: unknown, change: Mutation['change'], by: unknown): unknown {
  if (change === 'wrap') return [old, { [(JSON.stringify(by) ?? '').slice(0, 20)]: old }];
  if (change === 'repeat') return Array.isArray(old) ? [...old, ...old] : [old, old];
  if (change === 'stretch') return typeof old === 'string' ? old.padEnd(4000, old || 'x') : by;
  if (change === 'nudge')
    return typeof old === 'number' ? old + 1 : typeof old === 'string' ? `${old}\u0000 ` : by;
  return by;
}
