import * as z from 'zod/mini';
import { type KeyBunchDetail, KeyDetailsForm } from '../../../shared/key-bunch.ts';
import { needsReason, reasonField } from '../tag-reason.tsx';

const Form = z.extend(KeyDetailsForm, reasonField);

/** What the form of Key Details holds. */
export type DetailsValues = z.input<typeof Form>;

/** Of a stored bunch. */
export const valuesOf = (bunch: KeyBunchDetail): DetailsValues => ({
  identifier: bunch.identifier,
  currentTag: bunch.currentTag ?? '',
  keyCount: bunch.keyCount,
  fobCount: bunch.fobCount,
  keyDescription: bunch.keyDescription ?? '',
  position: bunch.position ?? '',
  notes: bunch.notes ?? '',
  reason: '',
});

/** The form of Key Details for `bunch`, whose changed tag needs a reason. */
export const formOf = (bunch: KeyBunchDetail | null) => Form.check(needsReason(bunch));

/** The fields as they stand on the screen. */
export const DETAILS_FIELDS = [
  'identifier',
  'currentTag',
  'reason',
  'keyCount',
  'fobCount',
  'position',
  'keyDescription',
  'notes',
] as const;
