import { HolderForm } from '../../../shared/holder.ts';
import { HOLDER_KIND_LABELS } from '../../../shared/holder-words.ts';
import type { ImportRow } from '../../../shared/import.ts';
import { columnOf } from '../../../shared/import-words.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import { rows, sql } from '../../database/sql.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import {
  addHolders,
  changeHolders,
  HOLDERS,
  type HolderEdit,
  type HolderRow,
  holderDifferences,
  NOT_BY_TOKEN,
  OF_ACCOUNT_TEXT,
} from '../holder/record.ts';
import { formerOf, NO_EFFECTS, type Progress, type Written } from './effects.ts';
import {
  cellOf,
  formed,
  type Judged,
  lockUnchanged,
  MAY_NOT,
  numberOf,
  Once,
  reading,
  resultOf,
  toWrite,
} from './judged.ts';
import { choiceOf, dayOfText, keyOf, said, wholeOf, yesOf } from './text.ts';
import { grouped, mapInTurns, wordsOf } from './words.ts';

type Errors = Record<string, string>;
type JudgedHolder = Judged<HolderEdit & { name: string }, HolderRow>;

/** Checks each row of a file of people. A person matches by name, unless both have different emails. */
export async function judgeHolders(tx: Tx, me: Member, sheet: readonly ImportRow[]): Promise<JudgedHolder[]> {
  const found = await rows(
    tx,
    sql<HolderRow>`${HOLDERS} where sort_name = any(${wordsOf(sheet, 'name')}::text[]) order by id`,
  );
  const badges = await badgesOf(tx, sheet);
  const once = { person: new Once(), badge: new Once() };
  const taken = new Set<number>();
  const byName = grouped(found, ({ name }) => keyOf(name));
  return mapInTurns(sheet, (row, index) => {
    const errors: Errors = {};
    const number = numberOf(row, index);
    const sent = sentOf(row, errors);
    const email = sent.email ?? '';
    const before =
      byName
        .get(keyOf(sent.name))
        ?.find((one) => !taken.has(one.id) && (!email || !one.email || one.email === email)) ?? null;
    once.person.check(errors, 'name', keyOf(sent.name) && `${keyOf(sent.name)}\n${email}`, number);
    const badge = badges.get(said(row.badge) ?? '');
    once.badge.check(errors, 'badge', badge?.code, number);
    if (badge?.id && badge.id !== before?.id)
      errors.badge ??= `This badge is already assigned to ${badge.name}`;
    if (before) taken.add(before.id);
    const changes = before ? changesOf(before, sent, errors) : {};
    if (before && Object.keys(changes).length > 0 && !hasPermission(me, 'user:edit'))
      errors.name ??= MAY_NOT.edit;
    if (before?.userId && me.tokenId !== null && Object.keys(changes).length > 0)
      errors.name ??= NOT_BY_TOKEN;
    const result = resultOf(errors, before === null, changes);
    return { row: number, result, errors, changes: result === 'changed' ? changes : {}, sent, before };
  });
}

function sentOf(row: ImportRow, errors: Errors): HolderEdit & { name: string } {
  const kind = reading(errors, 'kind', () => choiceOf(row.kind, HOLDER_KIND_LABELS));
  const isActive = reading(errors, 'active', () => yesOf(row.active));
  const form = formed(errors, HolderForm, {
    name: said(row.name),
    kind,
    organisation: said(row.organisation),
    phone: said(row.phone),
    email: said(row.email),
    badge: said(row.badge),
    maxSets: reading(errors, 'maxSets', () => wholeOf(row.maxSets)),
    validUntil: reading(errors, 'validUntil', () => dayOfText(row.validUntil)),
    notes: said(row.notes),
  });
  if (!form) return { name: row.name ?? '' };
  const filled = Object.fromEntries(
    Object.entries(form).filter(([, value]) => value !== null && value !== undefined),
  );
  return { name: form.name, ...filled, ...(isActive !== undefined && { isActive }) };
}

function changesOf(before: HolderRow, sent: HolderEdit, errors: Errors) {
  const { changed, ofAccount } = holderDifferences(before, sent);
  for (const field of ofAccount) errors[field] ??= OF_ACCOUNT_TEXT;
  return Object.fromEntries(
    changed.map((field) => [columnOf(field), { from: cellOf(before[field]), to: cellOf(sent[field]) }]),
  );
}

type Badge = { typed: string; code: string; id: number | null; name: string | null };

/** Normalised badges and their owners, by typed text. */
async function badgesOf(tx: Tx, sheet: readonly ImportRow[]): Promise<Map<string, Badge>> {
  const typed = [...new Set(sheet.flatMap(({ badge }) => said(badge) ?? []))];
  const badges = await rows(
    tx,
    sql<Badge>`select b.typed, coalesce(serial_of(b.typed), '') as code, h.id, h.name from unnest(${typed}::text[]) as b (typed)
      left join holders h on h.badge_code = nullif(serial_of(b.typed), '')`,
  );
  return new Map(badges.map((one) => [one.typed, one]));
}

/** Imports of a company run one at a time, so rows need no badge lock; the unique index covers parallel forms. */
export async function writeHolders(
  tx: Tx,
  me: Member,
  judged: JudgedHolder[],
  progress: Progress,
): Promise<Written> {
  const { fresh, changed } = toWrite(judged);
  progress('writing', 0, fresh.length + changed.length);
  const edits = await lockUnchanged(
    changed,
    ({ name }) => name,
    (ids) => rows(tx, sql<HolderRow>`${HOLDERS} where id = any(${ids}) order by id for no key update`),
  );
  const people = await addHolders(
    tx,
    me,
    fresh.map(({ sent }) => sent),
  );
  await changeHolders(tx, me, edits);
  const effects = {
    ...NO_EFFECTS,
    people,
    changedPeople: edits.map(({ before, sent }) => formerOf(before, holderDifferences(before, sent).changed)),
  };
  return { effects, newLocations: 0 };
}
