import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { inert, unguarded } from '../shared/csv-cell.ts';
import { csv } from './download.ts';

test('G22 S-49 cells that a spreadsheet would run get an apostrophe, all others stay as they are', () => {
  const inertly = [
    '=1',
    '+1',
    '-1',
    '@x',
    '\t1',
    '\r1',
    '\n1',
    '\u0000',
    '＝1',
    '＋1',
    '－1',
    '＠1',
    '  =1',
    '\ufeff=1',
  ];
  for (const cell of inertly) expect(inert(cell), JSON.stringify(cell)).toBe(`'${cell}`);
  for (const cell of ['', 'a', 'a=1', '1-1', "'a", ' a', 'ä', '鍵', '"', ',', '0'])
    expect(inert(cell)).toBe(cell);
});

test('G22 S-49 nor does one that splits on semicolons, where a cell of ours becomes several', () => {
  expect(inert('x;=1+1')).toBe("x;'=1+1");
  expect(inert('a; @SUM(A1);b\n=2')).toBe("a; '@SUM(A1);b\n'=2");
  expect(inert('=1;-1')).toBe("'=1;'-1");
  for (const cell of ['Moved; Tag 1 -> 2', 'one\ntwo', 'a;b=c', ';']) expect(inert(cell)).toBe(cell);
});

test('a cell that our export guarded is imported as it was, whatever it has of apostrophes', () => {
  const signs = ["'", '=', ';', '\n', ' ', '\t', 'a'];
  let cells = [''];
  for (let length = 1; length <= 5; length += 1) {
    cells = cells.flatMap((cell) => signs.map((sign) => cell + sign));
    expect(cells.filter((cell) => unguarded(inert(cell)) !== cell)).toEqual([]);
  }
});

test('S-49 RFC 4180: a byte-order mark, every cell quoted, quotes doubled, CRLF', async () => {
  async function* rows() {
    yield ['A', 'B'];
    yield ['say "hi"', 'one\ntwo,three'];
    yield ['', '鍵'];
  }
  expect((await buffer(csv(rows()))).toString()).toBe(
    '\ufeff"A","B"\r\n"say ""hi""","one\ntwo,three"\r\n"","鍵"\r\n',
  );
});

test('a source that fails ends the file with an error, and never looks complete', async () => {
  async function* rows() {
    yield ['A'];
    throw new Error('the database is gone');
  }
  await expect(buffer(csv(rows()))).rejects.toThrow('the database is gone');
});
