import { ACTION_MESSAGES } from '../../../shared/action-messages.ts';
import type { OneAuditSession } from '../../../shared/audit.ts';
import type { ScanMatch } from '../../../shared/audit-words.ts';
import { serverNow } from '../../api/server-clock.ts';
import { ANSWER_LOOKS } from '../../device/scan/answer-looks.ts';
import { byText } from '../audit-members.ts';
import type { Outcome } from '../outbox.ts';
import { refusalText } from '../refusals.ts';

/** The result of a scan: counted, counted before, unexpected here or unknown. `over`: the audit has ended or is unreachable. */
export type ScanResult = {
  key: string;
  at: Date;
  serial: string;
  kind: 'counted' | 'already' | 'unexpected' | 'unknown' | 'over';
  /** The set's ID when known, else the text that was read. */
  identifier: string | null;
  /** The set's id and the matched mark, when it was counted. */
  keyBunchId: number | null;
  matched: ScanMatch | null;
  /** "Counted", "Already Scanned", "Scan Failed". */
  title: string;
  /** The sentence under it. */
  message: string;
  /** Who counted the set before and how long ago: "by Tom Whitaker 12 s ago". */
  by: string | null;
};

/** What a refusal's code means. */
const KINDS: Record<string, ScanResult['kind']> = {
  already_scanned: 'already',
  unexpected: 'unexpected',
  unticked: 'unexpected',
  unknown_tag: 'unknown',
  ambiguous: 'unknown',
};

/** Maps the server's response to a result. */
export function scanResultOf(
  { entry, reply, error }: Extract<Outcome, { kind: 'scan' }>,
  session: OneAuditSession | undefined,
  meId: number,
): ScanResult {
  const base = { key: entry.key, at: new Date(serverNow()), serial: entry.serial, by: null };
  if (reply) {
    const { id, identifier } = reply.keyBunch;
    const total = Math.max(session?.totalExpected ?? 0, reply.totalScanned);
    return {
      ...base,
      kind: 'counted',
      identifier,
      keyBunchId: id,
      matched: reply.matched,
      title: 'Counted',
      message: `${reply.totalScanned} of ${total} scanned`,
    };
  }
  const { code = '', identifier = null, already } = error?.body ?? {};
  const kind = KINDS[code] ?? 'over';
  return {
    ...base,
    by: already ? byText(already, meId) : null,
    kind,
    identifier: kind === 'unknown' && entry.typed ? entry.serial : identifier,
    keyBunchId: null,
    matched: null,
    title: kind === 'already' ? 'Already Scanned' : 'Scan Failed',
    message: refusalText(error, ACTION_MESSAGES.scanAudit.failed),
  };
}

/** Colour and icon of a result. */
export const looksOf = ({ kind }: Pick<ScanResult, 'kind'>) =>
  ANSWER_LOOKS[kind === 'counted' ? 'good' : kind === 'already' ? 'again' : 'bad'];
