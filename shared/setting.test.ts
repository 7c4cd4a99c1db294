import { describe, expect, test } from 'vitest';
import { FALLBACK_TYPES } from './key-bunch-words.ts';
import { type Setting, SettingForm, type Settings } from './setting.ts';
import { choicesOf, colorOf, labelOf, NO_SETTINGS } from './setting-labels.ts';
import { DEFAULT_COLOR, settingNameOf } from './setting-words.ts';

const entry = (name: string, displayName: string, about: Partial<Setting> = {}): Setting => ({
  id: 1,
  name,
  displayName,
  description: null,
  color: null,
  isActive: true,
  due: null,
  updatedAt: '2026-01-01T00:00:00Z',
  ...about,
});
const values = (choices: { value: string }[]) => choices.map(({ value }) => value);

describe('what is offered', () => {
  test('CONST-04 the fallback types are day_shift, night_shift, lock_ups and static', () => {
    expect(choicesOf(NO_SETTINGS, 'keyTypes')).toEqual([
      { value: 'day_shift', label: 'Day Shift' },
      { value: 'night_shift', label: 'Night Shift' },
      { value: 'lock_ups', label: 'Lock Ups' },
      { value: 'static', label: 'Static' },
    ]);
  });
  test('CONST-05 the fallback statuses are active, issued and missing, joined with what records have (C-12)', () => {
    expect(choicesOf(NO_SETTINGS, 'statuses')).toEqual([
      { value: 'active', label: 'Present' },
      { value: 'issued', label: 'Issued' },
      { value: 'missing', label: 'Missing' },
    ]);
    expect(values(choicesOf(NO_SETTINGS, 'statuses', ['missing', 'in_use', 'inactive']))).toEqual([
      ...['active', 'issued', 'missing'],
      ...['inactive', 'in_use'],
    ]);
  });
  test('S-43 active configured entries replace the fallback, in order of their display names; only inactive ones leave it', () => {
    const settings: Settings = {
      ...NO_SETTINGS,
      keyTypes: [entry('b', 'Alpha'), entry('old', 'Old', { isActive: false }), entry('a', 'Beta')],
      statuses: [entry('off', 'Off', { isActive: false })],
    };
    expect(choicesOf(settings, 'keyTypes')).toEqual([
      { value: 'b', label: 'Alpha' },
      { value: 'a', label: 'Beta' },
    ]);
    expect(choicesOf(settings, 'keyTypes', ['zoo', 'old', 'static', 'day_shift'])).toEqual([
      { value: 'day_shift', label: 'Day Shift' },
      { value: 'static', label: 'Static' },
      { value: 'b', label: 'Alpha' },
      { value: 'a', label: 'Beta' },
      { value: 'old', label: 'Old' },
      { value: 'zoo', label: 'zoo' },
    ]);
    expect(values(choicesOf(settings, 'statuses'))).toEqual(['active', 'issued', 'missing']);
    expect(values(choicesOf(settings, 'locationTypes'))).toEqual(['office', 'van']);
  });
});

describe('what is there already keeps its place when an entry is added', () => {
  const added = [entry('crate', 'A crate')];
  test('columns and bars of types that records still have', () => {
    const present = ['static', 'lock_ups', 'night_shift', 'day_shift'];
    expect(values(choicesOf(NO_SETTINGS, 'keyTypes', present))).toEqual([...FALLBACK_TYPES]);
    const keyTypes = { ...NO_SETTINGS, keyTypes: added };
    expect(values(choicesOf(keyTypes, 'keyTypes', present))).toEqual([...FALLBACK_TYPES, 'crate']);
    expect(values(choicesOf(keyTypes, 'keyTypes'))).toEqual(['crate']);
  });
  test('statuses', () => {
    const present = ['inactive', 'missing', 'issued', 'active'];
    const before = values(choicesOf(NO_SETTINGS, 'statuses', present));
    expect(before).toEqual(['active', 'issued', 'missing', 'inactive']);
    const statuses = { ...NO_SETTINGS, statuses: added };
    expect(values(choicesOf(statuses, 'statuses', present))).toEqual([...before, 'crate']);
  });
});

describe('statuses', () => {
  const offered = (...statuses: Setting[]) => choicesOf({ ...NO_SETTINGS, statuses }, 'statuses');
  test('S-43 KEYS-06 configured ones add to the built-in ones, which stay first', () => {
    expect(offered(entry('at_locksmith', 'At the locksmith'), entry('with_contractor', 'Lent out'))).toEqual([
      { value: 'active', label: 'Present' },
      { value: 'issued', label: 'Issued' },
      { value: 'missing', label: 'Missing' },
      { value: 'at_locksmith', label: 'At the locksmith' },
      { value: 'with_contractor', label: 'Lent out' },
    ]);
  });
  test('S-43 a setting of the same name renames a built-in one, or hides it', () => {
    const own = offered(entry('active', 'On the hook'), entry('missing', 'Missing', { isActive: false }));
    expect(own).toEqual([
      { value: 'active', label: 'On the hook' },
      { value: 'issued', label: 'Issued' },
    ]);
    expect(
      values(
        choicesOf({ ...NO_SETTINGS, statuses: [entry('active', 'A', { isActive: false })] }, 'statuses', [
          'active',
        ]),
      ),
    ).toEqual(['active', 'issued', 'missing']);
  });
});

test('S-44 the name as it is stored', () => {
  expect(['Day Shift', ' A  B ', '__x__', 'ÄB', '', '--'].map(settingNameOf)).toEqual([
    'day_shift',
    'a_b',
    'x',
    'b',
    '',
    '',
  ]);
});

test('VALID-27 VALID-28 VALID-29 the form: name and display name are required, description and colour are not', () => {
  const messages = (form: Record<string, unknown>) =>
    SettingForm.safeParse(form).error?.issues.map(({ message }) => message) ?? [];
  expect(messages({ name: '', displayName: '' })).toEqual(['Name is required', 'Display name is required']);
  expect(messages({ name: '-', displayName: ' ' })).toEqual(['Name is required', 'Display name is required']);
  expect(messages({ name: 'x', displayName: 'X' })).toEqual([]);
  expect(messages({ name: 'x', displayName: 'X', description: '', color: '' })).toEqual([]);
  expect(messages({ name: 'x', displayName: 'X', color: 'blue' })).toEqual([
    'Enter a colour such as #3b82f6',
  ]);
});

describe('how a value reads', () => {
  const settings: Settings = {
    ...NO_SETTINGS,
    statuses: [entry('active', 'On the hook', { color: '#00ff00', isActive: false })],
  };
  test('as configured, else as built in, else as it is', () => {
    expect(labelOf(settings, 'statuses', 'active')).toBe('On the hook');
    expect(labelOf(settings, 'statuses', 'in_use')).toBe('IN USE');
    expect(labelOf(settings, 'statuses', 'inactive')).toBe('Inactive');
    expect(labelOf(settings, 'locationTypes', 'van')).toBe('Mobile Van');
    expect(labelOf(settings, 'statuses', 'lost_at_sea')).toBe('lost_at_sea');
    for (const name of ['toString', 'constructor', '__proto__']) {
      expect(labelOf(NO_SETTINGS, 'statuses', name), name).toBe(name);
    }
  });
  test('CONST-15 the default colour of a setting is #3b82f6; a value without one has none of its own', () => {
    expect(DEFAULT_COLOR).toBe('#3b82f6');
    expect([colorOf(settings, 'statuses', 'active'), colorOf(settings, 'statuses', 'missing')]).toEqual([
      '#00ff00',
      null,
    ]);
  });
});
