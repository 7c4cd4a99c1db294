import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { formerChecks, type formerEntries, formerRegisters } from '../../database/schema/history.ts';
import { columns, insert, json, row, rows, run, sql } from '../../database/sql.ts';
import type { RowOf } from '../../database/table.ts';
import type { Tx } from '../../database/transactions.ts';
import { ARCHIVED, type Archived, linesOf, type OfAudit } from '../export/archive.ts';
import { linesIn, type OpenedExport, readSealed, type Sealed } from './opened-export.ts';
import { notAnExport, type OpenZip } from './zip-file.ts';

/** The records of today by their ids in the export. */
export type Mapped = { sets: Map<number, number>; locations: Map<number, number> };

type Entry = Omit<RowOf<typeof formerEntries>, 'companyId' | 'registerId'>;
/** What a line is about, by the ids of the export. */
type About = {
  at?: string | null;
  set?: number | null;
  batch?: string | null;
  locations?: (number | null)[];
};

/** Lines stored in one statement. */
const BATCH = 500;

/** Stores the register that an export is of, and those that it had; returns the id of the former. */
export async function storeFormers(
  tx: Tx,
  { zip, sealed, formers }: OpenedExport,
  mapped: Mapped,
): Promise<number> {
  for (const { folder, sealed: own } of formers)
    await storeFiles(tx, zip, folder, own, await indexed(zip, folder, mapped));
  return storeFiles(tx, zip, '', sealed, ownAbout(mapped));
}

type Subject = Pick<Entry, 'at' | 'keyBunchId' | 'batchId' | 'locationIds'>;
/** Reads what a line is about, in the ids of today. */
type ReadSubject = (file: Archived, line: number, text: string) => Subject;

async function storeFiles(
  tx: Tx,
  zip: OpenZip,
  folder: string,
  sealed: Sealed,
  readSubject: ReadSubject,
): Promise<number> {
  const { name, at: exportedAt, fingerprint: key, publicKey, line: statement } = sealed;
  const made = sql<{
    id: number;
  }>`${insert(formerRegisters, { name, exportedAt, key, publicKey, statement })} returning id`;
  const id = (await row(tx, made))?.id ?? 0;
  await run(tx, insert(formerChecks, { registerId: id, isSealed: true }));
  for (const file of ARCHIVED) {
    let [line, waiting] = [0, [] as Entry[]];
    for await (const text of linesIn(zip, `${folder}${file}.jsonl`)) {
      line += 1;
      waiting.push({ file, line, text, ...subjectOf(readSubject, file, line, text) });
      if (waiting.length === BATCH) {
        await storeEntries(tx, id, waiting);
        waiting = [];
      }
    }
    await storeEntries(tx, id, waiting);
  }
  return id;
}

function subjectOf(read: ReadSubject, file: Archived, line: number, text: string): Subject {
  try {
    return read(file, line, text);
  } catch {
    throw notAnExport(`${file}.jsonl, line ${line} cannot be read.`);
  }
}

async function storeEntries(tx: Tx, registerId: number, entries: Entry[]): Promise<void> {
  if (entries.length === 0) return;
  await run(
    tx,
    sql`insert into former_entries (register_id, file, line, text, at, key_bunch_id, batch_id, location_ids)
      select ${registerId}::int, file, line, text, at, "keyBunchId", "batchId",
        array(select jsonb_array_elements_text("locationIds")::int)
      from jsonb_to_recordset(${json(entries)}) as one (file text, line int, text text, at timestamptz, "keyBunchId" int, "batchId" uuid,
        "locationIds" jsonb)`,
  );
}

/** What the lines of the export's own register are about: receipts follow the movements of their batch. */
function ownAbout({ sets, locations }: Mapped): ReadSubject {
  const ofBatch = new Map<string, (number | null)[]>();
  return (file, _, text) => {
    const {
      at = null,
      set = null,
      batch = null,
      locations: ofExport = [],
    } = aboutOf(file, JSON.parse(text), ofBatch);
    return {
      at,
      keyBunchId: sets.get(set ?? 0) ?? null,
      batchId: batch,
      locationIds: [...new Set(ofExport.flatMap((id) => locations.get(id ?? 0) ?? []))],
    };
  };
}

type Line = Record<string, unknown> & { entry?: unknown[] };

const time = (micros: unknown): string => new Date(Number(micros) / 1000).toISOString();

/** Whether a set's history has the line: what a completed audit says of each set, and scans where it was not expected. */
const isInSetHistory = (line: Line): boolean =>
  line.record === 'scan'
    ? line.scanResult === 'unexpected'
    : line.record === 'expected' && line.auditStatus === 'completed';

