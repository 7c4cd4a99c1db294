import { HOLDER_KIND_LABELS } from '../../../shared/holder-words.ts';
import {
  IMPORT_FIELDS,
  IMPORT_LABELS,
  type ImportField,
  type ImportKind,
  NOT_KNOWN,
} from '../../../shared/import-words.ts';
import { STATUS_LABELS } from '../../../shared/key-bunch-words.ts';
import { locationStatusLabel } from '../../../shared/location-words.ts';
import type { Settings } from '../../../shared/setting.ts';
import { labelOf } from '../../../shared/setting-labels.ts';
import { auditSessions, movementHistory } from '../../database/schema/history.ts';
import { settings } from '../../database/schema/register.ts';
import { columns, rows, type Sql, sql } from '../../database/sql.ts';
import type { RowOf } from '../../database/table.ts';
import type { Tx } from '../../database/transactions.ts';
import { HOLDERS, type HolderRow } from '../holder/record.ts';
import { type Bunch, pageOfBunches } from '../key-bunch/key-bunch.ts';
import { readCodes } from '../label/label.ts';
import { LOCATIONS, type LocationRow } from '../location/location.ts';
import { PREMISES, type PremisesRow } from '../premises/record.ts';
import { RESERVATIONS, type Row as Reserved } from '../reservation/read.ts';

/** A table as CSV: heading, page reader and row writer. `place` replaces the id where pages follow another number. */
export type Table<T extends { id: number }> = {
  head: readonly string[];
  page(tx: Tx, after: number, limit: number): Promise<T[]>;
  row(one: T, settings: Settings): string[];
  place?(one: T): number;
};

const yes = (is: boolean): string => (is ? 'Yes' : 'No');
export const text = (value: string | number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value);

/** Reads what is selected in pages, by id. */
const pagesOf =
  <T extends { id: number }>(select: Sql<T>): Table<T>['page'] =>
  (tx, after, limit) =>
    rows(tx, sql<T>`${select} where id > ${after} order by id limit ${limit}`);

const headOf = (kind: ImportKind): string[] => IMPORT_FIELDS[kind].map((field) => IMPORT_LABELS[field]);

export const locationTable: Table<LocationRow> = {
  head: headOf('locations'),
  page: pagesOf(LOCATIONS),
  row: (one, known) => [
    one.name,
    labelOf(known, 'locationTypes', one.type),
    text(one.description),
    locationStatusLabel(one.status),
  ],
};

export const holderTable: Table<HolderRow> = {
  head: [...headOf('people'), 'Signs in'],
  page: pagesOf(HOLDERS),
  row: (one) => [
    one.name,
    HOLDER_KIND_LABELS[one.kind],
    text(one.organisation),
    text(one.phone),
    text(one.email),
    text(one.badge),
    text(one.maxSets),
    text(one.validUntil),
    yes(one.isActive),
    text(one.notes),
    yes(one.userId !== null),
  ],
};

export const premisesTable: Table<PremisesRow> = {
  head: headOf('premises'),
  page: pagesOf(PREMISES),
  row: (one) => [
    one.name,
    text(one.address),
    text(one.postcode),
    text(one.client),
    text(one.reference),
    yes(one.isActive),
    text(one.notes),
  ],
};

/** Movements up to an entry, oldest first. movements.jsonl has all fields. */
export const movementTable = (upto: number): Table<RowOf<typeof movementHistory>> => ({
  head: [
    'Number',
    'Time',
    'Action',
    'Set ID',
    'From',
    'To',
    'Old tag',
    'New tag',
    'By',
    'Email',
    'Notes',
    'Details',
  ],
  page: (tx, after, limit) =>
    rows(
      tx,
      sql<RowOf<typeof movementHistory>>`select ${columns(movementHistory)} from movement_history
        where seq > ${after} and seq <= ${upto} order by seq limit ${limit}`,
    ),
  place: ({ seq }) => seq,
  row: (one) => [
    String(one.seq),
    one.timestamp,
    one.actionType,
    one.keyBunchIdentifier,
    text(one.fromLocationName),
    text(one.toLocationName),
    text(one.oldTag),
    text(one.newTag),
    [one.performedByFirstName, one.performedByLastName].filter(Boolean).join(' '),
    one.performedByEmail,
    text(one.notes),
    JSON.stringify(one.details),
  ],
});

export const auditTable: Table<RowOf<typeof auditSessions>> = {
  head: [
    'Number',
    'Location',
    'Type',
    'Mode',
    'Status',
    'Began',
    'Ended',
    'Expected',
    'Seen',
    'Missing',
    'Notes',
    'Kind',
    'Blind',
    'Checked',
    'As registered',
  ],
  page: pagesOf(sql<RowOf<typeof auditSessions>>`select ${columns(auditSessions)} from audit_sessions`),
  row: (one, known) => [
    String(one.id),
    one.locationName,
    one.keyType ? labelOf(known, 'keyTypes', one.keyType) : '',
    one.mode,
    one.status,
    one.startTime,
    text(one.endTime),
    String(one.totalExpected),
    String(one.totalScanned),
    one.missingBunches.join(', '),
    text(one.notes),
    one.kind,
    one.blind ? 'yes' : 'no',
    text(one.checked),
    text(one.asRegistered),
  ],
};

