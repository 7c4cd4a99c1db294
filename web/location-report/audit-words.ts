import type { LocationReport } from '../../shared/location-report.ts';

/** Audits named in a report: the last one and, if it covered one type only, also the last of all types. */
export function auditsOf({ lastAudit, lastWholeAudit }: LocationReport) {
  if (!lastAudit) return [];
  return lastWholeAudit && lastWholeAudit.id !== lastAudit.id ? [lastAudit, lastWholeAudit] : [lastAudit];
}
export type ReportAudit = ReturnType<typeof auditsOf>[number];

/** "Last audit", "Last audit, of Night Shift only", "Last audit of all types". */
export function auditName(
  { keyType }: ReportAudit,
  audits: readonly ReportAudit[],
  label: (type: string) => string,
): string {
  if (keyType) return `Last audit, of ${label(keyType)} only`;
  return audits.length > 1 ? 'Last audit of all types' : 'Last audit';
}
