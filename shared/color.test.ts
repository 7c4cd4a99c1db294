import { describe, expect, test } from 'vitest';
import { COLOR_TINTS, tintOf } from './color.ts';
import { DEFAULT_COLOR } from './setting-words.ts';

/** The colour of a hue, full and at half of its brightness (CSS Color 4, HSL to RGB). */
function colorsOf(hue: number): string[] {
  return [0.5, 0.25].map((lightness) => {
    const part = (n: number) => {
      const k = (n + hue / 30) % 12;
      const chroma = Math.min(lightness, 1 - lightness);
      return lightness - chroma * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    };
    const hex = (n: number) =>
      Math.round(part(n) * 255)
        .toString(16)
        .padStart(2, '0');
    return `#${hex(0)}${hex(8)}${hex(4)}`;
  });
}

describe('every whole hue of a range becomes its tint, the lower end too and the upper end not (C-23)', () => {
  for (const [row, from, to, tint] of [
    ['CONST-16', 0, 30, 'red'],
    ['CONST-17', 30, 90, 'yellow'],
    ['CONST-18', 90, 150, 'green'],
    ['CONST-19', 150, 180, 'emerald'],
    ['CONST-20', 180, 240, 'blue'],
    ['CONST-21', 240, 300, 'purple'],
    ['CONST-22', 300, 360, 'pink'],
  ] as const) {
    test(`${row} hue ${from} to ${to} is ${tint}`, () => {
      for (let hue = from + 0.5; hue < to; hue += 0.5)
        for (const color of colorsOf(hue)) expect([hue, tintOf(color)]).toEqual([hue, tint]);
    });
  }

  test('CONST-16 CONST-17 CONST-18 CONST-19 CONST-20 CONST-21 CONST-22 the ends belong to the range they begin', () => {
    const ends = ['#ff0000', '#fe7f00', '#7ffe00', '#00fe7f', '#00ffff', '#0000ff', '#ff00ff'];
    expect(ends.map(tintOf)).toEqual(['red', 'yellow', 'green', 'emerald', 'blue', 'purple', 'pink']);
    const before = ['#ff0001', '#ff7e00', '#80ff00', '#00ff7e', '#00fffe', '#0001ff', '#fe00ff'];
    expect(before.map(tintOf)).toEqual(['pink', 'red', 'yellow', 'green', 'emerald', 'blue', 'purple']);
  });
});

test('CONST-23 gray when the channels lie less than 50 apart, whatever the hue; at 50 the hue counts', () => {
  for (const gray of ['#000000', '#ffffff', '#808080', '#310000', '#00310a', '#ffceff', '#64646b', '#cecfff'])
    expect([gray, tintOf(gray)]).toEqual([gray, 'gray']);
  expect(['#320000', '#003200', '#000032', '#ffcdff', '#cdcdff'].map(tintOf)).toEqual([
    'red',
    'green',
    'purple',
    'pink',
    'purple',
  ]);
});

test('CONST-15 CONST-20 the default colour is blue', () => {
  expect(tintOf(DEFAULT_COLOR)).toBe('blue');
});

test('what is no colour is gray, and upper case is lower case', () => {
  for (const text of ['', 'red', '#f00', '#ff00000', '#gg0000', 'x#ff0000'])
    expect([text, tintOf(text)]).toEqual([text, 'gray']);
  expect(tintOf('#FF0000')).toBe('red');
  expect(COLOR_TINTS).toHaveLength(8);
});
