import * as z from 'zod/mini';
import { KeyBunchForm } from '../../../shared/key-bunch.ts';
import { optionalLine } from '../../../shared/text.ts';
import type { Taker } from '../custody/taker.ts';
import type { Pick } from './premises-pool.ts';
import type { Place } from './words.ts';

const form = KeyBunchForm.shape;
/** The cells of a row of a set that a form checks. */
export const Fields = z.object({
  identifier: form.identifier,
  currentTag: optionalLine(),
  nfcSerial: form.nfcSerial,
  keyCount: form.keyCount,
  fobCount: form.fobCount,
  keyDescription: form.keyDescription,
  notes: form.notes,
  position: form.position,
  holder: optionalLine(),
});

/** Who has a set by its row, since when, and until when. Without a due time of its own the rule of its type holds. */
export type Out = { taker: Taker; since: string | null; due: string | null };
export type SentSet = z.output<typeof Fields> & {
  place: Place | null;
  type: string | null;
  status: string | null;
  opened: Pick[] | undefined;
  out: Out | null;
  labelCode: string | null;
};
