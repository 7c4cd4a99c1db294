import { describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import {
  emailField,
  idField,
  idQuery,
  instantQuery,
  lineQuery,
  optionalLine,
  optionalText,
  requiredLine,
} from './text.ts';

const read = <T extends z.ZodMiniType>(schema: T, value: unknown) => {
  const { success, data, error } = schema.safeParse(value);
  return success ? data : { refused: error?.issues[0]?.message };
};

describe('S-62 R22 text', () => {
  test('a line is NFC, without control or direction characters, on one line, and trimmed', () => {
    const line = requiredLine('Needed');
    expect(read(line, ' a\u0301 ')).toBe('á');
    expect(read(line, 'A\tB\r\nC\u0000D')).toBe('A B  C D');
    expect(read(line, 'x\u202e\u2066\u200e')).toBe('x');
    expect(read(line, 'half \ud83d')).toBe('half \ufffd');
    expect(read(line, 'whole 🔑')).toBe('whole 🔑');
    for (const nothing of ['', ' \n ', '\u0007', undefined, null, 5, [], {}]) {
      expect(read(line, nothing)).toEqual({ refused: 'Needed' });
    }
    expect(read(line, ` ${'x'.repeat(255)} `)).toHaveLength(255);
    expect(read(line, 'x'.repeat(256))).toEqual({ refused: 'Must be at most 255 characters' });
  });
  test('longer text keeps its line breaks and tabs', () => {
    expect(read(optionalText(), ' a\r\nb\rc\td\u0000\u202e ')).toBe('a\nb\nc\td');
    expect(read(optionalText(), 'y'.repeat(2001))).toEqual({ refused: 'Must be at most 2000 characters' });
  });
  test('what may be missing is null when blank, and absent when absent (P7)', () => {
    for (const field of [optionalLine(), optionalText()]) {
      expect(read(field, '  ')).toBeNull();
      expect(read(field, null)).toBeNull();
      expect(read(field, undefined)).toBeUndefined();
      expect(read(field, 5)).toEqual({ refused: 'Must be text' });
    }
  });
  test('an email is lower case and has the shape of one', () => {
    expect(read(emailField(), ' Dana.Holt@Example.COM ')).toBe('dana.holt@example.com');
    for (const wrong of ['', 'a', 'a@', '@b.c', 'a b@c.d', 'a@b.c\r\nBcc: x@y.z', ['a@b.cd'], null]) {
      expect(read(emailField(), wrong)).toEqual({ refused: 'Please enter a valid email' });
    }
  });
});

describe('ids and moments', () => {
  test('an id is a positive integer that the database holds', () => {
    expect([read(idField(), 1), read(idField(), 2_147_483_647)]).toEqual([1, 2_147_483_647]);
    for (const wrong of [0, -1, 1.5, 2_147_483_648, Number.NaN, Infinity, '1', [1], null]) {
      expect(read(idField(), wrong)).toEqual({ refused: 'Unknown id' });
    }
    expect(read(idQuery(), '2147483647')).toBe(2_147_483_647);
    for (const wrong of ['0', '01', '+1', '1e3', ' 1', '2147483648', '', '1,2', ['1']]) {
      expect(read(idQuery(), wrong)).toEqual({ refused: 'Unknown id' });
    }
  });
  test('a moment is ISO 8601 with a zone, and exists', () => {
    const right = [
      '2026-02-28T23:59:59Z',
      '2028-02-29T00:00Z',
      '2026-01-01T00:00:00.123456+05:30',
      '0001-01-01T00:00:00-14:00',
    ];
    for (const moment of right) expect(read(instantQuery, moment)).toBe(moment);
    const wrong = [
      ...['2026-02-29T00:00:00Z', '2026-13-01T00:00:00Z', '2026-01-00T00:00:00Z', '0000-01-01T00:00:00Z'],
      ...['2026-01-01T24:00:00Z', '2026-01-01T00:60:00Z', '2026-01-01T00:00:60Z', '2026-01-01T00:00:00'],
      ...[
        '2026-01-01',
        'now',
        '',
        '2026-01-01T00:00:00+15:00',
        ' 2026-01-01T00:00:00Z',
        '+12026-01-01T00:00:00Z',
      ],
    ];
    for (const moment of wrong)
      expect(read(instantQuery, moment), moment).toEqual({ refused: 'Unknown date' });
  });
  test('a text to look for is cleaned like the text it looks for', () => {
    expect(read(lineQuery('Unknown'), ' a\u0000b ')).toBe('a b');
    expect(read(lineQuery('Unknown'), ['a'])).toEqual({ refused: 'Unknown' });
    expect(read(lineQuery('Unknown'), 'x'.repeat(256))).toEqual({
      refused: 'Must be at most 255 characters',
    });
  });
});
