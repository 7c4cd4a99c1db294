import * as z from 'zod/mini';
import { Actor } from './actor.ts';
import { HISTORY_LIMIT_MAX, HISTORY_OFFSET_MAX } from './limits.ts';
import { LocationRef } from './location.ts';
import { idQuery, instant, instantQuery, limitQuery, lineQuery, zoneQuery } from './text.ts';

export const ACTIONS = [
  'move',
  'location_move',
  'issue',
  'return',
  'status_change',
  'audit_edit',
  'deleted',
  'handover',
] as const;
export type Action = (typeof ACTIONS)[number];
export const ACTION_LABELS: Record<string, string> = {
  move: 'Move',
  location_move: 'Move',
  issue: 'Issue',
  return: 'Return',
  status_change: 'Status',
  audit_edit: 'Audit edit',
  deleted: 'Deleted',
  handover: 'Handover',
};
/** What the history's action filter offers; move also matches location_move. */
export const ACTION_FILTERS = [
  'status_change',
  'move',
  'issue',
  'return',
  'handover',
  'audit_edit',
  'deleted',
] as const;

const text = z.optional(z.nullable(z.string()));
const count = z.optional(z.nullable(z.int()));

/** What a movement says beyond its columns, as it applies. */
export const MovementDetails = z.object({
  from: text,
  to: text,
  officer: text,
  officerUserId: count,
  purpose: text,
  newTag: text,
  newStatus: text,
  oldStatus: text,
  /** Of a tag changed by hand: what it was. */
  oldTag: text,
  /** The new tag was worn before, by any set of the company. */
  tagReused: z.optional(z.boolean()),
  /** Of a set that is missing no longer: since when it was, and what it was before. */
  missingSince: text,
  previousStatus: text,
  changes: z.optional(z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() }))),
  description: text,
  identifier: text,
  currentTag: text,
  keyCount: count,
  fobCount: count,
  keyDescription: text,
  locationName: text,
  type: text,
  nfcSerial: text,
  reason: text,
  deletedBy: text,
  deletedAt: text,
  /** Who had or has the keys now, and of a handover who had them before, with their names. */
  holderId: count,
  fromHolder: text,
  fromHolderId: count,
  /** When they are due back. */
  dueAt: text,
  /** The batch, whose number a receipt has. */
  batchId: text,
  /** Of a return that was counted: what came back. */
  keysCounted: count,
  fobsCounted: count,
  missingNote: text,
  /** Who brought them when it was not the holder. */
  returnedBy: text,
  returnedById: count,
  /** The SHA-256 of what was signed on the screen. */
  signature: text,
  /** The entry that this one undoes, and what it was. */
  undoes: count,
  undoneAction: text,
  /** A short set that is complete again, or was written off. */
  short: z.optional(z.enum(['complete', 'written_off'])),
});
export type MovementDetails = z.infer<typeof MovementDetails>;

/** One entry of the history. */
export const Movement = z.object({
  id: z.int(),
  keyBunchId: z.nullable(z.int()),
  action: z.enum(ACTIONS),
  actionType: z.enum(ACTIONS),
  timestamp: instant,
  keyBunch: z.nullable(z.object({ identifier: z.string(), type: z.string() })),
  keyBunchIdentifier: z.string(),
  fromLocationId: z.nullable(z.int()),
  toLocationId: z.nullable(z.int()),
  fromLocation: z.nullable(LocationRef),
  toLocation: z.nullable(LocationRef),
  fromBunchType: z.nullable(z.string()),
  toBunchType: z.nullable(z.string()),
  oldTag: z.nullable(z.string()),
  newTag: z.nullable(z.string()),
  userId: z.int(),
  user: z.nullable(Actor),
  notes: z.nullable(z.string()),
  details: MovementDetails,
});
export type Movement = z.infer<typeof Movement>;

const filters = {
  action: z.optional(z.enum(['all', ...ACTIONS], 'Unknown action')),
  from: z.optional(instantQuery),
  to: z.optional(instantQuery),
  locationId: z.optional(idQuery('Unknown location')),
  keyBunchId: z.optional(idQuery('Unknown key set')),
  holderId: z.optional(idQuery('Unknown person')),
  premisesId: z.optional(idQuery('Unknown premises')),
  search: z.optional(lineQuery('Unknown search')),
};

const OFFSET_TOO_FAR = 'An offset goes up to 10,000. Read on with before: the id of the last entry shown.';

