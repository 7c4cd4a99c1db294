import { cleanLine } from '../../../shared/clean-text.ts';
import type { ImportRow } from '../../../shared/import.ts';
import type { OtherClients } from '../../../shared/import-words.ts';
import { normaliseSerial } from '../../../shared/key-bunch-words.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import type { Settings } from '../../../shared/setting.ts';
import { row, rows, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { type NamedRecipient, recipientsNamed } from '../custody/recipient.ts';
import { BUNCHES, type Bunch } from '../key-bunch/key-bunch.ts';
import { LOCATIONS } from '../location/location.ts';
import { readSettings } from '../setting/setting.ts';
import { PremisesPool } from './premises-pool.ts';
import { type Labels, readLabels } from './set-labels.ts';
import { keyOf } from './text.ts';
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
  /** Sets of the register whose ID or tag looks like one of the file, by its lower-case text. */
  alike: Record<'set' | 'tag', Map<string, string>>;
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
  const may = {
    edit: hasPermission(me, 'key:edit'),
    move: hasPermission(me, 'key:move'),
    issue: hasPermission(me, 'key:issue'),
    addLocations: hasPermission(me, 'location:create') && me.locations === null,
  };
  const locations = await rows(tx, LOCATIONS);
  const holders = may.issue ? wordsOf(sheet, 'holder') : [];
  const sets = await rows(
    tx,
    sql<Bunch>`${BUNCHES} where lower(key_bunches.identifier) = any(${wordsOf(sheet, 'identifier')}::text[]) order by key_bunches.id`,
  );
  const tags = await rows(
    tx,
    sql<Carrier & { tag: string }>`select id, identifier, current_tag as tag from key_bunches
      where current_tag = any(${distinct(sheet.map(({ currentTag }) => currentTag?.trim() ?? ''))}::text[])
        and status <> 'issued' order by id`,
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
      set: await alikeIn(tx, distinct(sheet.map(({ identifier }) => cleanLine(identifier ?? ''))), false),
      tag: await alikeIn(tx, distinct(sheet.map(({ currentTag }) => cleanLine(currentTag ?? ''))), true),
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

/** IDs or tags of the register that look like these and are others. */
async function alikeIn(tx: Tx, words: string[], ofTag: boolean): Promise<Map<string, string>> {
  const carried = ofTag ? sql`b.current_tag` : sql`b.identifier`;
  const found = await rows(
    tx,
    sql<{ word: string; carried: string }>`select word, min(${carried}) as carried
      from unnest(${words}::text[]) word, look_alikes(word, ${ofTag}::boolean, ${CANDIDATES}) one(id)
        join key_bunches b on b.id = one.id
      where lower(${carried} collate natural_order) <> lower(word collate natural_order) and not (${ofTag}::boolean and b.status = 'issued') group by word`,
  );
  return new Map(found.map(({ word, carried: one }) => [keyOf(word), one]));
}

async function premisesNames(sheet: readonly ImportRow[]): Promise<string[]> {
  const names = new Set<string>();
  await mapInTurns(sheet, ({ premises, address, client }) => {
    for (const cell of [premises, address?.replace(/\s*[\r\n]+\s*/g, ', '), client])
      for (const line of (cell ?? '').split(/[\r\n]+/)) names.add(keyOf(line));
  });
  names.delete('');
  return [...names];
}
