import type { PaperAnswer, PaperLine, PaperLook } from '../../../shared/paper.ts';
import type { PaperRefusal } from '../../../shared/paper-words.ts';
import type { Recipient } from '../holder/recipient.ts';
import type { Bunch } from '../key-bunch/key-bunch.ts';

/** A set as it is when a line is judged, and the newest entry of its history. */
export type State = { bunch: Bunch; newest: { at: string; text: string } | null };

/**
 * What is known of a line beside its set. `already`: the entry that says the same, with the tag it has; `wornBy`: another set that has the new tag;
 * `tagLine`: the line of the same sheet that has it; `why` the person may not have keys; `reservedFor` another person. `named`: how many people
 * have the name that was written.
 */
export type Known = {
  now: number;
  oldest: number;
  locationId: number;
  person: Recipient | null;
  named: number;
  already: { id: number; newTag: string | null } | null;
  wornBy: string | null;
  tagLine: number | null;
  why: string | null;
  reservedFor: string | null;
};

export type Verdict = Pick<PaperAnswer, 'refused' | 'checks' | 'detail' | 'at' | 'movementId'> & {
  outcome: 'ready' | 'already' | 'refused';
};

const refused = (code: PaperRefusal, about: Pick<Verdict, 'detail' | 'at'> = {}): Verdict => ({
  outcome: 'refused',
  checks: [],
  refused: code,
  ...about,
});
const ready = (...checks: (PaperLook | null | false)[]): Verdict => ({
  outcome: 'ready',
  checks: checks.flatMap((one) => one || []),
});
/** A check with its detail; null without one. */
const lookAt = (check: PaperLook['check'], detail: string | null): PaperLook | null =>
  detail === null ? null : { check, detail };

/** A sheet has minutes, the register microseconds. */
const minuteOf = (at: string) => Math.floor(Date.parse(at) / 60_000);

const has = ({ holderId, holderName }: Bunch, person: Recipient) =>
  person.holderId === null ? holderName === person.name : holderId === person.holderId;

/** Judges a line by its set as the lines before leave it (decision 0082). */
export function judge(line: PaperLine, state: State, known: Known): Verdict {
  const { already, person, now, oldest } = known;
  const named = line.who ?? '';
  if (already) {
    const isOther = line.kind === 'in' && line.newTag && already.newTag && already.newTag !== line.newTag;
    return {
      outcome: 'already',
      movementId: already.id,
      checks: isOther ? [{ check: 'other_tag', detail: already.newTag ?? '' }] : [],
    };
  }
  if (Date.parse(line.doneAt) > now) return refused('future');
  if (Date.parse(line.doneAt) < oldest) return refused('too_old');
  if (!person && (line.holderId || named))
    return refused(known.named > 1 ? 'several_people' : 'unknown_person', { detail: named });
  if (!person && line.kind !== 'in') return refused('no_person');
  const { newest } = state;
  if (newest && minuteOf(line.doneAt) < minuteOf(newest.at))
    return refused('earlier', { detail: newest.text, at: newest.at });
  return line.kind === 'in' ? judgeIn(line, state, known) : judgeOut(line, state, known);
}

function judgeOut({ kind }: PaperLine, { bunch }: State, known: Known): Verdict {
  const { person, why, reservedFor, locationId } = known;
  const isOut = bunch.status === 'issued';
  if (isOut && person && has(bunch, person)) return refused('has_it', { detail: person.name });
  if (isOut && kind === 'out') return refused('out', { detail: bunch.holderName ?? '' });
  if (!isOut && kind === 'handOver') return refused('not_out');
  const isOdd = !isOut && bunch.status !== 'active' && bunch.status !== 'missing';
  return ready(
    lookAt('was_missing', bunch.missingSince),
    bunch.secondPerson && { check: 'second_person' },
    isOdd && { check: 'status', detail: bunch.status },
    lookAt('limit', why),
    lookAt('reserved', reservedFor),
    bunch.locationId !== locationId && { check: 'elsewhere', detail: bunch.location.name },
  );
}

function judgeIn({ newTag, keysCounted }: PaperLine, { bunch }: State, known: Known): Verdict {
  const { tagLine, wornBy, locationId } = known;
  if (bunch.status !== 'issued' && bunch.status !== 'missing') return refused('not_out');
  if (!newTag) return refused('no_tag');
  if (tagLine !== null) return refused('tag_on_line', { detail: String(tagLine) });
  if ((keysCounted ?? 0) > bunch.keyCount) return refused('too_many', { detail: String(bunch.keyCount) });
  const isShort = typeof keysCounted === 'number' && keysCounted < bunch.keyCount;
  return ready(
    lookAt('was_missing', bunch.missingSince),
    lookAt('tag_elsewhere', wornBy),
    isShort && { check: 'short', detail: String(bunch.keyCount) },
    bunch.locationId !== locationId && { check: 'elsewhere', detail: bunch.location.name },
  );
}

/** The state that a line leaves, without the database: for the lines after it in a dry run. */
export function stateAfter(
  { kind, newTag, doneAt }: PaperLine,
  bunch: Bunch,
  person: Recipient | null,
): Bunch {
  const stays = { ...bunch, missingSince: null };
  if (kind === 'in')
    return {
      ...stays,
      ...{ status: 'active', currentTag: newTag ?? null, issuedAt: null, dueAt: null },
      ...{ holderId: null, holderName: null, holderUserId: null },
    };
  const { holderId = null, name = '', userId: holderUserId = null } = person ?? {};
  return { ...stays, status: 'issued', issuedAt: doneAt, holderId, holderName: name, holderUserId };
}
