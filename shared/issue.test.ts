import { describe, expect, test } from 'vitest';
import { fieldOf } from './issue.ts';
import { type Fact, factsText, factText } from './issue-facts.ts';

const kinds = {
  text: { label: 'Purpose', kind: 'text', max: 5 },
  money: { label: 'Deposit', kind: 'money' },
  date: { label: 'Paid on', kind: 'date' },
  choice: { label: 'Paid by', kind: 'choice', choices: { cash: 'Cash', card: 'Card' } },
} as const satisfies Record<string, Fact>;

describe('a fact of an issue', () => {
  const takes = (kind: keyof typeof kinds, value: unknown) => {
    const { success, data, error } = fieldOf(kinds[kind]).safeParse(value);
    return success ? data : error?.issues[0]?.message;
  };

  test.for(Object.keys(kinds) as (keyof typeof kinds)[])('of kind %s may be missing or blank', (kind) => {
    expect([undefined, null, ''].map((value) => takes(kind, value))).toEqual([undefined, null, null]);
  });

  test('keeps what its kind allows and says why not', () => {
    expect(takes('text', ' Alarm ')).toBe('Alarm');
    expect(takes('text', 'Alarms')).toBe('Must be at most 5 characters');
    expect(['25', '25.00', '9999999.99'].map((value) => takes('money', value))).toEqual([
      '25',
      '25.00',
      '9999999.99',
    ]);
    for (const value of ['25.5', '-1', '1e3', '10000000', '£25', 25])
      expect(takes('money', value)).toBe('Enter an amount, such as 25.00');
    expect(takes('date', '2026-12-24')).toBe('2026-12-24');
    for (const value of ['2026-02-30', '24/12/2026', 5]) expect(takes('date', value)).toBe('Enter a date');
    expect(takes('choice', 'cash')).toBe('cash');
    for (const value of ['Cash', 'toString']) expect(takes('choice', value)).toBe('Unknown paid by');
  });

  test('is written by its kind, a text without its label', () => {
    expect(factText(kinds.text, 'Alarm')).toBe('Alarm');
    expect(['25', '25.5', 'x'].map((value) => factText(kinds.money, value))).toEqual(['25.00', '25.50', 'x']);
    expect(factText(kinds.date, '2026-12-24')).toBe('24 Dec 2026');
    expect(['card', 'cheque'].map((value) => factText(kinds.choice, value))).toEqual(['Card', 'cheque']);
    expect([factsText({ purpose: 'Alarm' }), factsText({ purpose: null }), factsText({})]).toEqual([
      'Alarm',
      '',
      '',
    ]);
  });
});
