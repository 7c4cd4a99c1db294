import { DUE_IN_PAST } from '../../../shared/custody-words.ts';
import type { ImportRow } from '../../../shared/import.ts';
import { looksLikeKnown, otherClient } from '../../../shared/import-words.ts';
import { SET_FIELDS } from '../../../shared/record-fields.ts';
import type { Bunch } from '../key-bunch/key-bunch.ts';
import { NEEDS_ALL_LOCATIONS } from '../location/location.ts';
import {
  cellsOf,
  type Errors,
  formed,
  type Judged,
  Looks,
  MAY_NOT,
  numberOf,
  Once,
  type Progress,
  reading,
  resultOf,
} from './judged.ts';
import { namedOf } from './premises-pool.ts';
import { changesOf, Fields, type Out, type SentSet } from './sent-set.ts';
import { assignedCode, type SetContext } from './set-context.ts';
import { cellText, keyOf, Misread, momentOfText, personOf } from './text.ts';
import { grouped, mapInTurns, type TargetLocation } from './words.ts';

export type JudgedSet = Judged<SentSet, Bunch>;

/** Checks each row of a file of sets. */
export async function judgeSets(
  rows: readonly ImportRow[],
  context: SetContext,
  progress: Progress,
): Promise<JudgedSet[]> {
  const targets = await mapInTurns(rows, ({ location }) =>
    cellText(location) ? context.locations.of(location ?? '') : undefined,
  );
  const matched = matchSets(
    rows,
    targets.map((target) => target?.id ?? null),
    context,
  );
  const once = new Once();
  const count = (letters: RegExp) => rows.filter(({ identifier }) => letters.test(identifier ?? '')).length;
  const others = count(OTHER_LETTERS);
  const isLatin = others > 0 && count(/[a-z]/i) > 4 * others;
  const { set, tag } = context.alike;
  const looks = { set: new Looks(set.looks, isLatin), tag: new Looks(tag.looks) };
  const given = new Map<string, number>();
  return mapInTurns(rows, (row, index) => {
    const before = matched[index] ?? null;
    const number = numberOf(row, index);
    if (index % REPORTED === 0) progress('checking', index, rows.length);
    return judgeSet({ row, number, target: targets[index], before, once, looks, given }, context);
  });
}

/** Progress is reported after this many rows. */
const REPORTED = 500;

/** Letters that look like Latin ones. */
const OTHER_LETTERS = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;

type SetRow = {
  row: ImportRow;
  number: number;
  target: TargetLocation | null | undefined;
  before: Bunch | null;
  once: Once;
  looks: Record<'set' | 'tag', Looks>;
  given: Map<string, number>;
};

/** Existing premises change on their own page, or by a file of premises. */
const NOT_TAKEN = 'Not in the register. Add it to the premises there.';

function judgeSet(one: SetRow, context: SetContext): JudgedSet {
  const { row, number, before, once } = one;
  const errors: Errors = {};
  const cells = cellsOf(SET_FIELDS, row, errors, {
    location: () => targetOf(one, context),
    type: (word) => context.types.read(word, 'Unknown type'),
    status: (word) => statusOf(word, one, context),
    holder: personOf,
  }) as Record<string, unknown> &
    Partial<Pick<SentSet, 'type' | 'status'>> & { location?: SentSet['target'] };
  const fields = formed(errors, Fields, cells);
  if (!before)
    for (const field of ['location', 'type'] as const)
      if (!cellText(row[field])) errors[field] = `${SET_FIELDS[field].label} is required`;
  const warnings = warningsOf(one, context);
  const linked = namedOf(row, errors)?.map((named) => {
    const { address, client } = named;
    const picked = context.premises.pick(named, before?.premises ?? []);
    if (client && picked.client && keyOf(client) !== keyOf(picked.client))
      (context.clients === 'keep' ? warnings : errors).client ??= otherClient(
        picked.name,
        picked.client,
        client,
      );
    else if (client && !picked.client) warnings.client = NOT_TAKEN;
    if (address && !picked.address) warnings.address = NOT_TAKEN;
    return picked;
  });
  const sent: SentSet = {
    ...(fields ?? { identifier: row.identifier ?? '' }),
    target: cells.location ?? null,
    type: cells.type ?? null,
    status: cells.status ?? null,
    linked: linked && [...new Set(linked)],
    out: null,
    labelCode: assignedCode(row, before, context.labels, errors),
  };
  const identifier = keyOf(row.identifier);
  once.check(errors, 'identifier', identifier && `${identifier}\n${keyOf(row.location)}`, number);
  checkCodes(sent, one, context, errors);
  if (fields) sent.out = outOf(sent, one, context, errors);
  if (sent.out && before?.secondPerson) errors.holder ??= 'Needs a second person. Issue it at the desk.';
  const changes = before && fields ? changesOf(sent, before, context, errors) : {};
  const result = resultOf(errors, before === null, changes);
  return {
    row: number,
    result,
    errors,
    warnings,
    changes: result === 'changed' ? changes : {},
    sent,
    before,
  };
}

