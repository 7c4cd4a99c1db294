import type { Kiosk } from '../../../shared/kiosk.ts';
import { labelOf } from '../../../shared/setting-labels.ts';
import { rows, sql } from '../../database/sql.ts';
import { KIOSKS } from '../kiosk/kiosk.ts';
import type { Table } from './tables.ts';

/** Kiosks, without what makes a tablet one. The numbers of people are in no file. */
export const kioskTable: Table<Kiosk> = {
  head: [
    'Name',
    'Location',
    'Types',
    'Opens',
    'Closes',
    'State',
    'Added by',
    'Added',
    'Revoked by',
    'Revoked',
  ],
  page: (tx, after, limit) =>
    rows(tx, sql<Kiosk>`${KIOSKS} where k.id > ${after} order by k.id limit ${limit}`),
  row: (one, known) => [
    ...[one.name, one.location.name, one.keyTypes.map((type) => labelOf(known, 'keyTypes', type)).join('\n')],
    ...[one.opensAt ?? '', one.closesAt ?? '', one.state, one.createdBy, one.createdAt],
    ...[one.revokedBy ?? '', one.revokedAt ?? ''],
  ],
};
