import type { OutboxEntry } from '../../../shared/outbox.ts';
import type { OutboxCheck, OutboxQuestionCode, OutboxRefusal } from '../../../shared/outbox-words.ts';
import type { Permission } from '../../../shared/permissions.ts';
import type { Recipient } from '../holder/recipient.ts';
import type { Bunch } from '../key-bunch/key-bunch.ts';

/** What an entry needs at receipt, as the online form does. */
export const NEEDS: Record<OutboxEntry['kind'], Permission> = {
  issue: 'key:issue',
  return: 'key:return',
  handOver: 'key:issue',
  extend: 'key:issue',
  lost: 'key:edit',
  found: 'key:edit',
};

/** An entry is taken, perhaps with something to look at; or the register has it; or it is asked about, or refused. */
export type Verdict =
  | { takes: true; check?: OutboxCheck; detail?: string }
  | { takes: false; check: OutboxCheck }
  | { asks: OutboxQuestionCode }
  | { refuses: OutboxRefusal };

/**
 * What is known at receipt beside the set. `overtaken`: the set was issued, returned or handed over by another after the entry was made; `isOld`:
 * it was made more than OUTBOX_DAYS ago; `recipient` of an issue or a handover, with `why` they may not have it; `wornBy`: another set that
 * has the new tag.
 */
export type Known = {
  overtaken: boolean;
  isOld: boolean;
  recipient: Recipient | null;
  why: string | null;
  wornBy: string | null;
};

const ALREADY: Verdict = { takes: false, check: 'already' };

/** Judges an entry on a set that its author may see and change (decision 0077). */
export function judge(entry: OutboxEntry, bunch: Bunch, known: Known): Verdict {
  const verdict = judgeOf(entry, bunch, known);
  const isRecorded = 'takes' in verdict && !verdict.takes;
  return known.isOld && !isRecorded ? { asks: 'too_old' } : verdict;
}

function judgeOf(entry: OutboxEntry, bunch: Bunch, known: Known): Verdict {
  switch (entry.kind) {
    case 'issue':
      return judgeIssue(entry, bunch, known);
    case 'handOver':
      if (has(bunch, known.recipient)) return ALREADY;
      return isAsSeen(entry, bunch, known) && bunch.status === 'issued'
        ? takenWith(entry, bunch, known)
        : { asks: 'who_has' };
    case 'return':
      return judgeReturn(entry, bunch, known);
    case 'extend':
      return isAsSeen(entry, bunch, known) && bunch.status === 'issued'
        ? { takes: true }
        : { refuses: 'not_out' };
    case 'lost':
      if (bunch.status === 'missing') return ALREADY;
      return isAsSeen(entry, bunch, known) ? takenWith(entry, bunch, known) : { asks: 'is_it_lost' };
    case 'found':
      if (bunch.status !== 'missing') return ALREADY;
      return (entry.body.currentTag ?? bunch.currentTag)
        ? takenWith(entry, bunch, known)
        : { asks: 'which_tag' };
  }
}

/** Whether the set is with whom the device believed it to be. */
const isAsSeen = ({ seen }: OutboxEntry, bunch: Bunch, { overtaken }: Known) =>
  !overtaken && bunch.status === seen.status && bunch.holderId === seen.holderId;

const has = (bunch: Bunch, recipient: Recipient | null) =>
  bunch.status === 'issued' &&
  recipient !== null &&
  bunch.holderId === recipient.holderId &&
  (recipient.holderId !== null || bunch.holderName === recipient.name);

function judgeIssue(entry: OutboxEntry, bunch: Bunch, known: Known): Verdict {
  if (has(bunch, known.recipient)) return ALREADY;
  if (bunch.status === 'issued' || known.overtaken) return { asks: 'who_has' };
  return takenWith(entry, bunch, known);
}

type Return = Extract<OutboxEntry, { kind: 'return' }>;

function judgeReturn(entry: Return, bunch: Bunch, known: Known): Verdict {
  if (bunch.status === 'issued')
    return isAsSeen(entry, bunch, known) ? takenWith(entry, bunch, known) : { asks: 'who_has' };
  if (bunch.status === 'missing' && !known.overtaken) return takenWith(entry, bunch, known);
  if (bunch.currentTag !== entry.body.newTag) return { asks: 'which_tag' };
  const { keys, fobs } = smallerCounts(entry, bunch);
  const same =
    keys === (bunch.keysPresent ?? bunch.keyCount) && fobs === (bunch.fobsPresent ?? bunch.fobCount);
  return same ? ALREADY : { takes: true, check: 'count_differs' };
}

/** The keys and fobs of a returned set that was counted twice. */
export const smallerCounts = ({ body }: Return, bunch: Bunch) => ({
  keys: Math.min(body.keysCounted ?? bunch.keyCount, bunch.keysPresent ?? bunch.keyCount),
  fobs: Math.min(body.fobsCounted ?? bunch.fobCount, bunch.fobsPresent ?? bunch.fobCount),
});

/** Taken, with the most important thing to look at. */
function takenWith(entry: OutboxEntry, bunch: Bunch, { why, wornBy }: Known): Verdict {
  const { seen } = entry;
  if (bunch.missingSince && seen.status !== 'missing')
    return { takes: true, check: 'was_missing', detail: bunch.missingSince };
  if (why) return { takes: true, check: 'limit', detail: why };
  if (wornBy) return { takes: true, check: 'tag_elsewhere', detail: wornBy };
  if (countsTooMany(entry, bunch)) return { takes: true, check: 'count_differs' };
  if (bunch.locationId !== seen.locationId)
    return { takes: true, check: 'moved', detail: bunch.location.name };
  if (bunch.currentTag !== seen.currentTag) return { takes: true, check: 'tag_differs' };
  return { takes: true };
}

/** More keys or fobs than the set has: it was edited meanwhile. */
const countsTooMany = (entry: OutboxEntry, bunch: Bunch) =>
  entry.kind === 'return' &&
  ((entry.body.keysCounted ?? 0) > bunch.keyCount || (entry.body.fobsCounted ?? 0) > bunch.fobCount);
