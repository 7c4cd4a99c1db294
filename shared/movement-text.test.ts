import { describe, expect, test } from 'vitest';
import { type Label, movementDetail, movementSentence } from './movement-text.ts';
import type { Action } from './movement-words.ts';
import { labelOf, NO_SETTINGS } from './setting-labels.ts';

const label: Label = (category, value) => labelOf(NO_SETTINGS, category, value);
const sentence = (action: Action, details = {}, places = {}) =>
  movementSentence(
    { action, details, fromLocation: null, toLocation: null, keyBunchIdentifier: 'SET-1', ...places },
    label,
  );

describe('the sentence of a movement', () => {
  test('each action', () => {
    expect(sentence('location_move', { from: 'North', to: 'South' })).toBe('Moved: North -> South');
    const places = { fromLocation: { id: 1, name: 'North' }, toLocation: { id: 2, name: 'South' } };
    expect(sentence('location_move', {}, places)).toBe('Moved: North -> South');
    expect(sentence('move', { from: 'day_shift', to: 'patrol' })).toBe('Moved: Day Shift -> patrol');
    expect(sentence('issue', { officer: 'Callum Reid' })).toBe('Issued to Callum Reid');
    expect(sentence('issue', { officer: '' })).toBe('Issued to officer');
    expect(sentence('return', { officer: 'Callum Reid' })).toBe('Returned from Callum Reid');
    expect(sentence('return')).toBe('Returned from officer');
    expect(sentence('status_change', { from: 'active', to: 'missing' })).toBe('Status: Present -> Missing');
    expect(sentence('audit_edit')).toBe('Updated during audit');
    expect(sentence('deleted')).toBe('Deleted: SET-1');
    const handed = { fromHolder: 'Ana Ruiz', officer: 'Callum Reid' };
    expect(sentence('handover', handed)).toBe('Handed over from Ana Ruiz to Callum Reid');
  });

  test('an entry that undoes another names it, and one that ends a short set says how', () => {
    const officer = 'Callum Reid';
    const undone = { fromHolder: officer, undoneAction: 'handover', officer: 'Ana Ruiz' };
    expect(sentence('return', { officer, undoneAction: 'issue' })).toBe('Issue to Callum Reid undone');
    expect(sentence('issue', { officer, undoneAction: 'return' })).toBe('Return from Callum Reid undone');
    expect(sentence('handover', undone)).toBe('Handover to Callum Reid undone');
    expect(sentence('status_change', { short: 'complete' })).toBe('Complete again');
    expect(sentence('status_change', { short: 'written_off' })).toBe('Missing keys written off');
  });
  test('S-49 then the purpose, then the tags, as they apply', () => {
    const detail = (
      action: Action,
      details = {},
      oldTag: string | null = null,
      newTag: string | null = null,
    ) => movementDetail({ action, details, oldTag, newTag });
    expect(detail('issue', { purpose: 'Alarm' }, '1', '2')).toEqual(['Alarm', 'Tag 1 -> 2']);
    expect(detail('return', {}, null, '2')).toEqual(['Tag none -> 2']);
    expect(detail('status_change', {}, '1', null)).toEqual([]);
    expect(detail('deleted', {}, '1', '2')).toEqual([]);
    const officer = 'Callum Reid';
    expect(detail('handover', { officer })).toEqual(['Not confirmed']);
    expect(detail('handover', { officer, confirmed: true })).toEqual(['Confirmed by Callum Reid']);
    expect(detail('handover', { officer, signature: 'ab' })).toEqual([]);
    expect(detail('handover', { officer, undoneAction: 'handover' })).toEqual([]);
  });

  test('what came back short is counted and named, and whoever else brought it', () => {
    const told = (action: Action, details = {}) =>
      movementDetail({ action, details, oldTag: null, newTag: null });
    const has = { keyCount: 5, fobCount: 2 };
    expect(told('return', { ...has, keysCounted: 5, fobsCounted: 2 })).toEqual([]);
    expect(told('return', has)).toEqual([]);
    expect(told('return', { ...has, keysCounted: 4, missingNote: 'Riser key' })).toEqual([
      '1 key short: Riser key',
    ]);
    expect(told('return', { ...has, keysCounted: 3, fobsCounted: 1, returnedBy: 'Ana Ruiz' })).toEqual([
      '2 keys, 1 fob short',
      'Brought back by Ana Ruiz',
    ]);
    expect(told('status_change', { short: 'complete', missingNote: 'Riser key' })).toEqual([
      'Was missing: Riser key',
    ]);
    const changes = { keyCount: { from: 5, to: 4 }, fobCount: { from: 2, to: 2 } };
    expect(told('status_change', { short: 'written_off', changes })).toEqual(['1 key less']);
  });
});
