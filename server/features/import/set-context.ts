import { cleanLine } from '../../../shared/clean-text.ts';
import type { ImportRow } from '../../../shared/import.ts';
import type { OtherClients } from '../../../shared/import-words.ts';
import { normaliseSerial } from '../../../shared/key-bunch-words.ts';
import { labelCodeOf, spokenCode } from '../../../shared/label-code.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import type { Settings } from '../../../shared/setting.ts';
import { once, row, rows, run, slices, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { refuse } from '../../refusal.ts';
import { recordAuditLogs } from '../history/log.ts';
import { type NamedRecipient, recipientsNamed } from '../holder/recipient.ts';
import { BUNCHES, type Bunch } from '../key-bunch/key-bunch.ts';
import { readCodes } from '../label/label.ts';
import { LOCATIONS } from '../location/location.ts';
import { readSettings } from '../setting/setting.ts';
import type { Errors } from './judged.ts';
import { inOneLine, linesOf, PremisesPool } from './premises-pool.ts';
import { cellText, keyOf } from './text.ts';
import {
  grouped,
  type ImportRequest,
  locationWords,
  mapInTurns,
  type NewEntry,
  type TargetLocation,
  typeWords,
  Words,
  wordsOf,
} from './words.ts';

type Carrier = { id: number; identifier: string };
/** How each ID or tag of the file looks, and one of the register that looks so, by the lower-case text of the file's. */
type Looked = { looks: Map<string, string>; known: Map<string, string> };

/** Register data that rows of sets are checked against. */
export type SetContext = {
  me: Member;
  settings: Settings;
  locations: Words<TargetLocation | null>;
  types: Words<string | null>;
  statuses: Words<string | null>;
  /** Types and statuses that come in with the file. */
  fresh: NewEntry[];
  premises: PremisesPool;
  recipients: Map<string, NamedRecipient>;
  /** Names of holders that are no person of the register. */
  people: Words<never>;
  clients: OtherClients | undefined;
  /** Sets by lower-case identifier. */
  sets: Map<string, Bunch[]>;
  alike: Record<'set' | 'tag', Looked>;
  tags: Map<string, Carrier[]>;
  serials: Map<string, Carrier>;
  hiddenSerials: Set<string>;
  labels: Labels;
  zone: string;
  now: number;
  may: Record<'edit' | 'move' | 'issue' | 'addLocations', boolean>;
};

const CLOCK = sql<{ now: number; zone: string }>`
  select floor(extract(epoch from clock()) * 1000)::float8 as now, timezone as zone from companies`;

/** Names of people, to guess whom a word of the file means. */
const NAMES = sql<{
  value: string;
  label: string;
}>`select name as value, name as label from holders order by id limit 2000`;

/** Reads it in a few statements, without locks. With `strict` unknown words are errors. */
export async function readSetContext(
  tx: Tx,
  me: Member,
  { rows: sheet, ...chosen }: ImportRequest,
  strict: boolean,
): Promise<SetContext> {
  const settings = await readSettings(tx);
  const fresh: NewEntry[] = [];
  const clock = await row(tx, CLOCK);
  const distinct = (words: string[]) => [...new Set(words)].filter(Boolean);
  const serials = distinct(sheet.map(({ nfcSerial }) => normaliseSerial(nfcSerial?.trim() ?? '')));
  const identifiers = distinct(sheet.map(({ identifier }) => cleanLine(identifier ?? '')));
  const carried = distinct(sheet.map(({ currentTag }) => cleanLine(currentTag ?? '')));
  const may = {
    edit: hasPermission(me, 'key:edit'),
    move: hasPermission(me, 'key:move'),
    issue: hasPermission(me, 'key:issue'),
    addLocations: hasPermission(me, 'location:create') && me.locations === null,
  };
  const locations = await rows(tx, LOCATIONS);
  const holders = may.issue ? wordsOf(sheet, 'holder') : [];
  // Planned once, PostgreSQL makes a hash of the words; a kept plan would compare each set with each of them.
  const sets = await rows(
    tx,
    once(
      sql<Bunch>`${BUNCHES} where lower(key_bunches.identifier) = any(${wordsOf(sheet, 'identifier')}::text[]) order by key_bunches.id`,
    ),
  );
  const tags = await rows(
    tx,
    once(sql<Carrier & { tag: string }>`select id, identifier, current_tag as tag from key_bunches
      where current_tag = any(${carried}::text[])
        and status <> 'issued' order by id`),
  );
  const linked = await rows(
    tx,
    sql<Carrier & { serial: string }>`select id, identifier, nfc_serial as serial from key_bunches
      where nfc_serial = any(${serials}::text[])`,
  );
  const hidden = await rows(tx, sql<{ serial: string }>`select hidden_serials(${serials}) as serial`);
  return {
    me,
    settings,
    locations: locationWords(locations, chosen.locations, settings, strict),
    types: typeWords(settings, 'keyTypes', chosen.types, { me, strict, fresh }),
    statuses: typeWords(settings, 'statuses', chosen.statuses, { me, strict, fresh }),
    fresh,
    premises: await PremisesPool.read(tx, await premisesNames(sheet), chosen.clients === 'separate'),
    recipients: await recipientsNamed(tx, holders),
    people: new Words<never>(new Map<string, never>(), holders.length > 0 ? await rows(tx, NAMES) : []),
    clients: chosen.clients,
    alike: {
      set: await looksOf(tx, identifiers, false),
      tag: await looksOf(tx, carried, true),
    },
    sets: grouped(sets, ({ identifier }) => keyOf(identifier)),
    tags: grouped(tags, ({ tag }) => tag),
    serials: new Map(linked.map((one) => [one.serial, one])),
    hiddenSerials: new Set(hidden.map(({ serial }) => serial)),
    labels: await readLabels(tx, sheet, sets),
    zone: clock?.zone ?? 'UTC',
    now: clock?.now ?? Date.now(),
    may,
  };
}

/** At most this many sets of one look are read; one is enough to warn. */
const CANDIDATES = 20;
/** Words of one statement. On a busy machine each takes a millisecond, and a statement 2.5 s at most. */
const LOOKS = 500;

/** How IDs or tags look, and those of the register that look so and are others. */
async function looksOf(tx: Tx, words: string[], ofTag: boolean): Promise<Looked> {
  const carried = ofTag ? sql`b.current_tag` : sql`b.identifier`;
  const looked: Looked = { looks: new Map(), known: new Map() };
  for (const some of slices(words, LOOKS)) {
    const found = await rows(
      tx,
      sql<{ word: string; look: string; known: string | null }>`
        with looked as materialized (select word, look_of(word) as look from unnest(${some}::text[]) word)
        select word, look, min(${carried}) filter (where lower(${carried} collate natural_order) <> lower(word collate natural_order)
            and not (${ofTag}::boolean and b.status = 'issued')) as known
        from looked left join look_alikes(look, ${ofTag}::boolean, ${CANDIDATES}) one(id) on true
          left join key_bunches b on b.id = one.id
        group by word, look`,
    );
    for (const { word, look, known } of found) {
      looked.looks.set(word, look);
      if (known !== null) looked.known.set(keyOf(word), known);
    }
  }
  return looked;
}

async function premisesNames(sheet: readonly ImportRow[]): Promise<string[]> {
  const names = new Set<string>();
  await mapInTurns(sheet, ({ premises, address, client }) => {
    for (const name of [...linesOf(premises), inOneLine(address), inOneLine(client)]) names.add(keyOf(name));
  });
  names.delete('');
  return [...names];
}

/** Label codes of the file's sets, and this server's data on the file's codes. */
type Labels = {
  /** Each registered set's code, by id. */
  own: Map<number, string>;
  /** Identifiers of visible sets with a code. */
  used: Map<string, string>;
  /** Codes that any company of this server has or had. */
  taken: Set<string>;
};

/** Three statements, or none without codes in the file. */
async function readLabels(tx: Tx, sheet: readonly ImportRow[], sets: Bunch[]): Promise<Labels> {
  const codes = [...new Set(sheet.flatMap(({ labelCode }) => labelCodeOf(labelCode ?? '') ?? []))];
  if (codes.length === 0) return { own: new Map(), used: new Map(), taken: new Set() };
  const ids = sets.map(({ id }) => id);
  const own = await readCodes(tx, ids);
  const used = await rows(
    tx,
    sql<{ code: string; identifier: string }>`select l.token as code, b.identifier from labels l
      join key_bunches b on b.company_id = l.company_id and b.id = l.key_bunch_id where l.token = any(${codes}::text[])`,
  );
  const taken = await rows(tx, sql<{ code: string }>`select taken_label_codes(${codes}::text[]) as code`);
  return {
    own,
    used: new Map(used.map(({ code, identifier }) => [code, identifier])),
    taken: new Set(taken.map(({ code }) => code)),
  };
}

/**
 * The code a row assigns; null when empty or unchanged. Only codes that no company ever had, and only to sets without one: an ended label
 * stays ended.
 */
export function assignedCode(
  { labelCode }: ImportRow,
  before: Bunch | null,
  { own, used, taken }: Labels,
  errors: Errors,
): string | null {
  const cell = cellText(labelCode);
  const code = cell && labelCodeOf(cell);
  if (cell && !code) errors.labelCode ??= 'This is not the code of a label';
  const has = own.get(before?.id ?? 0);
  if (!code || code === has) return null;
  if (has) errors.labelCode ??= `Its label is ${spokenCode(has)}. Link another at the set.`;
  else if (used.has(code)) errors.labelCode ??= `This label belongs to ${used.get(code)}`;
  else if (taken.has(code))
    errors.labelCode ??= 'This code is in use or ended. Leave it out and print another label.';
  return code;
}

export type Labelled = { id: number; locationId: number; code: string };

/** Stores codes; 409 when a code or a set's label came into use since the check. */
export async function storeLabels(tx: Tx, labelled: Labelled[]): Promise<void> {
  if (labelled.length === 0) return;
  // In a fixed order, to avoid deadlocks between imports.
  const sorted = labelled.toSorted((a, b) => (a.code < b.code ? -1 : 1));
  const codes = sorted.map(({ code }) => code);
  const reserved = await run(tx, sql`select reserve_label_codes(${codes}::text[])`);
  const stored = await run(
    tx,
    sql`insert into labels (token, key_bunch_id) select * from unnest(${codes}::text[], ${sorted.map(({ id }) => id)}::int[])
      on conflict (company_id, key_bunch_id) do nothing`,
  );
  if (reserved < codes.length || stored < codes.length)
    throw refuse(409, REFUSALS.stale, {
      code: 'stale',
      detail: 'A label of the file came into use meanwhile.',
    });
}

export const logLabels = (tx: Tx, me: Member, labelled: Labelled[], file: string): Promise<void> =>
  recordAuditLogs(
    tx,
    me,
    labelled.map((bunch) => ({ action: 'label_link', bunch, description: `Label linked by ${file}` })),
  );
