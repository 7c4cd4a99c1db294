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
  test('what nobody can see is no part of a line: it is the same with and without, and nothing is left of nothing else', () => {
    const line = requiredLine('Needed');
    for (const one of [
      ...[
        '\u200b',
        '\u2060',
        '\u3164',
        '\u2800',
        '\u00ad',
        '\u{e0041}',
        '\u200d',
        '\u200c',
        '\u034f',
        '\ufe0f',
      ],
      ...['\u115f', '\u180e', '\ufff9', '\u2064', '\u{e0100}', '\u{1d173}', '\u061c', '\ufeff'],
    ]) {
      const name = one.codePointAt(0)?.toString(16);
      expect(read(line, `A-1${one}`), name).toBe('A-1');
      expect(read(line, `A${one}${one}-1`), name).toBe('A-1');
      expect(read(line, ` ${one} ${one}`), name).toEqual({ refused: 'Needed' });
      expect(read(optionalText(), one), name).toBeNull();
    }
    expect(read(line, 'a\u200b\u0301')).toBe('á');
    expect(read(line, 'Rue\u00a0du\u202fBac\u2028 1\u3000A')).toBe('Rue du Bac  1 A');
  });
  test('what has no shape stays where it shapes what is beside it', () => {
    for (const text of [
      ...[
        '👩‍🔧',
        '👨🏽‍👩🏻‍👧',
        '🏳️‍🌈',
        '❤️‍🔥',
        '☎️',
        '#️⃣',
        '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
      ],
      ...['می\u200cخواهم', 'श\u094d\u200dर', 'ශ්\u200dරී', 'ന്\u200d', '葛\u{e0100}城'],
    ]) {
      expect(read(requiredLine('Needed'), text), text).toBe(text);
      expect(read(optionalText(), text), text).toBe(text);
    }
    expect(read(requiredLine('Needed'), 'A\u200dB')).toBe('AB');
    expect(read(requiredLine('Needed'), 'می\u200c\u200cخواهم')).toBe('میخواهم');
  });
  test('a letter carries at most eight marks, and marks keep no text from being measured first', () => {
    const line = requiredLine('Needed');
    expect(read(line, `o${'\u0316'.repeat(30)}`)).toBe(`o${'\u0316'.repeat(8)}`);
    expect(read(line, 'e\u0323\u0302'.repeat(255))).toBe('ệ'.repeat(255));
    expect(read(line, 'e\u0323\u0302'.repeat(256))).toEqual({ refused: 'Must be at most 255 characters' });
    const long = `a${'\u0345'.repeat(24_800)}${'\u0334'.repeat(24_800)}`;
    for (const field of [line, optionalLine(), optionalText(), lineQuery('Unknown')]) {
      const started = performance.now();
      expect(read(field, long)).toMatchObject({ refused: expect.stringContaining('Must be at most') });
      expect(performance.now() - started).toBeLessThan(100);
    }
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
