import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { api, type Call } from '../shared/api.ts';
import { shapeOf } from './reply-shape.ts';

const Bunch = z.object({
  id: z.int(),
  tag: z.nullable(z.string()),
  seen: z.optional(z.boolean()),
  at: z.object({ name: z.string() }),
  kinds: z.array(z.enum(['a', 'b'])),
  counts: z.record(z.string(), z.int()),
  details: z.unknown(),
});
const shape = shapeOf(Bunch);
const FITS = { id: 1, tag: null, at: { name: 'Van' }, kinds: ['a'], counts: { x: 2 }, details: { any: [1] } };

describe('what a reply declares', () => {
  test('leaves as it is, and nothing else does, however deep', () => {
    const more = { ...FITS, companyId: 7, at: { name: 'Van', secret: 1 }, seen: true };
    expect(shape(FITS)).toEqual(FITS);
    expect(shape(more)).toEqual({ ...FITS, seen: true });
    expect(shape({ ...FITS, seen: undefined })).not.toHaveProperty('seen');
  });

  test.each([
    ['a text for a number', { id: '1' }],
    ['a fraction', { id: 1.5 }],
    ['nothing where something is due', { at: null }],
    ['a number for a text', { tag: 4 }],
    ['a text for yes or no', { seen: 'true' }],
    ['a list for a record', { at: [] }],
    ['a record for a list', { kinds: {} }],
    ['a word that is none of the list', { kinds: ['c'] }],
    ['a text among counts', { counts: { x: '2' } }],
    ['a missing field', { id: undefined }],
  ])('%s does not fit', (_title, wrong) => {
    expect(() => shape({ ...FITS, ...wrong })).toThrow('A reply does not fit');
  });

  test('a schema with a rule of its own is no reply', () => {
    expect(() => shapeOf(z.string().check(z.minLength(1)))).toThrow('checks');
    expect(() => shapeOf(z.date())).toThrow('date');
  });
});

test('every reply of the contract has a shape', () => {
  for (const { reply } of Object.values(api) as Call[])
    if (typeof reply !== 'string') expect(shapeOf(reply)).toBeTypeOf('function');
});
