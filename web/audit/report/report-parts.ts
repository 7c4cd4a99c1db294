import type { AuditBunch, OneAuditSession } from '../../../shared/audit.ts';

/** The expected sets by result, each in one section, by set ID. */
type ReportParts = {
  missing: readonly AuditBunch[];
  found: readonly AuditBunch[];
  present: readonly AuditBunch[];
  /** Not seen but not missing: changed during the audit, or without a result. */
  unchanged: readonly AuditBunch[];
};

export function reportParts(session: OneAuditSession): ReportParts {
  const { expected, missing = [], found = [], seen, late = [], differences = [] } = session;
  const ids = (bunches: readonly AuditBunch[]) => new Set(bunches.map((bunch) => bunch.id));
  const lost = ids(missing);
  const again = ids(found);
  const differing = new Set(differences.map(({ keyBunchId }) => keyBunchId));
  const counted = new Set([...seen, ...late.filter((one) => one.seen)].map((one) => one.keyBunchId));
  return {
    missing,
    found,
    present: expected.filter(({ id }) => counted.has(id) && !again.has(id) && !lost.has(id)),
    unchanged: expected.filter(({ id }) => !counted.has(id) && !lost.has(id) && !differing.has(id)),
  };
}
