import type { PaperAnswer, PaperLine } from '../../../shared/paper.ts';
import type { PaperCheck, PaperRefusal } from '../../../shared/paper-words.ts';
import type { Recipient } from '../custody/recipient.ts';
import type { Bunch } from '../key-bunch/key-bunch.ts';

/** A set as it is when a line is judged, and the newest entry of its history. */
export type State = { bunch: Bunch; newest: { at: string; text: string } | null };

/**
 * What is known of a line beside its set. `already`: the entry that says the same, with the tag it has; `wornBy`: another set that has the new tag;
 * `tagLine`: the line of the same sheet that has it; `why` the person may not have keys; `reservedFor` another person.
 */
export type Known = {
  now: number;
  oldest: number;
  locationId: number;
  person: Recipient | null;
  already: { id: number; newTag: string | null } | null;
  wornBy: string | null;
  tagLine: number | null;
  why: string | null;
  reservedFor: string | null;
};

export type Verdict = Pick<PaperAnswer, 'refused' | 'check' | 'detail' | 'at' | 'movementId'> & {
  outcome: 'ready' | 'already' | 'refused';
};

const refused = (code: PaperRefusal, about: Pick<Verdict, 'detail' | 'at'> = {}): Verdict => ({
  outcome: 'refused',
  refused: code,
  ...about,
});
const ready = (check?: PaperCheck, detail?: string): Verdict => ({
  outcome: 'ready',
  ...(check && { check }),
  ...(detail && { detail }),
});

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
      ...(isOther && { check: 'other_tag' as const, detail: already.newTag ?? '' }),
    };
  }
  if (Date.parse(line.doneAt) > now) return refused('future');
  if (Date.parse(line.doneAt) < oldest) return refused('too_old');
  if (!person && (line.holderId || named)) return refused('unknown_person', { detail: named });
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
  if (bunch.missingSince) return ready('was_missing', bunch.missingSince);
  if (why) return ready('limit', why);
  if (reservedFor) return ready('reserved', reservedFor);
  return bunch.locationId === locationId ? ready() : ready('elsewhere', bunch.location.name);
}

function judgeIn({ newTag, keysCounted }: PaperLine, { bunch }: State, known: Known): Verdict {
  const { tagLine, wornBy, locationId } = known;
  if (bunch.status !== 'issued' && bunch.status !== 'missing') return refused('not_out');
  if (!newTag) return refused('no_tag');
  if (tagLine !== null) return refused('tag_on_line', { detail: String(tagLine) });
  if ((keysCounted ?? 0) > bunch.keyCount) return refused('too_many', { detail: String(bunch.keyCount) });
  if (bunch.missingSince) return ready('was_missing', bunch.missingSince);
  if (wornBy) return ready('tag_elsewhere', wornBy);
  return bunch.locationId === locationId ? ready() : ready('elsewhere', bunch.location.name);
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
