import { type companies, users } from '../../database/schema/accounts.ts';
import { holders, keyBunches, locations, premises, settings } from '../../database/schema/register.ts';
import { columns, rows, type Sql, sql } from '../../database/sql.ts';
import type { RowOf } from '../../database/table.ts';
import type { Read } from '../feature.ts';

/** Rows per transaction. */
export const PAGE = 250;

/** Every row of a statement, which `page` narrows to those behind the last one. */
export async function* pagesOf<T>(
  read: Read,
  page: (last: T | undefined, limit: number) => Sql<T>,
  limit = PAGE,
): AsyncGenerator<T> {
  for (let last: T | undefined; ; ) {
    const some = await read((tx) => rows(tx, page(last, limit)));
    yield* some;
    last = some.at(-1);
    if (some.length < limit) return;
  }
}

/** Every row of a table with an id, in its order. */
export const byId = <T extends { id: number }>(read: Read, select: Sql<T>): AsyncGenerator<T> =>
  pagesOf(read, (last, limit) => sql<T>`${select} where id > ${last?.id ?? 0} order by id limit ${limit}`);

const STAMPS = ['companyId', 'createdAt', 'updatedAt'];
type Without<T, F extends string> = Omit<T, F | 'companyId' | 'createdAt' | 'updatedAt'>;

/** What a set's line has beside its own columns: premises in order, the code of its label, and the file of its photo. */
type SetExtras = { premises: number[]; labelCode: string | null; photo: string | null };

/** The kinds of lines of register.jsonl with their fields, as the tables have them. Ids are the company's and only join the lines. */
export type Registered = {
  company: Pick<
    RowOf<typeof companies>,
    | 'name'
    | 'timezone'
    | 'receiptTerms'
    | 'finderLine'
    | 'finderShowsName'
    | 'auditShare'
    | 'offlineDays'
    | 'staffReserve'
    | 'emergencyIssue'
  > & {
    description: string | null;
  };
  setting: Without<RowOf<typeof settings>, 'id'>;
  location: Without<RowOf<typeof locations>, never>;
  user: Without<RowOf<typeof users>, 'password' | 'profileImageUrl' | 'companyId'>;
  person: Without<RowOf<typeof holders>, 'badgeCode' | 'words' | 'sortName' | 'createdByName'>;
  premises: Without<RowOf<typeof premises>, 'words' | 'sortName' | 'sortClient' | 'createdBy'>;
  set: Without<
    RowOf<typeof keyBunches>,
    'imageUrl' | 'imageUpdatedAt' | 'hasLabel' | 'premises' | 'lastUpdated'
  > &
    SetExtras;
  round: {
    id: number;
    name: string;
    locationId: number;
    holderId: number | null;
    from: string;
    until: string;
    isActive: boolean;
    sets: number[];
  };
  /** Open ones; those that were taken, cancelled or are over are in the history. */
  reservation: {
    id: number;
    groupId: string;
    roundId: number | null;
    keyBunchId: number;
    holderId: number;
    locationId: number;
    from: string;
    until: string;
    purpose: string | null;
    notes: string | null;
    createdBy: number;
    createdAt: string;
    pickedAt: string | null;
    pickedBy: number | null;
  };
  blank: { code: string };
};

/** register.jsonl: each record of the register as a line, in an order in which no line names a later one. */
export async function* registerLines(read: Read): AsyncGenerator<string> {
  const line = <K extends keyof Registered>(record: K, fields: Registered[K]) =>
    JSON.stringify({ record, ...fields });
  const company = sql<Registered['company']>`select name, timezone, receipt_terms as "receiptTerms",
    finder_line as "finderLine", finder_shows_name as "finderShowsName", audit_share as "auditShare", offline_days as "offlineDays",
    staff_reserve as "staffReserve", emergency_issue as "emergencyIssue", settings->>'description' as description
    from companies`;
  for (const one of await read((tx) => rows(tx, company))) yield line('company', one);
  const setting = sql<RowOf<typeof settings>>`select ${columns(settings, { without: STAMPS })} from settings`;
  for await (const { id: _, ...one } of byId(read, setting)) yield line('setting', one);
  const location = sql<
    Registered['location']
  >`select ${columns(locations, { without: STAMPS })} from locations`;
  for await (const one of byId(read, location)) yield line('location', one);
  const user = sql<
    Registered['user']
  >`select ${columns(users, { without: [...STAMPS, 'password', 'profileImageUrl'] })} from users`;
  for await (const one of byId(read, user)) yield line('user', one);
  const computed = ['badgeCode', 'words', 'sortName', 'sortClient', 'createdBy', 'createdByName'];
  const person = sql<
    Registered['person']
  >`select ${columns(holders, { without: [...STAMPS, ...computed] })} from holders`;
  for await (const one of byId(read, person)) yield line('person', one);
  const of = sql<
    Registered['premises']
  >`select ${columns(premises, { without: [...STAMPS, ...computed] })} from premises`;
  for await (const one of byId(read, of)) yield line('premises', one);
  for await (const { mediaType, ...one } of byId(read, SETS))
    yield line('set', { ...one, photo: mediaType && photoName(one.id, mediaType) });
  for await (const one of byId(read, ROUNDS)) yield line('round', one);
  for await (const one of byId(read, RESERVATIONS)) yield line('reservation', one);
  const blank = (last?: { code: string }) => sql<{ code: string }>`select token as code from labels
    where key_bunch_id is null and token > ${last?.code ?? ''} order by token limit ${PAGE}`;
  for await (const one of pagesOf(read, blank)) yield line('blank', one);
}

