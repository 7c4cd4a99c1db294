import * as z from 'zod/mini';
import { type KeyBunchDetail, KeyBunchForm } from '../../../shared/key-bunch.ts';
import { serialText } from '../BunchText.tsx';
import { reasonField } from '../tag-reason.tsx';

/** The form's schema; a new bunch has no `reason`. */
export const BunchForm = z.extend(KeyBunchForm, reasonField);

/** The form's values; location 0 is none. `reason` is why an edit changes the tag. */
export type BunchValues = z.input<typeof BunchForm>;

/** The values of a stored bunch. */
export const valuesOf = (bunch: KeyBunchDetail): BunchValues => ({
  identifier: bunch.identifier,
  currentTag: bunch.currentTag ?? '',
  type: bunch.type,
  locationId: bunch.locationId,
  status: bunch.status,
  keyCount: bunch.keyCount,
  fobCount: bunch.fobCount,
  keyDescription: bunch.keyDescription ?? '',
  position: bunch.position ?? '',
  premisesIds: bunch.premises.map(({ id }) => id),
  notes: bunch.notes ?? '',
  nfcSerial: serialText(bunch.nfcSerial),
  labelCode: '',
  reason: '',
});

/** Field order on the screen. */
export const BUNCH_FIELDS = [
  'identifier',
  'currentTag',
  'reason',
  'type',
  'locationId',
  'premisesIds',
  'keyDescription',
  'status',
  'keyCount',
  'fobCount',
  'position',
  'nfcSerial',
  'labelCode',
  'notes',
] as const;
