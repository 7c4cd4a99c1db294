import { NEEDS_NETWORK, SECOND_PERSON_CODE } from '../../../shared/approval-words.ts';
import { dayIn } from '../../../shared/clock-text.ts';
import {
  ALREADY_ISSUED,
  ASK_ADMINISTRATOR,
  alreadyHas,
  DUE_IN_PAST,
  issuedTo,
  keysForbidden,
  limitReached,
  NOT_ISSUED,
  overCount,
  TAG_REQUIRED,
} from '../../../shared/custody-words.ts';
import { boundOf, dueBy, dueWithin, isTooLate } from '../../../shared/due.ts';
import type { ListedHolder } from '../../../shared/holder.ts';
import type { HolderRef, KeyBunch } from '../../../shared/key-bunch.ts';
import type { Location } from '../../../shared/location.ts';
import { opensText } from '../../../shared/opens-text.ts';
import { reservedRefusal } from '../../../shared/reservation-text.ts';
import type { Settings } from '../../../shared/setting.ts';
import type { Refused } from '../call.ts';
import type { CustodyEntry, EntryBodies, EntryKind, Own } from './own-entries.ts';

/** What the ids of entries mean. */
export type Names = { people: readonly ListedHolder[]; locations: readonly Location[] };
/** The register as the device knows it, with its own entries applied. `now` in epoch ms by the server's clock. */
export type Known = Names & {
  sets: ReadonlyMap<number, KeyBunch>;
  settings: Settings;
  zone: string;
  now: number;
};
/** An act that is about to be recorded: the call's kind, set and body. `isOver`: an issue over the reservation of another person. */
export type Act = {
  [K in EntryKind]: { kind: K; keyBunchId: number; body: EntryBodies[K]; isOver?: boolean };
}[EntryKind];

/** An act that the rules of custody refuse, with the status and the body that the server would send. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: Refused;
  constructor(status: number, message: string, body: Omit<Refused, 'message'> = {}) {
    super(message);
    this.status = status;
    this.body = { message, ...body };
  }
}

/** The entry of an act, judged by the server's rules (shared/custody-words.ts) on what the device knows. Throws Refusal. */
export function entryOf(act: Act, known: Known, key: string): CustodyEntry {
  const bunch = known.sets.get(act.keyBunchId);
  if (!bunch) throw new Refusal(404, 'Key set not found');
  const to = recipientOf(act, known);
  checkStatus(act, bunch, to);
  if (bunch.secondPerson && (act.kind === 'issue' || act.kind === 'handOver'))
    throw new Refusal(409, NEEDS_NETWORK, { code: SECOND_PERSON_CODE });
  const { kind, keyBunchId, body } = act;
  return {
    ...{ kind, keyBunchId, body },
    key,
    doneAt: new Date(known.now).toISOString(),
    seen: {
      status: bunch.status,
      holderId: bunch.holder?.id ?? null,
      currentTag: bunch.currentTag,
      locationId: bunch.locationId,
    },
    identifier: bunch.identifier,
    opens: opensText(bunch),
    toName: to?.name ?? null,
    fromName: bunch.holder?.name ?? null,
    dueAt: dueOf(act, bunch, to, known),
  } as CustodyEntry;
}

function checkStatus(act: Act, bunch: KeyBunch, to: HolderRef | null): void {
  const { status, holder, issuedAt } = bunch;
  const isOut = status === 'issued';
  if (act.kind === 'issue' && isOut) {
    const name = holder?.name ?? '';
    throw new Refusal(409, ALREADY_ISSUED, {
      code: 'already_issued',
      detail: issuedTo(name),
      happened: { action: 'issue', name, at: issuedAt ?? bunch.lastUpdated },
    });
  }
  if (['return', 'handOver', 'extend'].includes(act.kind) && !isOut)
    throw new Refusal(409, NOT_ISSUED, { code: 'not_issued' });
  if (act.kind === 'handOver' && holder?.id && holder.id === to?.id)
    throw new Refusal(409, alreadyHas(to), { code: 'already_holder' });
  if (act.kind === 'return') checkCounts(act.body, bunch);
  if (act.kind === 'found' && status !== 'missing')
    throw new Refusal(409, `${bunch.identifier} is no longer missing`);
  if (act.kind === 'found' && formerOf(bunch) === 'active' && !(act.body.currentTag || bunch.currentTag))
    throw new Refusal(400, TAG_REQUIRED, { errors: { currentTag: TAG_REQUIRED } });
}

/** No more than the set has can be returned. */
function checkCounts(counted: EntryBodies['return'], bunch: KeyBunch): void {
  const over = overCount(bunch, counted);
  if (over) throw new Refusal(400, over.message, { errors: { [over.field]: over.message } });
}

/** Who takes the keys: a person of the register, or a name alone. Null for an act without one. */
function recipientOf(act: Act, known: Known): HolderRef | null {
  if (act.kind !== 'issue' && act.kind !== 'handOver') return null;
  const { holderId, officerName } = act.body as EntryBodies['issue'];
  const person = personOf(holderId, officerName, known.people);
  if (!person && holderId) throw new Refusal(404, 'Person not found');
  if (!person) return { name: officerName ?? '', id: null, userId: null };
  const held = [...known.sets.values()].filter(({ holder }) => holder?.id === person.id).length;
  const hasEnded = person.validUntil !== null && person.validUntil < dayIn(known.now, known.zone);
  const why = keysForbidden(person, hasEnded) ?? limitReached(person, held, 1);
  if (why) throw new Refusal(409, why, { detail: ASK_ADMINISTRATOR, code: 'holder' });
  return { name: person.name, id: person.id, userId: person.userId };
}