function warningsOf({ row, number, looks, before }: SetRow, { alike }: SetContext): Record<string, string> {
  const location = keyOf(row.location);
  const tag = row.currentTag ?? '';
  const isTagNew = keyOf(tag) !== keyOf(before?.currentTag);
  const identifier =
    looks.set.note(row.identifier ?? '', number, location) ??
    (before ? null : likeOf(alike.set.known.get(keyOf(row.identifier))));
  const currentTag =
    looks.tag.note(tag, number, '') ?? (isTagNew ? likeOf(alike.tag.known.get(keyOf(tag))) : null);
  return { ...(identifier && { identifier }), ...(currentTag && { currentTag }) };
}

const likeOf = (code: string | undefined): string | null =>
  code === undefined ? null : looksLikeKnown(code);

function targetOf({ target }: SetRow, { locations, may }: SetContext): TargetLocation | undefined {
  if (target === null) throw new Misread('Two locations have this name');
  if (target?.id === null && !may.addLocations) throw new Misread(NEEDS_ALL_LOCATIONS);
  if (!target && locations.strict) throw new Misread('Unknown location');
  return target;
}

function statusOf(word: string, { before }: SetRow, { statuses }: SetContext): string | null | undefined {
  const status = statuses.read(word, 'Unknown status');
  if (status === 'in_use' && !before) throw new Misread('Unknown status');
  return status;
}

/** A tag and an NFC tag belong to one set at a time. */
function checkCodes(
  sent: SentSet,
  { number, before, once }: SetRow,
  context: SetContext,
  errors: Errors,
): void {
  const { currentTag, nfcSerial, labelCode } = sent;
  const others = context.tags.get(currentTag ?? '')?.filter(({ id }) => id !== before?.id);
  if (currentTag && currentTag !== before?.currentTag) {
    if (before?.status === 'issued') errors.currentTag ??= 'Tag is broken while keys are issued';
    else if (others?.[0]) errors.currentTag ??= `Used by ${others[0].identifier}`;
  }
  once.check(errors, 'currentTag', currentTag, number);
  once.check(errors, 'nfcSerial', nfcSerial, number);
  once.check(errors, 'labelCode', labelCode, number);
  if (!nfcSerial || nfcSerial === before?.nfcSerial) return;
  const carrier = context.serials.get(nfcSerial);
  if (carrier) errors.nfcSerial ??= `Used by ${carrier.identifier}`;
  else if (context.hiddenSerials.has(nfcSerial)) errors.nfcSerial ??= 'This NFC tag is already linked';
}

const NO_HOLDER = 'Enter who has it';

/** The new holder by a row; null when in, or already issued to them. */
function outOf(
  { holder, status }: SentSet,
  { row, before, given }: SetRow,
  context: SetContext,
  errors: Errors,
): Out | null {
  const since = reading(errors, 'issuedAt', () => momentOfText(row.issuedAt, context.zone)) ?? null;
  const due = reading(errors, 'dueAt', () => momentOfText(row.dueAt, context.zone, { end: true })) ?? null;
  const isOut = before?.status === 'issued';
  if (!holder) {
    if (isOut) return null;
    if (status === 'issued') errors.holder ??= NO_HOLDER;
    else if (since) errors.issuedAt ??= NO_HOLDER;
    else if (due) errors.dueAt ??= NO_HOLDER;
    return null;
  }
  if (isOut) {
    if (keyOf(before.holderName) !== keyOf(holder)) errors.holder ??= `Out with ${before.holderName}`;
    return null;
  }
  if (status && status !== 'issued') errors.status ??= 'A set with a holder is issued';
  if (since && Date.parse(since) > context.now) errors.issuedAt ??= 'This is in the future';
  if (due && Date.parse(due) <= Date.parse(since ?? new Date(context.now).toISOString()))
    errors.dueAt ??= since ? 'Due back must be after Issued' : DUE_IN_PAST;
  if (!context.may.issue) {
    errors.holder ??= MAY_NOT.issue;
    return null;
  }
  const key = keyOf(holder);
  const known = context.recipients.get(key);
  if (!known) context.people.of(holder);
  const count = (given.get(key) ?? 0) + 1;
  const why = known?.whyNot(count);
  if (why) errors.holder ??= why;
  else if (Object.keys(errors).length === 0) given.set(key, count);
  return {
    recipient: known ? { ...known.recipient, name: holder } : { name: holder, holderId: null, userId: null },
    since,
    due,
  };
}

/** Matches rows with sets, by identifier, and by location if that is ambiguous. No set matches two rows. */
function matchSets(
  rows: readonly ImportRow[],
  locationIds: (number | null)[],
  { sets }: SetContext,
): (Bunch | null)[] {
  const times = new Map<string, number>();
  const keys = rows.map(({ identifier }) => keyOf(identifier));
  for (const key of keys) times.set(key, (times.get(key) ?? 0) + 1);
  const placed = grouped(
    [...sets].flatMap(([key, all]) => all.map((bunch) => ({ key, bunch }))),
    ({ key, bunch }) => `${bunch.locationId} ${key}`,
  );
  const there = keys.map((key, index) => {
    const at = placed.get(`${locationIds[index]} ${key}`);
    return key && at?.length === 1 ? at.pop()?.bunch : null;
  });
  return keys.map((key, index) => {
    if (there[index] || !key) return there[index] ?? null;
    const [only, another] = sets.get(key) ?? [];
    return only && !another && times.get(key) === 1 ? only : null;
  });
}
