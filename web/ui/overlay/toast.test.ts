import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentToasts, dismissToast, TOAST_REMOVE_DELAY, toast } from './toast.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  dismissToast();
  vi.advanceTimersByTime(TOAST_REMOVE_DELAY);
  vi.useRealTimers();
});

test('CONST-13 the toast removal delay is 1,000,000 ms', () => {
  const { id } = toast({ title: 'Saved' });
  dismissToast(id);
  expect(currentToasts()).toEqual([{ id, title: 'Saved', open: false }]);
  vi.advanceTimersByTime(999_999);
  expect(currentToasts()).toEqual([{ id, title: 'Saved', open: false }]);
  vi.advanceTimersByTime(1);
  expect(currentToasts()).toEqual([]);
});

test('a toast that nobody closed stays in the list', () => {
  toast({ title: 'Saved' });
  vi.advanceTimersByTime(TOAST_REMOVE_DELAY * 2);
  expect(currentToasts()).toHaveLength(1);
});

test('CONST-10 a second toast takes the place of the first, a third that of the second', () => {
  toast({ title: 'First' });
  toast({ title: 'Second' });
  const { id } = toast({ title: 'Third' });
  expect(currentToasts()).toEqual([{ id, title: 'Third', open: true }]);
});

test('closing twice does not put off the removal', () => {
  const { id } = toast({ title: 'Saved' });
  dismissToast(id);
  vi.advanceTimersByTime(600_000);
  dismissToast(id);
  vi.advanceTimersByTime(400_000);
  expect(currentToasts()).toEqual([]);
});

test('an update changes the text and keeps the toast open', () => {
  const shown = toast({ title: 'Uploading' });
  shown.update({ title: 'Uploaded', variant: 'success' });
  expect(currentToasts()).toEqual([{ id: shown.id, title: 'Uploaded', variant: 'success', open: true }]);
});
