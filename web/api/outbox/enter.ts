import type { ActionName, BodyOf, ReplyOf } from '../../../shared/api.ts';
import type { Batch } from '../../../shared/custody.ts';
import { dueBy } from '../../../shared/due.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { toast } from '../../ui/overlay/toast.ts';
import { ApiError, type Input } from '../call.ts';
import { knownNow } from '../kept/answers.ts';
import { refreshAfter } from '../refresh.ts';
import { type Act, afterEntry, entryOf, formerOf, type Known, personOf, Refusal } from './judge.ts';
import { addEntries, takeBack } from './outbox.ts';
import type { CustodyEntry, EntryBodies } from './own-entries.ts';

type Found = { id: number };

/** Only the fields that were filled in; a due time of null is no time. */
const filled = <B extends object>(body: B): B =>
  Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) => value !== undefined && value !== '' && (value !== null || name === 'dueAt'),
    ),
  ) as B;

/** The acts of a call; null for a call that can't be recorded without the server. */
function actsOf(name: ActionName, input: Input<ActionName>, known: Known): Act[] | null {
  const keyBunchId = Number((input.params as Found | undefined)?.id);
  // The call's own body, by its name.
  const body = input.body as never;
  if (name === 'issueKeyBunch') return [{ kind: 'issue', keyBunchId, ...issueOf(keyBunchId, body, known) }];
  if (name === 'returnKeyBunch')
    return [{ kind: 'return', keyBunchId, body: returnOf(keyBunchId, body, known) }];
  if (name === 'handOver') return [{ kind: 'handOver', keyBunchId, body: filled(body) }];
  if (name === 'changeDue') return [{ kind: 'extend', keyBunchId, body: filled(body) }];
  if (name === 'issueBatch') return issuesOf(body, known);
  if (name === 'returnBatch') return returnsOf(body);
  return name === 'updateKeyBunch' ? lostOrFound(keyBunchId, body, known) : null;
}

/** An account is named by its person. */
function issueOf(keyBunchId: number, body: BodyOf<'issueKeyBunch'>, known: Known) {
  const { officerUserId, overReservation: isOver = false, ...rest } = body;
  const person = known.people.find(({ userId }) => userId === (officerUserId ?? 0));
  const dueAt = isOver ? dueSent(keyBunchId, rest.dueAt, known) : rest.dueAt;
  return { body: filled({ ...rest, dueAt, holderId: rest.holderId ?? person?.id }), isOver };
}

/** The due time of an act that names it: without one, by the rule of the set's type. */
function dueSent(id: number, dueAt: string | null | undefined, { settings, zone, now, sets }: Known) {
  if (dueAt !== undefined) return dueAt;
  const rule = settings.keyTypes.find(({ name }) => name === sets.get(id)?.type)?.due;
  const usual = rule ? dueBy(rule, now, zone) : null;
  return usual === null ? null : new Date(usual).toISOString();
}

/** Who brought the keys, when not their holder: a person, or a name in the notes. */
function returnOf(
  id: number,
  body: BodyOf<'returnKeyBunch'>,
  { people, sets }: Known,
): EntryBodies['return'] {
  const { officerName, holderId, notes, ...rest } = body;
  const holder = sets.get(id)?.holder;
  const isHolder = holderId ? holderId === holder?.id : officerName === holder?.name;
  const person = isHolder ? undefined : personOf(holderId, officerName, people);
  const by = !isHolder && !person && officerName ? `Handed in by ${officerName}.` : '';
  return filled({ ...rest, returnedBy: person?.id, notes: [by, notes].filter(Boolean).join(' ') });
}

/** A set reported lost, or a missing one that was found; every other change of a set waits. */
function lostOrFound(keyBunchId: number, body: BodyOf<'updateKeyBunch'>, known: Known): Act[] | null {
  const { status, currentTag, movementNotes, reason, ...others } = body;
  if (Object.keys(others).length > 0) return null;
  const bunch = known.sets.get(keyBunchId);
  const why = movementNotes ?? reason;
  if (bunch?.status === 'issued' && status === 'missing' && !currentTag)
    return [{ kind: 'lost', keyBunchId, body: filled({ reason: why }) }];
  // Another status than the former one needs the server.
  if (bunch?.status !== 'missing' || status !== formerOf(bunch)) return null;
  return [{ kind: 'found', keyBunchId, body: filled({ currentTag, reason: why }) }];
}

