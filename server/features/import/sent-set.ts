import * as z from 'zod/mini';
import type { CheckedRow } from '../../../shared/import.ts';
import { KeyBunchForm } from '../../../shared/key-bunch-forms.ts';
import type { LocationRef } from '../../../shared/location.ts';
import { labelOf } from '../../../shared/setting-labels.ts';
import { optionalLine } from '../../../shared/text.ts';
import type { Recipient } from '../holder/recipient.ts';
import { EDITED, type Edit } from '../key-bunch/change.ts';
import type { NewBunch } from '../key-bunch/create.ts';
import type { Bunch } from '../key-bunch/key-bunch.ts';
import { cellOf, type Effects, type Errors, MAY_NOT } from './judged.ts';
import type { NamedPremises } from './premises-pool.ts';
import type { SetContext } from './set-context.ts';
import type { TargetLocation } from './words.ts';

const form = KeyBunchForm.shape;
/** The cells of a set's row that a form checks. */
export const Fields = z.object({
  identifier: form.identifier,
  currentTag: optionalLine(),
  nfcSerial: form.nfcSerial,
  keyCount: form.keyCount,
  fobCount: form.fobCount,
  keyDescription: form.keyDescription,
  notes: form.notes,
  position: form.position,
  secondPerson: form.secondPerson,
  holder: optionalLine(),
});

/** The holder by a row, since when, and due when. Without a due time the type's rule applies. */
export type Out = { recipient: Recipient; since: string | null; due: string | null };
export type SentSet = z.output<typeof Fields> & {
  target: TargetLocation | null;
  type: string | null;
  status: string | null;
  linked: NamedPremises[] | undefined;
  out: Out | null;
  labelCode: string | null;
};

/** A set that the file adds, with its id. */
export type AddedSet = NewBunch & { id: number; sent: SentSet | undefined };
/** A locked set that it changes: its edit, its new location and type (null for no change), and former values. */
export type ChangedSet = Edit & {
  sent: SentSet;
  target: LocationRef | null;
  type: string | null;
  effect: Effects['changedSets'][number];
};

/** A row's changes of a set, old and new. Changes the caller may not make are errors. */
export function changesOf(
  sent: SentSet,
  before: Bunch,
  { settings, may }: SetContext,
  errors: Errors,
): CheckedRow['changes'] {
  const changes: CheckedRow['changes'] = {};
  const note = (field: string, right: 'edit' | 'move', from: string | null, to: string | null) => {
    changes[field] = { from, to };
    if (!may[right]) errors[field] ??= MAY_NOT[right];
  };
  for (const field of EDITED) {
    const to = sent[field];
    if (to === undefined || to === null || to === before[field]) continue;
    note(field, 'edit', cellOf(before[field]), cellOf(to));
    if (field === 'secondPerson' && !to)
      errors[field] ??= 'Another person must approve this. Change it in Key Details.';
  }
  const opens = sent.linked?.map(({ id }) => id ?? 'new').join();
  if (sent.linked && opens !== before.premises.map(({ id }) => id).join()) {
    const [was, is] = [before.premises, sent.linked];
    // The names are equal and the clients differ.
    const same = was.map(({ name }) => name).join('\n') === is.map(({ name }) => name).join('\n');
    const names = (some: { name: string; client: string | null }[]) =>
      some.map(({ name, client }) => (same && client ? `${name}, ${client}` : name)).join('\n') || null;
    note('premises', 'edit', names(was), names(is));
  }
  if (sent.target && sent.target.id !== before.locationId)
    note('location', 'move', before.location.name, sent.target.name);
  const label = (type: string) => labelOf(settings, 'keyTypes', type);
  if (sent.type && sent.type !== before.type) note('type', 'move', label(before.type), label(sent.type));
  if (sent.labelCode) note('labelCode', 'edit', null, sent.labelCode);
  if (sent.out) changes.holder = { from: null, to: sent.out.recipient.name };
  if (sent.status && sent.status !== before.status && !sent.out)
    errors.status ??= `It is ${labelOf(settings, 'statuses', before.status)} in the register. Change that there.`;
  return changes;
}
