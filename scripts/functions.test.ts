import { expect, test } from 'vitest';

// Plain JavaScript, as it runs before anything is built.
const file: string = './functions.mjs';
const { lengthsIn } = (await import(file)) as {
  lengthsIn: (file: string, text: string) => { line: number; lines: number }[];
};

test('a function is as long as from its brace to its brace, whatever stands between', () => {
  const text = [
    'export function Page() {',
    '  const text = `one',
    '',
    '  three`;',
    '  // A comment.',
    '  return (',
    '    <p>',
    '      {text}',
    '      two',
    '    </p>',
    '  );',
    '}',
    'const short = (n: number): number => n + 1;',
    'export class One {',
    '  method() {',
    '    return short(2);',
    '  }',
    '}',
  ];
  expect(lengthsIn('Page.tsx', text.join('\n'))).toEqual([
    { line: 1, lines: 12 },
    { line: 13, lines: 1 },
    { line: 15, lines: 3 },
  ]);
});
