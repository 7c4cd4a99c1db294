import { Check, RotateCcw, X } from 'lucide-react';
import type { OneAuditSession } from '../../../shared/audit.ts';
import type { ScanMatch } from '../../../shared/audit-words.ts';
import { ACTION_MESSAGES } from '../../../shared/messages.ts';
import { serverNow } from '../../api/server-clock.ts';
import type { Outcome } from '../outbox.ts';
import { refusalText } from '../refusals.ts';

type Look = {
  icon: typeof Check;
  /** The full-screen panel of a phone; the same in light and dark. */
  panel: string;
  disc: string;
  /** The strip on a desktop. */
  strip: string;
  /** The icon in a list. */
  sign: string;
};

const failed: Look = {
  icon: X,
  panel: 'bg-red-700 text-white',
  disc: 'bg-white text-red-700',
  strip: 'bg-red-500/8 text-red-800 dark:text-red-300',
  sign: 'text-red-700 dark:text-red-400',
};

/** Colour, icon and word each differ, so that none is the only sign. */
export const SCAN_LOOKS: Record<ScanResult['kind'], Look> = {
  counted: {
    icon: Check,
    panel: 'bg-emerald-700 text-white',
    disc: 'bg-white text-emerald-700',
    strip: 'bg-emerald-500/8 text-emerald-800 dark:text-emerald-300',
    sign: 'text-emerald-700 dark:text-emerald-400',
  },
  already: {
    icon: RotateCcw,
    panel: 'bg-amber-400 text-slate-900',
    disc: 'bg-slate-900 text-amber-400',
    strip: 'bg-amber-500/10 text-amber-900 dark:text-amber-300',
    sign: 'text-amber-800 dark:text-amber-400',
  },
  unexpected: failed,
  unknown: failed,
  over: failed,
};

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
};

/** Maps the server's response to a result. */
export function scanResultOf(
  { entry, reply, error }: Extract<Outcome, { kind: 'scan' }>,
  session: OneAuditSession | undefined,
): ScanResult {
  const base = { key: entry.key, at: new Date(serverNow()), serial: entry.serial };
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
  const { code, identifier = null } = error?.body ?? {};
  const unidentified = code === 'unknown_tag' || code === 'ambiguous';
  const kind =
    code === 'already_scanned'
      ? 'already'
      : code === 'unexpected'
        ? 'unexpected'
        : unidentified
          ? 'unknown'
          : 'over';
  return {
    ...base,
    kind,
    identifier: unidentified && entry.typed ? entry.serial : identifier,
    keyBunchId: null,
    matched: null,
    title: kind === 'already' ? 'Already Scanned' : 'Scan Failed',
    message: refusalText(error, ACTION_MESSAGES.scanAudit.failed),
  };
}

const MATCHES: Record<ScanMatch, string> = {
  nfc: 'by its NFC tag',
  tag: 'by its tag number',
  identifier: 'by its set ID',
};
/** The mark that matched a counted set. */
export const matchText = (matched: ScanMatch): string => MATCHES[matched];
