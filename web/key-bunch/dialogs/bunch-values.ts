import * as z from 'zod/mini';
import { type KeyBunchDetail, KeyBunchForm } from '../../../shared/key-bunch.ts';
import { serialText } from '../TagText.tsx';
import { reasonField } from '../tag-reason.tsx';

/** The form of a bunch; for a new one it leaves `reason` out. */
export const BunchForm = z.extend(KeyBunchForm, reasonField);

/** What the form of a bunch holds; location 0 is none chosen yet. `reason` is why an edit changes the tag. */
export type BunchValues = z.input<typeof BunchForm>;

/** The form's values of a stored bunch. */
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

/** The fields as they stand on the screen. */
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