/** A person by id, or the only one of a name. */
export function personOf(
  id: number | null | undefined,
  named: string | null | undefined,
  people: readonly ListedHolder[],
): ListedHolder | undefined {
  if (id) return people.find((one) => one.id === id);
  const called = people.filter(({ name }) => name.toLowerCase() === named?.trim().toLowerCase());
  return called.length === 1 ? called[0] : undefined;
}

/** The status that a missing set has again once it is found. */
export function formerOf({ missing }: KeyBunch): string {
  const before = missing?.previousStatus ?? 'active';
  return before === 'issued' || before === 'in_use' ? 'active' : before;
}

/** When the keys are due after the act: as asked, else by the rule of the set's type and its reservation. */
function dueOf(
  { kind, body, isOver = false }: Act,
  { type, dueAt, reservation }: KeyBunch,
  to: HolderRef | null,
  { settings, zone, now }: Known,
): string | null {
  if (kind !== 'issue' && kind !== 'handOver' && kind !== 'extend') return null;
  if (body.dueAt && Date.parse(body.dueAt) <= now)
    throw new Refusal(400, DUE_IN_PAST, { errors: { dueAt: DUE_IN_PAST } });
  const bound = kind === 'issue' && !isOver ? boundOf(reservation, to, now) : null;
  const sent = body.dueAt;
  const isLate =
    sent === undefined
      ? bound && bound.latest <= now
      : isTooLate(sent === null ? null : Date.parse(sent), bound);
  if (bound && !bound.isOwn && isLate) {
    const { message, detail } = reservedRefusal(bound, now, zone);
    throw new Refusal(409, message, { code: 'reserved', detail });
  }
  if (sent !== undefined) return sent;
  if (kind === 'handOver') return dueAt;
  const rule = settings.keyTypes.find(({ name }) => name === type)?.due;
  const usual = rule ? dueBy({ hours: rule.hours, time: rule.time }, now, zone) : null;
  const due = dueWithin(usual, bound, now);
  return due === null ? null : new Date(due).toISOString();
}

const NOBODY = { holder: null, issuedAt: null, dueAt: null };

/** A set after an entry. */
export function afterEntry(bunch: KeyBunch, entry: CustodyEntry, { people, locations }: Names): KeyBunch {
  const { doneAt, toName } = entry;
  const at = { lastUpdated: doneAt };
  const seen = { ...at, lastSeenAt: doneAt };
  switch (entry.kind) {
    case 'issue':
    case 'handOver': {
      const { holderId, officerName } = entry.body as EntryBodies['issue'];
      const person = personOf(holderId, officerName, people);
      const holder = { name: toName ?? '', id: person?.id ?? null, userId: person?.userId ?? null };
      return {
        ...bunch,
        ...seen,
        status: 'issued',
        holder,
        issuedAt: doneAt,
        dueAt: entry.dueAt,
        missing: null,
      };
    }
    case 'extend':
      return { ...bunch, ...at, dueAt: entry.dueAt };
    case 'return': {
      const { newTag, toLocationId } = entry.body;
      const location = locations.find(({ id }) => id === toLocationId) ?? bunch.location;
      const short = shortOf(bunch, entry);
      const back = { status: 'active', currentTag: newTag, locationId: location.id, location, short };
      return { ...bunch, ...seen, ...NOBODY, ...back };
    }
    case 'lost': {
      const missing = {
        since: doneAt,
        lastHolder: bunch.holder,
        lastLocation: { id: bunch.locationId, name: bunch.location.name },
        previousStatus: bunch.status,
      };
      const currentTag = bunch.status === 'issued' ? null : bunch.currentTag;
      return { ...bunch, ...at, ...NOBODY, status: 'missing', currentTag, missing };
    }
    case 'found': {
      const currentTag = entry.body.currentTag || bunch.currentTag;
      return { ...bunch, ...seen, status: formerOf(bunch), currentTag, missing: null };
    }
  }
}

/** What is missing after a return. */
function shortOf(
  bunch: KeyBunch,
  { body, doneAt }: Extract<CustodyEntry, { kind: 'return' }>,
): KeyBunch['short'] {
  const { keysCounted, fobsCounted, missingNote } = body;
  if (typeof keysCounted !== 'number' && typeof fobsCounted !== 'number') return null;
  const keysPresent = keysCounted ?? bunch.keyCount;
  const fobsPresent = fobsCounted ?? bunch.fobCount;
  if (keysPresent >= bunch.keyCount && fobsPresent >= bunch.fobCount) return null;
  return { keysPresent, fobsPresent, note: missingNote ?? null, since: doneAt, lastHolder: bunch.holder };
}

/** The sets as they are after the device's own entries. */
export function withEntries(
  sets: ReadonlyMap<number, KeyBunch>,
  entries: readonly Own<CustodyEntry>[],
  names: Names,
): Map<number, KeyBunch> {
  const after = new Map(sets);
  for (const entry of entries) {
    const bunch = after.get(entry.keyBunchId);
    if (bunch) after.set(entry.keyBunchId, afterEntry(bunch, entry, names));
  }
  return after;
}
