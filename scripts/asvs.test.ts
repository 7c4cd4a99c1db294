import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../server/config.ts';

const page = readFileSync(join(ROOT, 'docs/asvs.md'), 'utf8');
const STATES = ['met', 'partly', 'not met', 'not applicable'];
/** A paraphrase, never the standard's own sentence, which is under another licence. */
const WORDS_BELOW = 15;

/** The cells of a line of a table. */
const cellsOf = (line: string): string[] =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());

/** Every requirement, with the heading of its chapter. */
const rows = page
  .split(/^## (?=V\d)/m)
  .slice(1)
  .flatMap((part) => {
    const [chapter = '', ...lines] = part.split('\n');
    return lines
      .filter((line) => /^\| \d/.test(line))
      .map((line) => {
        const [id = '', level = '', asks = '', state = '', where = '', why = ''] = cellsOf(line);
        return {
          chapter,
          id,
          level,
          asks,
          state,
          why,
          files: [...where.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
        };
      });
  });

const figuresOf = (some: typeof rows): number[] => [
  ...STATES.map((state) => some.filter((row) => row.state === state).length),
  some.length,
];

test('every requirement has a level, a state and few words, and says where it is met or why it is not', () => {
  const wrong = rows.filter(
    ({ id, level, asks, state, files, why }) =>
      !/^\d+\.\d+\.\d+$/.test(id) ||
      !/^[12]$/.test(level) ||
      !STATES.includes(state) ||
      asks === '' ||
      asks.split(/\s+/).length >= WORDS_BELOW ||
      (state === 'met' || state === 'partly') !== files.length > 0 ||
      (state !== 'met' && why === ''),
  );
  expect(wrong.map(({ id }) => id)).toEqual([]);
  expect(rows).toHaveLength(239);
});

test('every file that a requirement names is there', () => {
  const named = rows.flatMap(({ id, files }) => files.map((file) => `${id} ${file}`));
  expect(named.filter((line) => !existsSync(join(ROOT, line.replace(/^\S+ /, ''))))).toEqual([]);
});

test('the ids are unique, in order and under their chapters', () => {
  const place = (id: string) => id.split('.').reduce((sum, part) => sum * 1000 + Number(part), 0);
  const places = rows.map(({ id }) => place(id));
  expect(places).toEqual([...new Set(places)].sort((a, b) => a - b));
  expect(rows.filter(({ chapter, id }) => !chapter.startsWith(`V${id.split('.')[0]} `))).toEqual([]);
});

test('the figures of the summary are those of the rows', () => {
  const said = [...page.matchAll(/^\| (V\d+ [^|]+|Level \d +|All +) ?\|.*$/gm)].map(([line]) => {
    const [name = '', ...figures] = cellsOf(line);
    return [name, ...figures.map(Number)];
  });
  const counted = [
    ...[...new Set(rows.map(({ chapter }) => chapter))].map(
      (chapter) => [chapter, rows.filter((row) => row.chapter === chapter)] as const,
    ),
    ...['1', '2'].map((level) => [`Level ${level}`, rows.filter((row) => row.level === level)] as const),
    ['All', rows] as const,
  ].map(([name, some]) => [name, ...figuresOf(some)]);
  expect(said).toEqual(counted);
});

test('the list of what is not met names exactly those', () => {
  const list = /### What is not met[^\n]*\n([\s\S]*?)\nOf what is met partly/.exec(page)?.[1] ?? '';
  const named = [...list.matchAll(/^- \*\*([\d., ]+)\*\*/gm)].flatMap(([, ids = '']) => ids.split(', '));
  expect(named.sort()).toEqual(
    rows
      .filter(({ state }) => state === 'not met')
      .map(({ id }) => id)
      .sort(),
  );
});
