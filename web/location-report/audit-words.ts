import type { LocationReport } from '../../shared/location-report.ts';
import { fullName } from '../../shared/user.ts';

/** What is known of the location's last audit, in words. */
export function useAuditWords({ lastAudit }: LocationReport, time: (at: string) => string): string[] {
  if (!lastAudit) return ['Not audited yet'];
  const { totalScanned, totalExpected, endTime, user } = lastAudit;
  return [`Last audit ${time(endTime)}, ${fullName(user)}, ${totalScanned} of ${totalExpected} found`];
}