const SETS = sql<Omit<Registered['set'], 'photo'> & { mediaType: string | null }>`
  select ${columns(keyBunches, { without: [...STAMPS, 'imageUrl', 'imageUpdatedAt', 'hasLabel', 'premises', 'lastUpdated'] })},
    array(select k.premises_id from key_bunch_premises k
      where k.company_id = key_bunches.company_id and k.key_bunch_id = key_bunches.id order by k.place) as premises,
    (select l.token from labels l where l.company_id = key_bunches.company_id and l.key_bunch_id = key_bunches.id) as "labelCode",
    (select p.media_type from photos p where p.company_id = key_bunches.company_id and p.key_bunch_id = key_bunches.id) as "mediaType"
  from key_bunches`;

const ROUNDS = sql<Registered['round']>`
  select id, name, location_id as "locationId", holder_id as "holderId", from_time as "from", until_time as until, is_active as "isActive",
    array(select s.key_bunch_id from round_sets s where s.company_id = rounds.company_id and s.round_id = rounds.id order by s.place) as sets
  from rounds`;

const RESERVATIONS = sql<Registered['reservation']>`
  select id, group_id as "groupId", round_id as "roundId", key_bunch_id as "keyBunchId", holder_id as "holderId",
    location_id as "locationId", from_at as "from", to_at as until, purpose, notes, created_by as "createdBy", created_at as "createdAt",
    picked_at as "pickedAt", picked_by as "pickedBy"
  from (select * from reservations where taken_at is null and cancelled_at is null and to_at > clock()) open`;

const EXTENSIONS: Record<string, string> = { 'image/png': 'png', 'image/webp': 'webp' };
/** The ZIP path of a set's photo. */
export const photoName = (keyBunchId: number, mediaType: string): string =>
  `photos/${keyBunchId}.${EXTENSIONS[mediaType] ?? 'jpg'}`;

/** README.txt: what each file is. */
export const README =
  `This is everything that Keyhold holds about a company, but for passwords, second factors, sessions, API tokens, webhooks, the numbers
of people at kiosks, messages of finders and the record of who looked at what.

To bring it into Keyhold again: set up a company, and choose "Bring a whole register" under Import. To read it: the CSV files open in any
spreadsheet. To check that nothing was changed: unpack the ZIP and run "node verify-export.mjs FOLDER --key FINGERPRINT".

locations.csv, people.csv, premises.csv, sets.csv   the register as it is shown; each can be imported separately
movements.csv, audits.csv, settings.csv             the history, the audits and the company's own words, to read
kiosks.csv                                          the kiosks of the locations, to read: their tablets are bound again
approvals.csv                                       what was asked of a second person and what they said, to read
reservations.csv, rounds.csv                        all reservations with what became of them, and the rounds, to read
room-handovers.csv                                  the handovers of each location, with their figures and signatures, to read
register.jsonl     all records with all fields, one a line, for an import: the company's own texts, settings, locations, users (who are
                   invited again), people, premises, sets with their label codes, rounds, reservations that are open, and the blank codes
                   of printed labels
photos/            the photo of a set; sets.csv and register.jsonl name its file
movements.jsonl    the history of the sets, an entry a line, each with the hash of the one before
log.jsonl          all other entries, in a separate chain
audits.jsonl       the audits, what each expected, and every tick and scan
receipts.jsonl     the signatures on receipts; movements.jsonl has the entries of the same batch
room-handovers.jsonl   the handovers of locations, what was said of each set, and what was signed, each with its hash
former/            registers of companies from which this one was brought, read-only, each with the statement and the key that sealed it;
                   index.jsonl says which of today's sets and locations a line is about
anchors.jsonl      ends of both chains, signed at earlier times
public-key.pem     the key of the server that signed
verify-export.mjs  the program that checks all of this; it needs Node and nothing else
statement.json     every other file with its SHA-256 and number of rows, and the ends of both chains, signed by the server
`.split('\n');
