import { describe, expect, test } from 'vitest';
import { Burst, isQuick, makeQuiet } from './reader.ts';

/** Types a text with `gap` ms between its keys, then the end key. */
function typed(text: string, gap: number, burst = new Burst(), from = 10_000): string | null {
  let at = from;
  for (const character of text) {
    burst.press(at);
    burst.add(character, at);
    at += gap;
  }
  burst.press(at);
  return burst.end(at);
}

describe('a reader that acts as a keyboard', () => {
  test('is told from fingers by the time between keys', () => {
    for (const gap of [1, 10, 30]) expect(typed('MCR-0125', gap)).toBe('MCR-0125');
    // The fastest typing takes 50 ms a key.
    for (const gap of [50, 80, 200]) expect(typed('MCR-0125', gap)).toBeNull();
  });

  test('may stall for a moment, but its tail is not taken for a code', () => {
    const burst = new Burst();
    for (const [character, at] of [...'04A2245A1B6680'].map((one, index) => [one, index * 5] as const)) {
      burst.press(at);
      burst.add(character, at);
    }
    burst.press(200);
    burst.add('7', 200);
    burst.press(205);
    expect(burst.end(205)).toBe('04A2245A1B66807');

    const stalled = new Burst();
    stalled.press(0);
    stalled.add('0', 0);
    stalled.press(400);
    stalled.add('4', 400);
    expect(typed('A2245A', 5, stalled, 405)).toBeNull();
  });

  test('that has a key without a character in the middle of a code gives no tail of it', () => {
    const burst = new Burst();
    burst.press(0);
    burst.add('A', 0);
    burst.press(10);
    burst.damage();
    expect(typed('1003', 10, burst, 20)).toBeNull();
    burst.press(2000);
    burst.damage();
    expect(typed('1003', 10, burst, 2010)).toBe('1003');
  });

  test('is heard after a second of silence whatever was typed before', () => {
    const burst = new Burst();
    burst.press(0);
    burst.add('h', 0);
    expect(burst.isOpen).toBe(true);
    expect(typed('448240', 10, burst, 1500)).toBe('448240');
    expect(burst.isOpen).toBe(false);
  });

  test('nothing at all is no code', () => {
    expect(new Burst().end(0)).toBeNull();
    expect(isQuick(0, 35, 1)).toBe(true);
    expect(isQuick(0, 36, 1)).toBe(false);
  });
});

test('a code that was read is heard again once it was away for two seconds', () => {
  const isNew = makeQuiet();
  expect(isNew('A', 0)).toBe(true);
  expect(isNew('A', 1500)).toBe(false);
  expect(isNew('A', 3400)).toBe(false);
  expect(isNew('B', 3500)).toBe(true);
  expect(isNew('A', 3600)).toBe(true);
  expect(isNew('A', 5600)).toBe(true);
});