export const settingTable: Table<RowOf<typeof settings>> = {
  head: ['Category', 'Name', 'Display name', 'Description', 'Colour', 'Active', 'Due after hours', 'Due at'],
  page: pagesOf(sql<RowOf<typeof settings>>`select ${columns(settings)} from settings`),
  row: (one) => [
    one.category,
    one.name,
    one.displayName,
    text(one.description),
    text(one.color),
    yes(one.isActive),
    text(one.dueHours),
    text(one.dueTime),
  ],
};

/** Reservations with what became of them. */
export const reservationTable: Table<Reserved> = {
  head: [
    ...['Number', 'Set ID', 'For', 'Fetched at', 'From', 'Until'],
    ...['State', 'Purpose', 'Notes', 'Reserved by', 'Reserved'],
  ],
  page: (tx, after, limit) =>
    // As an array, so that the sets and people of a page are found by their ids.
    rows(
      tx,
      sql<Reserved>`${RESERVATIONS} where r.id = any (array(select one.id from reservations one
        where one.id > ${after} order by one.id limit ${limit})) order by r.id`,
    ),
  row: (one) => [
    ...[String(one.id), one.identifier, one.holder.name, one.location.name, one.from, one.until],
    ...[one.state, text(one.purpose), text(one.notes), one.createdBy, one.createdAt],
  ],
};

type Round = { id: number; isActive: boolean } & Record<'name' | 'place' | 'from' | 'until', string> & {
    person: string | null;
    sets: string[];
  };
export const roundTable: Table<Round> = {
  head: ['Name', 'Location', 'Person', 'From', 'Until', 'Active', 'Sets'],
  page: (tx, after, limit) =>
    rows(
      tx,
      sql<Round>`select r.id, r.name, l.name as place, h.name as person, r.from_time as "from", r.until_time as until,
          r.is_active as "isActive", array(select b.identifier from round_sets s
            join key_bunches b on b.company_id = s.company_id and b.id = s.key_bunch_id
            where s.company_id = r.company_id and s.round_id = r.id order by s.place) as sets
        from rounds r join locations l on l.company_id = r.company_id and l.id = r.location_id
          left join holders h on h.company_id = r.company_id and h.id = r.holder_id
        where r.id > ${after} order by r.id limit ${limit}`,
    ),
  row: ({ name, place, person, from, until, isActive, sets }) => [
    ...[name, place, text(person), from, until, yes(isActive)],
    sets.join('\n'),
  ],
};

type Labelled = Bunch & { labelCode: string | null };

async function readSets(tx: Tx, after: number, limit: number): Promise<Labelled[]> {
  const bunches = await rows(tx, pageOfBunches(sql`id > ${after}`, sql`key_bunches.id`, limit));
  const codes = await readCodes(
    tx,
    bunches.map(({ id }) => id),
  );
  return bunches.map((bunch) => ({ ...bunch, labelCode: codes.get(bunch.id) ?? null }));
}

/** Sets in the form that imports read, then fields only the register has. */
export const setTable: Table<Labelled> = {
  head: [
    ...headOf('key_sets'),
    'Keys there',
    'Fobs there',
    'Missing since',
    'Last seen',
    'Has photo',
    'Number',
  ],
  page: readSets,
  row: (bunch, settings) => {
    const lines = (of: 'name' | 'address' | 'client') => {
      const values = bunch.premises.map((one) => one[of]);
      if (values.every((one) => one === null)) return '';
      return values.length === 1 ? text(values[0]) : values.map((one) => one ?? NOT_KNOWN).join('\n');
    };
    const cells: Partial<Record<ImportField, string>> = {
      ...Object.fromEntries(
        (
          [
            'identifier',
            'currentTag',
            'keyDescription',
            'position',
            'nfcSerial',
            'labelCode',
            'notes',
          ] as const
        ).map((field) => [field, text(bunch[field])]),
      ),
      type: labelOf(settings, 'keyTypes', bunch.type),
      location: bunch.location.name,
      keyCount: text(bunch.keyCount),
      fobCount: text(bunch.fobCount),
      secondPerson: yes(bunch.secondPerson),
      premises: lines('name'),
      address: lines('address'),
      client: lines('client'),
      status:
        bunch.status in STATUS_LABELS && bunch.status !== 'active'
          ? bunch.status
          : labelOf(settings, 'statuses', bunch.status),
      holder: text(bunch.holderName),
      issuedAt: text(bunch.issuedAt),
      dueAt: text(bunch.dueAt),
    };
    return [
      ...IMPORT_FIELDS.key_sets.map((field) => cells[field] ?? ''),
      text(bunch.keysPresent),
      text(bunch.fobsPresent),
      text(bunch.missingSince),
      text(bunch.lastSeenAt),
      bunch.imageUrl ? 'Yes' : '',
      String(bunch.id),
    ];
  },
};