/** GET /api/movement-history. `before` is the id of the last entry already shown. */
export const MovementQuery = z.object({
  ...filters,
  limit: z.optional(limitQuery(HISTORY_LIMIT_MAX)),
  offset: z.optional(
    z.pipe(
      z.string('Unknown offset').check(z.regex(/^\d{1,9}$/, 'Unknown offset')),
      z.pipe(z.transform(Number), z.number().check(z.maximum(HISTORY_OFFSET_MAX, OFFSET_TOO_FAR))),
    ),
  ),
  before: z.optional(idQuery('Unknown entry')),
});
export type MovementQuery = z.output<typeof MovementQuery>;

/** GET /api/movement-history/export: the same filters, every match; `tz` is an IANA zone name. */
export const ExportQuery = z.object({
  ...filters,
  tz: zoneQuery,
});

type Sentence = Pick<Movement, 'action' | 'fromLocation' | 'toLocation' | 'keyBunchIdentifier'> & {
  details: Pick<
    MovementDetails,
    'from' | 'to' | 'officer' | 'newTag' | 'fromHolder' | 'undoneAction' | 'short'
  >;
};

/** Turns a stored key type or status into the name people read. */
export type Label = (category: 'keyTypes' | 'statuses', value: string) => string;

/**
 * The sentence of a movement; a type-only move names types, a status change statuses, or the tag when it
 * was changed alone.
 */
export function movementSentence(movement: Sentence, label: Label): string {
  const { details, action } = movement;
  const from = details.from ?? '';
  const to = details.to ?? '';
  if (details.undoneAction) return undoneSentence(details);
  if (details.short) return details.short === 'complete' ? 'Complete again' : 'Missing keys written off';
  switch (action) {
    case 'location_move':
      return `Moved: ${from || (movement.fromLocation?.name ?? '')} -> ${to || (movement.toLocation?.name ?? '')}`;
    case 'move':
      return `Moved: ${label('keyTypes', from)} -> ${label('keyTypes', to)}`;
    case 'issue':
      return `Issued to ${details.officer || 'officer'}`;
    case 'return':
      return `Returned from ${details.officer || 'officer'}`;
    case 'status_change':
      if (!to) return details.newTag ? 'Tag changed' : 'Tag removed';
      return `Status: ${label('statuses', from)} -> ${label('statuses', to)}`;
    case 'audit_edit':
      return 'Updated during audit';
    case 'deleted':
      return `Deleted: ${movement.keyBunchIdentifier}`;
    case 'handover':
      return `Handed over from ${details.fromHolder || 'officer'} to ${details.officer || 'officer'}`;
  }
}

function undoneSentence({ undoneAction, officer, fromHolder }: Sentence['details']): string {
  if (undoneAction === 'issue') return `Issue to ${officer || 'officer'} undone`;
  if (undoneAction === 'return') return `Return from ${officer || 'officer'} undone`;
  return `Handover to ${fromHolder || 'officer'} undone`;
}

/** What follows under the sentence: the purpose, the tags, what did not come back, and who brought it. */
export function movementDetail(
  movement: Pick<Movement, 'action' | 'oldTag' | 'newTag' | 'details'>,
): string[] {
  const { details, oldTag, newTag } = movement;
  const changed = movement.action !== 'deleted' && Boolean(newTag || details.oldTag);
  const seals = changed ? `Tag ${oldTag ?? 'none'} -> ${newTag ?? 'none'}` : '';
  return [
    details.purpose ?? '',
    seals,
    shortDetail(movement),
    details.returnedBy ? `Brought back by ${details.returnedBy}` : '',
  ].filter(Boolean);
}

const some = (n: number, noun: string) => (n > 0 ? `${n} ${noun}${n === 1 ? '' : 's'}` : '');

/** Of a return what was missing; of a set that is short no longer what had been, and what was written off. */
function shortDetail({ action, details }: Pick<Movement, 'action' | 'details'>): string {
  const { keyCount, fobCount, keysCounted, fobsCounted, missingNote, short, changes } = details;
  if (short) {
    const off = (field: string, noun: string) => {
      const { from, to } = changes?.[field] ?? {};
      return some(Number(from ?? 0) - Number(to ?? 0), noun);
    };
    const written = [off('keyCount', 'key'), off('fobCount', 'fob')].filter(Boolean).join(', ');
    return [written && `${written} less`, missingNote && `Was missing: ${missingNote}`]
      .filter(Boolean)
      .join('; ');
  }
  if (action !== 'return' || keyCount == null) return '';
  const lacking = [
    some(keyCount - (keysCounted ?? keyCount), 'key'),
    some((fobCount ?? 0) - (fobsCounted ?? fobCount ?? 0), 'fob'),
  ].filter(Boolean);
  return lacking.length > 0 ? `${lacking.join(', ')} short${missingNote ? `: ${missingNote}` : ''}` : '';
}
