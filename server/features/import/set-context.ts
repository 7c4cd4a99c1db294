import { sql } from 'drizzle-orm';
import type * as z from 'zod/mini';
import type { ImportForm, ImportRow } from '../../../shared/import.ts';
import { normaliseSerial, STATUSES } from '../../../shared/key-bunch-words.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import type { Settings } from '../../../shared/setting.ts';
import { ask } from '../../database/prepared.ts';
import { keyBunches, locations } from '../../database/schema/register.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { type NamedRecipient, recipientsNamed } from '../custody/recipient.ts';
import type { Bunch } from '../key-bunch/key-bunch.ts';
import { selectBunches } from '../key-bunch/old.ts';
import { readSettings } from '../setting/setting.ts';
import { grouped } from './grouped.ts';
import { PremisesPool } from './premises-pool.ts';
import { type Labels, readLabels } from './set-labels.ts';
import { keyOf } from './text.ts';
import { mapInTurns, PlaceWords, TypeWords, wordsOf } from './words.ts';

type Carrier = { id: number; identifier: string };

/** Register data that rows of sets are checked against. */
export type SetContext = {
  me: Member;
  settings: Settings;
  places: PlaceWords;
  types: TypeWords;
  statuses: TypeWords;
  premises: PremisesPool;
  recipients: Map<string, NamedRecipient>;
  /** Sets by lower-case identifier. */
  sets: Map<string, Bunch[]>;
  tags: Map<string, Carrier[]>;
  serials: Map<string, Carrier>;
  hiddenSerials: Set<string>;
  labels: Labels;
  zone: string;
  now: number;
  may: Record<'edit' | 'move' | 'issue' | 'addLocations', boolean>;
};

type Asked = Pick<z.output<typeof ImportForm>, 'rows' | 'locations' | 'types' | 'statuses'>;

const CLOCK =
  'select floor(extract(epoch from clock()) * 1000)::float8 as now, timezone as zone from companies';

/** Reads it in a few statements, without locks. */
export async function readSetContext(tx: Tx, me: Member, { rows, ...chosen }: Asked): Promise<SetContext> {
  const settings = await readSettings(tx);
  const [clock] = await ask<{ now: number; zone: string }>(tx, CLOCK, []);
  const serials = [
    ...new Set(rows.map(({ nfcSerial }) => normaliseSerial(nfcSerial?.trim() ?? '')).filter(Boolean)),
  ];
  const may = {
    edit: hasPermission(me, 'key:edit'),
    move: hasPermission(me, 'key:move'),
    issue: hasPermission(me, 'key:issue'),
    addLocations: hasPermission(me, 'location:create') && me.locations === null,
  };
  const sets = await readSets(tx, wordsOf(rows, 'identifier'));
  return {
    me,
    settings,
    places: new PlaceWords(await tx.select().from(locations), chosen.locations, settings),
    types: new TypeWords(settings, 'keyTypes', chosen.types),
    statuses: new TypeWords(settings, 'statuses', chosen.statuses, STATUSES),
    premises: await PremisesPool.read(tx, await premisesNames(rows)),
    recipients: may.issue ? await recipientsNamed(tx, wordsOf(rows, 'holder')) : new Map(),
    sets,
    tags: await readTags(tx, rows),
    serials: await readSerials(tx, serials),
    hiddenSerials: new Set(
      (await ask<{ serial: string }>(tx, 'select hidden_serials($1) as serial', [serials])).map(
        ({ serial }) => serial,
      ),
    ),
    labels: await readLabels(tx, rows, [...sets.values()].flat()),
    zone: clock?.zone ?? 'UTC',
    now: clock?.now ?? Date.now(),
    may,
  };
}

async function premisesNames(rows: readonly ImportRow[]): Promise<string[]> {
  const names = new Set<string>();
  await mapInTurns(rows, ({ premises, address, client }) => {
    for (const cell of [premises, address?.replace(/\s*[\r\n]+\s*/g, ', '), client])
      for (const line of (cell ?? '').split(/[\r\n]+/)) names.add(keyOf(line));
  });
  names.delete('');
  return [...names];
}

async function readSets(tx: Tx, identifiers: string[]): Promise<Map<string, Bunch[]>> {
  if (identifiers.length === 0) return new Map();
  const found = await selectBunches(tx)
    .where(sql`lower(${keyBunches.identifier}) = any (${sql.param(identifiers)}::text[])`)
    .orderBy(keyBunches.id);
  return grouped(found, ({ identifier }) => keyOf(identifier));
}

const TAGS = `select id, identifier, current_tag as tag from key_bunches
  where current_tag = any ($1::text[]) and status <> 'issued' order by id`;

async function readTags(tx: Tx, rows: readonly ImportRow[]): Promise<Map<string, Carrier[]>> {
  const tags = [...new Set(rows.flatMap(({ currentTag }) => currentTag?.trim() || []))];
  return grouped(await ask<Carrier & { tag: string }>(tx, TAGS, [tags]), ({ tag }) => tag);
}

const SERIALS =
  'select id, identifier, nfc_serial as serial from key_bunches where nfc_serial = any ($1::text[])';

async function readSerials(tx: Tx, serials: string[]): Promise<Map<string, Carrier>> {
  const rows = await ask<Carrier & { serial: string }>(tx, SERIALS, [serials]);
  return new Map(rows.map((one) => [one.serial, one]));
}
