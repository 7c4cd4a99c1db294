import { and, desc, eq, inArray, or } from 'drizzle-orm';
import { auditScans } from '../../database/schema/audits.ts';
import { keyBunches } from '../../database/schema/register.ts';
import type { Tx } from '../../database/transactions.ts';
import { selectBunches } from '../key-bunch/key-bunch.ts';

/** What was found here and should not be, and tags that no bunch has: noted when the scan was refused. */
export async function readRefused(tx: Tx, id: number) {
  const scans = await tx
    .select({
      keyBunchId: auditScans.keyBunchId,
      serial: auditScans.serial,
      nfcScanned: auditScans.nfcScanned,
      identifier: auditScans.identifier,
      locationName: auditScans.locationName,
      notes: auditScans.notes,
      timestamp: auditScans.timestamp,
      scanResult: auditScans.scanResult,
    })
    .from(auditScans)
    .where(and(eq(auditScans.auditSessionId, id), inArray(auditScans.scanResult, ['unexpected', 'unknown'])))
    .orderBy(desc(auditScans.id));
  const once = <T>(result: string, key: (scan: (typeof scans)[number]) => T) => {
    const of = scans.filter((scan) => scan.scanResult === result).reverse();
    return [...new Map(of.map((scan) => [key(scan), scan])).values()];
  };
  const unexpected = once('unexpected', (scan) => scan.keyBunchId);
  const unknown = once('unknown', (scan) => scan.serial);
  const now = await readNow(
    tx,
    unexpected.map((scan) => scan.keyBunchId ?? 0),
    unknown.map((scan) => scan.serial ?? ''),
  );
  return {
    unexpected: unexpected.map((scan) => {
      const bunch = now.find((one) => one.id === scan.keyBunchId);
      return {
        keyBunchId: scan.keyBunchId ?? 0,
        identifier: scan.identifier ?? '',
        locationName: scan.locationName ?? '',
        note: scan.notes ?? '',
        timestamp: scan.timestamp,
        now: bunch
          ? { locationId: bunch.locationId, locationName: bunch.location.name, status: bunch.status }
          : null,
      };
    }),
    unknown: unknown.map((scan) => {
      const bunch = now.find((one) => one.nfcSerial === scan.serial);
      return {
        serial: scan.serial ?? '',
        typed: !scan.nfcScanned,
        timestamp: scan.timestamp,
        linkedTo: bunch ? { id: bunch.id, identifier: bunch.identifier } : null,
      };
    }),
  };
}

/** What the register says today of the sets and tags that were refused. */
async function readNow(tx: Tx, ids: number[], serials: string[]) {
  if (ids.length + serials.length === 0) return [];
  return selectBunches(tx).where(or(inArray(keyBunches.id, ids), inArray(keyBunches.nfcSerial, serials)));
}
