import { expect, test } from 'vitest';
import type { AuditBunch, OneAuditSession } from '../../../shared/audit.ts';
import { reportParts } from './report-parts.ts';

const bunch = (id: number) => ({ id, status: 'active', leftAlone: false }) as AuditBunch;
const late = (keyBunchId: number, seen: boolean) => ({ keyBunchId, seen });
const at = '2026-11-26T21:53:00Z';

test('D-23 every set is in one list of the report, also one whose late count was taken back', () => {
  const [ticked, counted, unticked, lost] = [bunch(1), bunch(2), bunch(3), bunch(4)];
  const parts = reportParts({
    expected: [ticked, counted, unticked, lost],
    seen: [{ keyBunchId: 1, doneAt: at }],
    missing: [unticked, lost],
    late: [late(3, false), late(3, true), late(2, true)],
  } as unknown as OneAuditSession);
  expect(parts).toEqual({ missing: [unticked, lost], found: [], present: [ticked, counted], unchanged: [] });
});
