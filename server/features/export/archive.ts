import {
  auditExpected,
  auditMembers,
  auditScans,
  auditSessions,
  type formerEntries,
  formerRegisters,
} from '../../database/schema/history.ts';
import { signatures } from '../../database/schema/register.ts';
import { columns, rows, sql } from '../../database/sql.ts';
import type { RowOf } from '../../database/table.ts';
import type { ZipEntry } from '../../download.ts';
import type { Read } from '../feature.ts';
import { byId, pagesOf } from './register.ts';

/** What the lines of an audit's sets, scans and members repeat of their audit, so that each is complete alone. */
export type OfAudit = {
  auditLocationId: number;
  auditLocationName: string;
  auditStart: string;
  auditStatus: string;
};

/** audits.jsonl: audits, what each expected, its ticks and scans, and who took part; each line names what it is. */
export async function* auditLines(read: Read): AsyncGenerator<string> {
  const own = { without: ['companyId'] };
  const sessions = sql<
    RowOf<typeof auditSessions>
  >`select ${columns(auditSessions, own)} from audit_sessions`;
  for await (const one of byId(read, sessions)) yield JSON.stringify({ record: 'audit', ...one });
  const ofAudit = sql`s.location_id as "auditLocationId", s.location_name as "auditLocationName", s.start_time as "auditStart",
    s.status as "auditStatus"`;
  type Expected = RowOf<typeof auditExpected> & OfAudit;
  const expected = (
    last: Expected | undefined,
    limit: number,
  ) => sql<Expected>`select ${columns(auditExpected, own)}, ${ofAudit}
    from audit_expected join audit_sessions s on s.company_id = audit_expected.company_id and s.id = audit_session_id
    where (audit_session_id, key_bunch_id) > (${last?.auditSessionId ?? 0}, ${last?.keyBunchId ?? 0})
    order by audit_session_id, key_bunch_id limit ${limit}`;
  for await (const one of pagesOf(read, expected)) yield JSON.stringify({ record: 'expected', ...one });
  type Scan = RowOf<typeof auditScans> & OfAudit;
  const scans = (
    last: Scan | undefined,
    limit: number,
  ) => sql<Scan>`select ${columns(auditScans, own)}, ${ofAudit}
    from audit_scans join audit_sessions s on s.company_id = audit_scans.company_id and s.id = audit_session_id
    where audit_scans.id > ${last?.id ?? 0} order by audit_scans.id limit ${limit}`;
  for await (const one of pagesOf(read, scans)) yield JSON.stringify({ record: 'scan', ...one });
  type Member = RowOf<typeof auditMembers> & OfAudit;
  const members = (
    last: Member | undefined,
    limit: number,
  ) => sql<Member>`select ${columns(auditMembers, own)}, ${ofAudit}
    from audit_members join audit_sessions s on s.company_id = audit_members.company_id and s.id = audit_session_id
    where (audit_session_id, user_id) > (${last?.auditSessionId ?? 0}, ${last?.userId ?? 0})
    order by audit_session_id, user_id limit ${limit}`;
  for await (const one of pagesOf(read, members)) yield JSON.stringify({ record: 'member', ...one });
}

/** receipts.jsonl: the signatures of batches. */
export async function* receiptLines(read: Read): AsyncGenerator<string> {
  type Signature = RowOf<typeof signatures>;
  const some = (last: Signature | undefined, limit: number) => sql<Signature>`select
    ${columns(signatures, { without: ['companyId'] })} from signatures
    where ${last ? sql`batch_id > ${last.batchId}` : sql`true`} order by batch_id limit ${limit}`;
  for await (const one of pagesOf(read, some)) yield JSON.stringify({ record: 'signature', ...one });
}

/** The files of a register that stay as they were signed when it is brought into another company (decision 0072). */
export const ARCHIVED = ['movements', 'log', 'audits', 'receipts', 'room-handovers', 'anchors'] as const;
export type Archived = (typeof ARCHIVED)[number];

/** The registers of former companies, each in a separate folder with its files as they were signed. */
export async function* formerEntriesOf(read: Read): AsyncGenerator<ZipEntry> {
  const registers = await read((tx) =>
    rows(
      tx,
      sql<
        RowOf<typeof formerRegisters>
      >`select ${columns(formerRegisters)} from former_registers order by id`,
    ),
  );
  for (const [index, { id, statement, publicKey }] of registers.entries()) {
    const folder = `former/${index + 1}`;
    yield { name: `${folder}/statement.json`, bytes: Buffer.from(`${statement}\n`) };
    yield { name: `${folder}/public-key.pem`, bytes: Buffer.from(publicKey) };
    for (const file of ARCHIVED)
      yield { name: `${folder}/${file}.jsonl`, lines: textsOf(linesOf(read, id, file)) };
    yield { name: `${folder}/index.jsonl`, lines: indexOf(read, id) };
  }
}

type FormerLine = Pick<RowOf<typeof formerEntries>, 'line' | 'text' | 'keyBunchId' | 'locationIds'>;

/** The lines of a file of a former register, in order; `atOnce` in a read. */
export const linesOf = (
  read: Read,
  register: number,
  file: Archived,
  atOnce?: number,
): AsyncGenerator<FormerLine> =>
  pagesOf(
    read,
    (
      last,
      limit,
    ) => sql<FormerLine>`select line, text, key_bunch_id as "keyBunchId", location_ids as "locationIds"
      from former_entries where company_id = (select company_id from former_registers where id = ${register})
        and register_id = ${register} and file = ${file} and line > ${last?.line ?? 0} order by line limit ${limit}`,
    atOnce,
  );

async function* textsOf(lines: AsyncIterable<FormerLine>): AsyncGenerator<string> {
  for await (const { text } of lines) yield text;
}

/** For each line that is about a set or locations: its file and number, and the set and the locations of today. */
async function* indexOf(read: Read, register: number): AsyncGenerator<string> {
  for (const file of ARCHIVED)
    for await (const { line, keyBunchId, locationIds } of linesOf(read, register, file))
      if (keyBunchId !== null || locationIds.length > 0)
        yield JSON.stringify([file, line, keyBunchId, locationIds]);
}
