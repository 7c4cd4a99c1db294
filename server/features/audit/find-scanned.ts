import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm';
import type { ScanMatch } from '../../../shared/audit-words.ts';
import { normaliseSerial } from '../../../shared/key-bunch-words.ts';
import { movementHistory } from '../../database/schema/history.ts';
import { keyBunches } from '../../database/schema/register.ts';
import type { Tx } from '../../database/transactions.ts';
import { refuse } from '../../http/refusal.ts';
import { type Bunch, selectBunches } from '../key-bunch/key-bunch.ts';
import type { SessionRow } from './session.ts';

export type Scanned = { bunch: Bunch; matched: ScanMatch };

/**
 * The bunch that a scan means, or null. What was read off an NFC tag is a serial; what was typed may also be a tag number or a set
 * ID, looked for at the audit's location first, where spaces, hyphens and case do not matter. Several that answer to it: 409.
 */
export async function findScanned(
  tx: Tx,
  session: SessionRow,
  code: string,
  typed: boolean,
): Promise<Scanned | null> {
  const serial = normaliseSerial(code);
  const [linked] = await selectBunches(tx).where(eq(keyBunches.nfcSerial, serial));
  if (linked) return { bunch: linked, matched: 'nfc' };
  if (!typed) return null;
  const here = eq(keyBunches.locationId, session.locationId);
  const expected = session.keyType ? and(here, eq(keyBunches.type, session.keyType)) : here;
  return (
    (await findCalled(tx, and(expected, eq(bare(keyBunches.currentTag), serial)), 'tag', code)) ??
    (await findCalled(tx, and(expected, eq(bare(keyBunches.identifier), serial)), 'identifier', code)) ??
    (await findElsewhere(tx, code))
  );
}

/** The set of the audit's location that had a tag before it was changed or broken, by its identifier; null for none. */
export async function findFormer(tx: Tx, session: SessionRow, code: string): Promise<string | null> {
  const [last] = await tx
    .select({ identifier: keyBunches.identifier })
    .from(movementHistory)
    .innerJoin(keyBunches, eq(keyBunches.id, movementHistory.keyBunchId))
    .where(and(eq(movementHistory.oldTag, code.trim()), eq(keyBunches.locationId, session.locationId)))
    .orderBy(desc(movementHistory.seq))
    .limit(1);
  return last?.identifier ?? null;
}

/** A column as `normaliseSerial` would write it. */
const bare = (column: typeof keyBunches.currentTag | typeof keyBunches.identifier) =>
  sql<string>`upper(regexp_replace(${column}, '[[:space:]:._-]', '', 'g'))`;

async function findCalled(
  tx: Tx,
  called: SQL | undefined,
  matched: ScanMatch,
  code: string,
): Promise<Scanned | null> {
  const [bunch, another] = await selectBunches(tx).where(called).limit(2);
  if (another)
    throw refuse(409, `More than one key set is called ${code}. Tick it in the checklist.`, {
      code: 'ambiguous',
      quotes: true,
    });
  return bunch ? { bunch, matched } : null;
}

/** What is here and is registered elsewhere: written exactly as it is stored. */
async function findElsewhere(tx: Tx, code: string): Promise<Scanned | null> {
  const called = or(eq(keyBunches.currentTag, code), eq(keyBunches.identifier, code));
  const found = await findCalled(tx, called, 'identifier', code);
  return found && { ...found, matched: found.bunch.identifier === code ? 'identifier' : 'tag' };
}
