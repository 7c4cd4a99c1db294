import type { LocationReport } from '../../shared/location-report.ts';

/** The audits a report names: the last one and, where that was of one type only, the last one of all types too. */
export function auditsOf({ lastAudit, lastWholeAudit }: LocationReport) {
  if (!lastAudit) return [];
  return lastWholeAudit && lastWholeAudit.id !== lastAudit.id ? [lastAudit, lastWholeAudit] : [lastAudit];
}
export type ReportAudit = ReturnType<typeof auditsOf>[number];

/** "Last audit", "Last audit of Night Shift only", "Last audit of all types": what it counted is never taken for the whole. */
export function auditName(
  { keyType }: ReportAudit,
  audits: readonly ReportAudit[],
  label: (type: string) => string,
): string {
  if (keyType) return `Last audit, of ${label(keyType)} only`;
  return audits.length > 1 ? 'Last audit of all types' : 'Last audit';
}
