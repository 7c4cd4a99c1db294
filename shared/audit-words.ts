/** The wording of audits. Imports no schema, so that a page can use it without one. */

export const AUDIT_MODES = ['manual', 'nfc'] as const;
export type AuditMode = (typeof AUDIT_MODES)[number];
/** What an audit checks: every set, the sets on some hooks, or sets drawn among those with a hook. Only a full one counts for a bulk move. */
export const AUDIT_KINDS = ['full', 'part', 'spot'] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];
/** How many of the sets with a hook a spot check draws: 10 %, rounded up, 5 to 30. */
export const spotSize = (sets: number): number =>
  Math.min(sets, Math.max(5, Math.min(30, Math.ceil(sets / 10))));
/** The days over which the accuracy of a location is counted. */
export const ACCURACY_DAYS = 90;

export const AUDIT_REQUIRED =
  'A completed audit is required before bulk moving keys. Please complete an audit for this location first.';
/** Most keys, and fobs, that are counted on one set. */
export const COUNTED_MAX = 9999;

export const AUDIT_STATUSES = ['in_progress', 'completed', 'abandoned'] as const;

/** Statuses that are expected on their hook; issued and configured ones explain an absence. */
export const EXPECTED_STATUSES: readonly string[] = ['active', 'missing', 'inactive', 'in_use'];

/** What a scan matched: the NFC tag, the tag number or the set ID. */
export const SCAN_MATCHES = ['nfc', 'tag', 'identifier'] as const;
export type ScanMatch = (typeof SCAN_MATCHES)[number];

export const AUDIT_DEVICES = ['phone', 'computer'] as const;

/** How often a screen with an open audit says that it is still there, in seconds. */
export const AUDIT_BEAT_SECONDS = 30;
/** A member not heard for this many seconds may have counts that have not arrived. */
export const AUDIT_UNHEARD_SECONDS = 60;
/** A member not heard for this many minutes is no longer asked about before a completion. */
export const AUDIT_HEARD_MINUTES = 10;
/** An open audit whose members were not heard for this many minutes is idle: the first who joins takes it over. */
export const AUDIT_IDLE_MINUTES = 60;

/** Whether the number of sets to be marked missing must be typed: a quarter of the expected or more, and at least two. */
export const mustTypeMissing = (unseen: number, expected: number): boolean =>
  unseen >= 2 && unseen * 4 >= expected;

/** Progress in whole percent, rounded down and at most 100. */
export const auditPercent = (scanned: number, expected: number): number =>
  expected === 0 ? 0 : Math.min(100, Math.floor((scanned / expected) * 100));
