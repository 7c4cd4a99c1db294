import type { OneAuditSession } from '../../../shared/audit.ts';
import { serialText } from '../../key-bunch/serial-text.ts';
import { tagOf } from '../bunch-text.ts';
import type { ScanResult } from './scan-result.ts';

/** One scan in the list of the latest. */
export type Scanned = {
  key: string;
  kind: ScanResult['kind'];
  at: string;
  name: string;
  detail: string;
  /** Of an expected set that was counted, so that it can be edited. */
  keyBunchId: number | null;
  wasMissing: boolean;
};

/** What was scanned or ticked, by anybody in this session, newest first; repeats only as far as this browser made them. */
export function scanLog(session: OneAuditSession, results: readonly ScanResult[]): Scanned[] {
  const bunches = new Map(session.expected.map((bunch) => [bunch.id, bunch]));
  const seen = session.seen.map((one): Scanned => {
    const bunch = bunches.get(one.keyBunchId);
    return {
      key: `seen ${one.keyBunchId}`,
      kind: 'counted',
      at: one.timestamp,
      name: one.identifier,
      detail: bunch ? tagOf(bunch, true) : '',
      keyBunchId: one.keyBunchId,
      wasMissing: one.wasMissing,
    };
  });
  const refused = { keyBunchId: null, wasMissing: false };
  const unexpected = session.unexpected.map(
    (one): Scanned => ({
      ...refused,
      key: `unexpected ${one.keyBunchId}`,
      kind: 'unexpected',
      at: one.timestamp,
      name: one.identifier,
      detail: one.note.replace(`${one.identifier} is `, ''),
    }),
  );
  const unknown = session.unknown.map(
    (one): Scanned => ({
      ...refused,
      key: `unknown ${one.serial}`,
      kind: 'unknown',
      at: one.timestamp,
      name: one.typed ? 'No such set' : 'Unknown NFC tag',
      detail: one.typed ? one.serial : serialText(one.serial),
    }),
  );
  const already = results
    .filter((result) => result.kind === 'already')
    .map(
      (result): Scanned => ({
        ...refused,
        key: result.key,
        kind: 'already',
        at: result.at.toISOString(),
        name: result.identifier ?? '',
        detail: 'already scanned',
      }),
    );
  return [...seen, ...unexpected, ...unknown, ...already].sort((a, b) => b.at.localeCompare(a.at));
}