/** A signature needs the server; sets that are out are handed over. */
function issuesOf(body: BodyOf<'issueBatch'>, known: Known): Act[] | null {
  const { items, signature, holderId, dueAt, notes, ...rest } = body;
  if (signature) return null;
  return items.map(({ keyBunchId, fromHolderId, overReservation }): Act => {
    const one = { ...rest, holderId, dueAt, notes, overReservation };
    if (!fromHolderId) return { kind: 'issue', keyBunchId, ...issueOf(keyBunchId, one, known) };
    const due = dueSent(keyBunchId, dueAt, known);
    return { kind: 'handOver', keyBunchId, body: filled({ holderId: holderId ?? 0, dueAt: due, notes }) };
  });
}

function returnsOf(body: BodyOf<'returnBatch'>): Act[] | null {
  const { items, signature, returnedBy, notes } = body;
  if (signature) return null;
  return items.map(
    ({ keyBunchId, ...item }): Act => ({
      kind: 'return',
      keyBunchId,
      body: filled({ ...item, returnedBy, notes }),
    }),
  );
}

const NOT_KEPT = 'This device could not keep it. Nothing was recorded: write it down.';
const TO_SEND = 'Kept on this device. It is sent automatically when you have signal.';

/** Takes back what was just entered. */
async function undo(keys: readonly string[]): Promise<void> {
  const taken = await Promise.all(keys.map(takeBack));
  await refreshAfter('sendOutbox');
  if (taken.includes(false))
    toast({ title: 'It is being sent', description: 'Undo it in the history.', variant: 'destructive' });
}

/**
 * Records a call's acts on this device, to be sent later, all or none. Returns the reply as the server would give it, with the `note` of its
 * toast; null for what needs the server. `key` is the call's Idempotency-Key. A
 * call that may have reached the server is entered too: the server finds that it has it already. Throws an ApiError for what the rules refuse.
 */
export async function enter<N extends ActionName>(
  name: N,
  input: Input<N>,
  key: string,
): Promise<ReplyOf<N> | null> {
  const known = await knownNow();
  if (!known) return null;
  try {
    const acts = actsOf(name, input as Input<ActionName>, known);
    if (!acts) return null;
    const { entries, bunches } = entriesOf(acts, known, key);
    if (!(await addEntries(entries))) return null;
    const [first] = bunches;
    const batch: Batch = { batchId: '', at: new Date(known.now).toISOString(), keyBunches: bunches };
    const reply = name.endsWith('Batch') ? batch : { ...first, imageUrl: null };
    const keys = entries.map((entry) => entry.key);
    const action = { label: 'Undo', run: () => void undo(keys) };
    return { ...reply, note: { description: TO_SEND, action } } as ReplyOf<N>;
  } catch (error) {
    const refusal = error instanceof Refusal ? error : new Refusal(507, NOT_KEPT);
    throw new ApiError(refusal.status, '', JSON.stringify(refusal.body));
  }
}

/** The entries of acts, each judged after those before it, and the sets as they are then. A refused batch names its set. */
function entriesOf(acts: readonly Act[], known: Known, key: string) {
  const sets = new Map(known.sets);
  const entries: CustodyEntry[] = [];
  const bunches: KeyBunch[] = [];
  for (const act of acts) {
    try {
      const entry = entryOf(act, { ...known, sets }, acts.length === 1 ? key : crypto.randomUUID());
      const before = sets.get(act.keyBunchId);
      if (!before) continue;
      const after = afterEntry(before, entry, known);
      sets.set(after.id, after);
      entries.push(entry);
      bunches.push(after);
    } catch (error) {
      if (error instanceof Refusal && acts.length > 1) {
        const { message = '', detail } = error.body;
        error.body.items = [{ keyBunchId: act.keyBunchId, message, ...(detail && { detail }) }];
      }
      throw error;
    }
  }
  return { entries, bunches };
}
