import type { AuditBunch, OneAuditSession } from '../../../shared/audit.ts';

/** The expected sets of an audit by their result; each is in exactly one part, in the order of the set IDs. */
export type ReportParts = {
  missing: readonly AuditBunch[];
  found: readonly AuditBunch[];
  present: readonly AuditBunch[];
  /** Not seen, and yet not marked missing: something happened to them while the audit ran, or nothing was said about them. */
  unchanged: readonly AuditBunch[];
};

export function reportParts(session: OneAuditSession): ReportParts {
  const { expected, missing = [], found = [], seen, late = [] } = session;
  const ids = (bunches: readonly AuditBunch[]) => new Set(bunches.map((bunch) => bunch.id));
  const lost = ids(missing);
  const again = ids(found);
  const counted = new Set([...seen, ...late.filter((one) => one.seen)].map((one) => one.keyBunchId));
  return {
    missing,
    found,
    present: expected.filter((bunch) => counted.has(bunch.id) && !again.has(bunch.id)),
    unchanged: expected.filter((bunch) => !counted.has(bunch.id) && !lost.has(bunch.id)),
  };
}