function aboutOf(file: Archived, line: Line, ofBatch: Map<string, (number | null)[]>): About {
  const entry = line.entry ?? [];
  switch (file) {
    case 'movements': {
      const [set, from, to, micros, batch] = [6, 9, 11, 22, 27].map((at) => entry[at]) as [
        number,
        number | null,
        number | null,
        number,
        string | null,
      ];
      const locations = [from, to];
      if (batch) ofBatch.set(batch, [...(ofBatch.get(batch) ?? []), ...locations]);
      return { set, at: time(micros), batch, locations };
    }
    case 'log':
      return {
        set: entry[11] as number | null,
        at: time(entry[14]),
        locations: [entry[12] as number | null],
      };
    case 'audits': {
      const { auditLocationId: at, auditStart } = line as Partial<OfAudit>;
      if (line.record === 'audit')
        return { at: String(line.startTime), locations: [Number(line.locationId)] };
      // A scan of a set that belongs elsewhere is for users who may see both locations.
      const isAway = typeof line.locationId === 'number' && line.locationId !== at;
      const isScan = line.record === 'scan';
      return {
        set: isInSetHistory(line) ? (line.keyBunchId as number | null) : null,
        at: isScan ? String(line.timestamp) : (auditStart ?? null),
        locations: isAway ? [] : [at ?? null],
      };
    }
    case 'receipts': {
      const batch = String(line.batchId);
      return { at: String(line.createdAt), batch, locations: ofBatch.get(batch) ?? [] };
    }
    case 'room-handovers': {
      if (line.record !== 'signature') return { locations: [Number(line.locationId)] };
      const [locationId, side, signed] = [4, 7, 8].map((at) => entry[at]) as [number, string, unknown[]];
      return { at: side === 'incoming' ? time(signed[2]) : null, locations: [locationId] };
    }
    default:
      return {};
  }
}

/** What the lines of a register inside the export are about: its index names the export's own sets and locations. */
async function indexed(zip: OpenZip, folder: string, mapped: Mapped): Promise<ReadSubject> {
  const index = new Map<string, { set: number | null; locations: number[] }>();
  for await (const text of linesIn(zip, `${folder}index.jsonl`)) {
    const [file, line, set, locations] = readIndex(text);
    index.set(`${file} ${line}`, { set, locations });
  }
  const times = ownAbout({ sets: new Map(), locations: new Map() });
  return (file, line, text) => {
    const { set = null, locations = [] } = index.get(`${file} ${line}`) ?? {};
    return {
      ...times(file, line, text),
      keyBunchId: mapped.sets.get(set ?? 0) ?? null,
      locationIds: locations.flatMap((id) => mapped.locations.get(id) ?? []),
    };
  };
}

const Index = z.tuple([z.string(), z.int(), z.nullable(z.int()), z.array(z.int())]);
function readIndex(text: string): z.output<typeof Index> {
  try {
    return z.parse(Index, JSON.parse(text));
  } catch {
    throw notAnExport('index.jsonl cannot be read.');
  }
}

/** Lines hashed after one read: few reads, as all of them are in one call. */
const SEAL_PAGE = 4000;

type Seal = Pick<RowOf<typeof formerRegisters>, 'companyId' | 'id' | 'name'> & { isSealed: boolean };

/** Whether each former register is as its server signed it. As keyhold_owner it reads those of every company. */
export async function* sealsOf(tx: Tx): AsyncGenerator<Seal> {
  const registers = sql<
    RowOf<typeof formerRegisters>
  >`select ${columns(formerRegisters)} from former_registers order by company_id, id`;
  for (const register of await rows(tx, registers)) {
    const { companyId, id, name } = register;
    yield { companyId, id, name, isSealed: await isSealed(tx, register) };
  }
}

/** Checks the seals of the company's former registers and stores the results. For callers who see all locations. */
export async function checkSeals(tx: Tx): Promise<void> {
  for await (const { id, isSealed } of sealsOf(tx))
    await run(tx, insert(formerChecks, { registerId: id, isSealed }));
}

async function isSealed(
  tx: Tx,
  { id, statement, publicKey, key, name }: RowOf<typeof formerRegisters>,
): Promise<boolean> {
  const sealed = readSealed(statement, publicKey);
  if (sealed?.fingerprint !== key || sealed.name !== name) return false;
  for (const file of ARCHIVED) {
    const hash = createHash('sha256');
    for await (const { text } of linesOf((read) => read(tx), id, file, SEAL_PAGE)) hash.update(`${text}\n`);
    const signed = sealed.files.find((one) => one.name === `${file}.jsonl`);
    if (signed?.sha256 !== hash.digest('hex')) return false;
  }
  return true;
}
