import type { OneAuditSession } from '../../../shared/audit.ts';
import { ACTION_MESSAGES } from '../../../shared/messages.ts';
import type { Outcome } from '../outbox.ts';

/**
 * What a scan came to (DECISIONS S-56): counted, counted before, hangs here and should not, or nobody knows the tag. `over` when
 * the audit itself has ended or is out of reach.
 */
export type ScanResult = {
  key: string;
  at: Date;
  serial: string;
  kind: 'counted' | 'already' | 'unexpected' | 'unknown' | 'over';
  /** Of the set, when it is known. */
  identifier: string | null;
  /** Its id, when it was counted. */
  keyBunchId: number | null;
  /** "Counted", "Already Scanned", "Scan Failed". */
  title: string;
  /** The sentence under it. */
  message: string;
};

/** Reads the server's answer to a scan. */
export function scanResultOf(
  { entry, reply, error }: Extract<Outcome, { kind: 'scan' }>,
  session: OneAuditSession | undefined,
): ScanResult {
  const base = { key: entry.key, at: new Date(), serial: entry.serial };
  if (reply) {
    const { id, identifier } = reply.keyBunch;
    const total = Math.max(session?.totalExpected ?? 0, reply.totalScanned);
    return {
      ...base,
      kind: 'counted',
      identifier,
      keyBunchId: id,
      title: 'Counted',
      message: `${reply.totalScanned} of ${total} scanned`,
    };
  }
  const { code, identifier = null, message } = error?.body ?? {};
  const kind =
    code === 'already_scanned'
      ? 'already'
      : code === 'unexpected'
        ? 'unexpected'
        : error?.status === 404 && message === ACTION_MESSAGES.scanAudit.failed
          ? 'unknown'
          : 'over';
  return {
    ...base,
    kind,
    identifier,
    keyBunchId: null,
    title: kind === 'already' ? 'Already Scanned' : 'Scan Failed',
    message: message || ACTION_MESSAGES.scanAudit.failed,
  };
}
