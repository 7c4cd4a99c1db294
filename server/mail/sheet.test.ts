import { expect, test } from 'vitest';
import { letterIn, plain } from './sheet.ts';

test('a name is cut between letters, never within an emoji', () => {
  expect(plain(`${'x'.repeat(58)}🔑 Wien`)).toBe(`${'x'.repeat(58)}🔑…`);
  expect(plain(`${'x'.repeat(59)}🔑`)).toBe(`${'x'.repeat(59)}🔑`);
  expect(plain('🔑'.repeat(80)).isWellFormed()).toBe(true);
});

test('what is left of a name without its links makes no other link', () => {
  for (const name of [
    'https://evil.example',
    'http:/x:///evil.example',
    'hhttp://ttp://evil.example',
    'wwww.ww.evil.example',
    'WWwww.W.evil.example',
  ])
    expect(plain(name), name).not.toMatch(/:\/\/|www\./i);
  expect(plain('Müller & Söhne, www.mueller.example')).toBe('Müller & Söhne, mueller.example');
});

test('a word that is wider than a phone is broken, so that the letter is not scrolled sideways', () => {
  const { html } = letterIn({ subject: 'Hello', to: 'x'.repeat(60), lines: [], link: null, close: [] });
  expect(html).toMatch(/<td class="inner" style="[^"]*word-break:break-word">/);
});
