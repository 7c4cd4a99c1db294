import type * as z from 'zod/mini';
import type { KeyBunchDetail, KeyDetailsForm } from '../../../../shared/key-bunch.ts';

/** What the form of Key Details holds. */
export type DetailsValues = z.input<typeof KeyDetailsForm>;

/** Of a stored bunch. */
export const valuesOf = (bunch: KeyBunchDetail): DetailsValues => ({
  identifier: bunch.identifier,
  currentTag: bunch.currentTag ?? '',
  keyCount: bunch.keyCount,
  fobCount: bunch.fobCount,
  keyDescription: bunch.keyDescription ?? '',
  notes: bunch.notes ?? '',
});
