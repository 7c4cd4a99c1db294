/** The wording of audits. Imports no schema, so that a page can use it without one. */

export const AUDIT_MODES = ['manual', 'nfc'] as const;
export type AuditMode = (typeof AUDIT_MODES)[number];
export const AUDIT_STATUSES = ['in_progress', 'completed', 'abandoned'] as const;

/** Statuses that are expected on their hook; issued and configured ones explain an absence. */
export const EXPECTED_STATUSES: readonly string[] = ['active', 'missing', 'inactive', 'in_use'];

/** What a scan matched: the NFC tag, the tag number or the set ID. */
export const SCAN_MATCHES = ['nfc', 'tag', 'identifier'] as const;
export type ScanMatch = (typeof SCAN_MATCHES)[number];

/** Progress in whole percent, rounded down and at most 100. */
export const auditPercent = (scanned: number, expected: number): number =>
  expected === 0 ? 0 : Math.min(100, Math.floor((scanned / expected) * 100));
