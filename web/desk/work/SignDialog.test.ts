import { expect, test } from 'vitest';
import { SignatureForm } from '../../../shared/custody.ts';
import { signaturePath } from './SignDialog.tsx';

test('what was drawn becomes moves, lines and curves in whole numbers', () => {
  const stroke = [
    { x: 0, y: 0 },
    { x: 10.4, y: 10.6 },
    { x: 20, y: 0 },
    { x: 30, y: 10 },
  ];
  expect(signaturePath([stroke, [{ x: 5, y: 5 }]], 600, 200)).toBe('M0 0Q10 11 15 5Q20 0 25 5L30 10M5 5L6 5');
  expect(signaturePath([stroke], 300, 100)).toBe('M0 0Q21 21 30 11Q40 0 50 10L60 20');
  expect(signaturePath([], 600, 200)).toBe('');
});

test('however much is drawn, the server takes it', () => {
  const scribble = Array.from({ length: 60 }, (_, line) =>
    Array.from({ length: 900 }, (_, step) => ({ x: (step * 37) % 600, y: (step * line * 13) % 200 })),
  );
  const path = signaturePath(scribble, 600, 200);
  expect(path.length).toBeGreaterThan(1000);
  expect(SignatureForm.safeParse({ signer: 'Owen Hartley', path }).success).toBe(true);
});
