import { expect, test } from 'vitest';

// Plain JavaScript, as it runs before anything is built.
const file: string = './english.mjs';
const { textsIn, linesOf, commentsOf, proseOf, frequency } = (await import(file)) as {
  textsIn: (file: string, text: string) => { line: number; words: string[] }[];
  linesOf: (page: string) => number;
  commentsOf: (text: string) => string;
  proseOf: (page: string) => string;
  frequency: (files: Map<string, string>) => number;
};

test('words are found in JSX text, attributes, strings and templates, and in nothing that is not shown', () => {
  const text = [
    '// Whoever reads this is not shown it.',
    "import { told } from './told.ts';",
    "const state = told === 'nobody' ? 'somebody' : null;",
    'export const One = () => (',
    '  <p title="Ask whoever gave you the keys">',
    '    Nobody has keys.',
    '  </p>',
    ');',
    "export const two = 'Everybody';",
    'export const three = `Two sets, of which none is out`;',
    "export const fine = 'The holder returns the set';",
  ];
  expect(textsIn('One.tsx', text.join('\n'))).toEqual([
    { line: 5, words: ['whoever'] },
    { line: 5, words: ['nobody'] },
    { line: 9, words: ['everybody'] },
    { line: 10, words: ['of which'] },
  ]);
});

test('a page is as long as it is when printed, and a row of a table is one line', () => {
  expect(linesOf('# One\n\nTwo\n')).toBe(3);
  expect(linesOf(`${'a'.repeat(141)}\n`)).toBe(2);
  expect(linesOf(`| ${'a'.repeat(200)} |\n`)).toBe(1);
});

test('the frequency counts the words of comments alone', () => {
  const text = "/** Whoever calls. */\nconst a = 'nobody'; // Stands here.\n";
  expect(commentsOf(text)).toBe('/** Whoever calls. */\n// Stands here.');
  expect(frequency(new Map([['a.ts', text]]))).toBe(1000);
});

test('the prose of a page has no code, quotation or target of a link', () => {
  const page =
    'Run `nobody`, see [it](told.md): "Whoever\nreads" this.\n\n    told\n\n```\ntold\n```\n\nOf "it".';
  expect(proseOf(page)).toBe('Run , see [it:  this.\n\n\n\n\n\nOf .');
});
