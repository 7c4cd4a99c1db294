import { describe, expect, test } from 'vitest';
import { FIT, SCALE_MAX, within, zoomed } from './ImageViewer.tsx';

const stage = { width: 1000, height: 600 };
const fitted = { width: 800, height: 600 };

describe('a picture on its stage', () => {
  test('keeps what lies under the pointer under it', () => {
    const point = { x: 200, y: -100 };
    const once = zoomed(FIT, 2, point);
    // The point is now twice as far from the picture's middle.
    expect([once.x + point.x * 2, once.y + point.y * 2]).toEqual([point.x, point.y]);
    const back = zoomed(once, 0.5, point);
    expect(back).toEqual(FIT);
  });

  test('is never smaller than what fits, nor larger than the most', () => {
    expect(zoomed(FIT, 0.1).scale).toBe(1);
    expect(zoomed(FIT, 100).scale).toBe(SCALE_MAX);
    expect(within({ scale: 0.2, x: 0, y: 0 }, stage, fitted).scale).toBe(1);
  });

  test('is moved to its edge and no further, and not at all where it fits', () => {
    expect(within({ scale: 1, x: 50, y: -50 }, stage, fitted)).toEqual(FIT);
    expect(within({ scale: 2, x: 9999, y: -9999 }, stage, fitted)).toEqual({ scale: 2, x: 300, y: -300 });
    expect(within({ scale: 1.25, x: 9999, y: 10 }, stage, fitted)).toEqual({ scale: 1.25, x: 0, y: 10 });
  });
});
