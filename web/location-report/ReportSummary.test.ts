import { expect, test } from 'vitest';
import type { LocationReport } from '../../shared/location-report.ts';
import { auditName, auditsOf } from './ReportSummary.tsx';

const audit = (id: number, keyType: string | null): LocationReport['lastAudit'] => ({
  id,
  keyType,
  endTime: '2026-11-21T08:42:00.000Z',
  user: { username: 'dana', firstName: 'Dana', lastName: 'Holt', email: 'dana@example.com' },
  completedBy: null,
  countedBy: [],
  totalExpected: 7,
  totalScanned: 5,
});
const names = (lastAudit: LocationReport['lastAudit'], lastWholeAudit: LocationReport['lastAudit']) => {
  const audits = auditsOf({ lastAudit, lastWholeAudit } as LocationReport);
  return audits.map((one) => auditName(one, audits, (type) => type.toUpperCase()));
};

test('an audit of one type says so, and beside it stands the last one of all types', () => {
  expect(names(null, null)).toEqual([]);
  expect(names(audit(2, null), audit(2, null))).toEqual(['Last audit']);
  expect(names(audit(2, 'static'), null)).toEqual(['Last audit, of STATIC only']);
  expect(names(audit(2, 'static'), audit(1, null))).toEqual([
    'Last audit, of STATIC only',
    'Last audit of all types',
  ]);
});
