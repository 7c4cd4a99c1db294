import { expect, test } from 'vitest';
import { deviceZone } from '../../shared/zone.ts';
import { setCompanyZone } from '../api/server-clock.ts';
import { isNumber, reportTime } from './audit-text.tsx';
import { byPosition } from './checklist-order.ts';
import type { AuditRow } from './use-audit-session.ts';

const row = (identifier: string, position: string | null | undefined) =>
  ({ bunch: { identifier, now: position === undefined ? null : { position } } }) as AuditRow;

test('a checklist goes from hook to hook by value, and ends with what hangs nowhere, by ID', () => {
  const rows = [
    row('S1', 'A 12'),
    row('S2', null),
    row('S3', 'a 2'),
    row('S4', 'B 1'),
    row('S5', undefined),
    row('S6', 'A 2'),
    row('S7', 'A 100'),
  ];
  expect(byPosition(rows).map(({ bunch }) => bunch.identifier)).toEqual([
    'S3',
    'S6',
    'S1',
    'S7',
    'S4',
    'S2',
    'S5',
  ]);
});

test('a number is typed as the screen writes it, or plain', () => {
  for (const typed of ['14799', ' 14,799 ', '14.799', '14 799', '14\u202f799', '14’799'])
    expect(isNumber(typed, 14799), typed).toBe(true);
  for (const typed of ['', '1479', '14799x', '-14799']) expect(isNumber(typed, 14799), typed).toBe(false);
});

test('a time in a report has its day where that is not the day on which the audit started', () => {
  setCompanyZone('Europe/Vienna');
  const session = { startTime: '2019-11-20T21:30:00Z' };
  expect(reportTime('2019-11-20T22:59:59Z', session)).toBe('23:59:59');
  expect(reportTime('2019-11-20T23:00:07Z', session)).toBe('21 Nov 2019, 00:00:07');
  setCompanyZone(deviceZone());
});
