import { expect, test } from 'vitest';
import { doorOf, opensParts, opensText, opensWithClient } from './opens-text.ts';

const set = (name: string | null, keyDescription: string | null, client: string | null = null, more = 0) => ({
  premises: name === null ? [] : [{ name, client }, ...Array(more).fill({ name: 'Other', client: null })],
  keyDescription,
});

test('D-31 a description that begins with the premises’ name loses it', () => {
  for (const [name, description, door] of [
    ['Colmore Exchange', 'Colmore Exchange, reception', 'reception'],
    ['Colmore Exchange', 'COLMORE EXCHANGE: reception', 'reception'],
    ['Colmore Exchange', 'Colmore Exchange - rear gate', 'rear gate'],
    ['Colmore Exchange', 'Colmore Exchange reception', 'reception'],
    ['Colmore Exchange', 'Colmore Exchange\nReception', 'Reception'],
    ['Colmore Exchange', ' Colmore Exchange ', ''],
    ['Colmore Exchange', null, ''],
    ['Colmore Exchange', 'Side door', 'Side door'],
    // The name is only the beginning of a longer one.
    ['Colmore Exchange', 'Colmore Exchanges, reception', 'Colmore Exchanges, reception'],
    ['Unit 1', 'Unit 12, shutter', 'Unit 12, shutter'],
    ['Unit 1', 'Unit 1 to 5', 'Unit 1 to 5'],
    ['Unit 1', 'Unit 1 & 2', 'Unit 1 & 2'],
    ['Unit 1', 'Unit 1-5', 'Unit 1-5'],
    ['Unit 1', 'Unit 1/2', 'Unit 1/2'],
    ['Unit 1', 'Unit 1, 2 and 3', 'Unit 1, 2 and 3'],
    ['12 High Street', '12 High Street, 2nd floor', '2nd floor'],
    ['Colmore Exchange', 'Colmore Exchange tower door', 'tower door'],
    [null, 'Gate', 'Gate'],
  ] as const)
    expect(doorOf(set(name, description)), `${name}: ${description}`).toBe(door);
});

test('D-31 premises and door come first and once, then the client', () => {
  const whole = set('Colmore Exchange', 'Colmore Exchange, reception', 'Jewellers’ Row Traders');
  expect(opensText(whole)).toBe('Colmore Exchange, reception');
  expect(opensWithClient(whole)).toBe('Colmore Exchange, reception · Jewellers’ Row Traders');
  expect(opensParts(set('Mill', 'Gate', 'Pier', 2))).toEqual({
    premises: 'Mill and 2 more',
    door: 'Gate',
    client: 'Pier',
  });
  expect(opensWithClient(set('Mill', null, 'Pier'))).toBe('Mill · Pier');
  expect(opensText(set(null, 'Gate'))).toBe('Gate');
  expect(opensText(set(null, null))).toBe('');
});
