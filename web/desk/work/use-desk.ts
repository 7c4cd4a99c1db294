import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { BodyOf } from '../../../shared/api.ts';
import type { Batch } from '../../../shared/custody.ts';
import type { Holder, HolderDetail } from '../../../shared/holder.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { detailOf, isUnknown, sendWithRetry, UNANSWERED } from '../../api/action.ts';
import { ApiError } from '../../api/call.ts';
import { useOfflineSince } from '../../api/connection.ts';
import { onChanges } from '../../api/live.ts';
import { useRead } from '../../api/read.ts';
import { withReauthentication } from '../../api/reauthentication.ts';
import { ownKeys, refreshAfter } from '../../api/refresh.ts';
import { store, stored } from '../../api/storage.ts';
import { signalScan } from '../../device/scan/feedback.ts';
import type { NfcListening } from '../../device/scan/nfc-listening.ts';
import { codeOf } from '../../device/scan/reader.ts';
import { useMay, useMe, useSession } from '../../session.tsx';
import { useClock } from '../../zone.ts';
import { deskStorageKey } from '../desk-storage.ts';
import type { DeskState, Line, Sending } from '../state/desk-state.ts';
import { isSecondBadge, tagsWanted } from '../state/scan.ts';
import { unaskedLines, waitingLines } from '../state/second-person.ts';
import { blockOf, doneOf, type Sent, sendingOf } from '../state/to-send.ts';
import {
  countBatch,
  type DeskStore,
  lookUp,
  nextTagOf,
  renew,
  renewChanged,
  renewStale,
  storeAt,
} from './desk-store.ts';

/** What the desk's screens work with. */
export type Desk = ReturnType<typeof useDesk>;

/** The open dialog: who takes or returns them, a person to add, or one about a line. */
export type DeskDialog =
  | { kind: 'person' }
  | { kind: 'new'; name: string }
  | { kind: 'handOver'; bunch: KeyBunch; to: Holder }
  | { kind: 'found'; bunch: KeyBunch }
  /** Reserves the list for the recipient in place of an issue. */
  | { kind: 'later'; to: Holder }
  | { kind: 'link'; line: Line };

/** What the desk's two layouts are given. */
export type DeskViewProps = {
  desk: Desk;
  nfc: NfcListening;
  /** The text in the scan box. */
  text: string;
  onText: (text: string) => void;
  field: RefObject<HTMLInputElement | null>;
  onCamera: () => void;
  onDialog: (dialog: DeskDialog) => void;
};

/** The desk of the signed-in user. */
export function useDesk() {
  const me = useMe();
  const session = useSession();
  const may = useMay();
  const location = useDeskLocation();
  const minute = useClock();
  const desk = storeAt(deskStorageKey(me.companyId ?? 0, me.id));
  const state = useSyncExternalStore(desk.subscribe, desk.get);
  const zone = (session.state === 'in' && session.company?.timezone) || 'UTC';
  const offline = useOfflineSince() > 0;
  desk.setContext({ me: me.id, zone, location: location.chosen, offline, may });

  useNextTags(desk, state, location.known);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock's tick is what it waits for
  useEffect(() => void renewStale(desk), [desk, minute]);
  useEffect(() => onChanges((changes) => void renewChanged(desk, changes)), [desk]);
  const holder = state.person?.id;
  const person = useRead('getHolder', { params: { id: holder ?? 0 } }, { enabled: holder !== undefined });
  const committing = useCommit(desk, person.data);
  const scans = useScans(desk, committing.commit);
  return {
    state,
    context: desk.context(),
    /** Applies an event; its answer is also a sound and a vibration. */
    send: desk.send,
    /** The lines that wait for a second person now, and those of them to ask about. */
    waiting: () => waitingLines(desk.get(), desk.context()),
    unasked: () => unaskedLines(desk.get(), desk.context()),
    /** The state now, which may be newer than the rendered one. */
    latest: desk.get,
    ...scans,
    /** The recipient, up to date; undefined while unknown. */
    person: holder === undefined ? undefined : person.data,
    location,
    /** Records the list, or only what waits for no second person. */
    commit: (only?: Sent) => void committing.commit(only),
    committing: committing.pending,
    /** Reloads a set after an action on it. */
    lookAgain: (id: number) => void renew(desk, [id]),
  };
}

/** Loads the next tag numbers. */
function useNextTags(desk: DeskStore, state: DeskState, known: boolean) {
  const requested = useRef(new Set<number>());
  useEffect(() => {
    if (!known) return;
    for (const locationId of tagsWanted(state, desk.context())) {
      if (requested.current.has(locationId)) continue;
      requested.current.add(locationId);
      void nextTagOf(locationId).then((tag) => {
        requested.current.delete(locationId);
        desk.send({ type: 'tagKnown', locationId, ...tag });
      });
    }
  }, [desk, state, known]);
}

/** The desk's location, stored on the device. A single location is chosen automatically. */
function useDeskLocation() {
  const key = `keyhold.desk-location.${useMe().companyId}`;
  const { data: locations = [], isPending } = useRead('listLocations');
  const [chosenId, setChosenId] = useState(() => stored(key));
  const only = locations.length === 1 ? locations[0] : undefined;
  const chosen = only ?? locations.find(({ id }) => String(id) === chosenId) ?? null;

  function choose(id: string) {
    setChosenId(id);
    store(key, id);
  }
  return { chosen, locations, known: !isPending, choose };
}

/** Looks scans up. Requests run in parallel and take effect in scan order. Scanning the recipient's badge again commits. */
function useScans(desk: DeskStore, commit: () => Promise<void>) {
  const [checking, setChecking] = useState(0);
  const queue = useRef(Promise.resolve());

  async function apply(code: string, lookup: ReturnType<typeof lookUp>): Promise<void> {
    try {
      const scanned = { code, found: await lookup };
      const second = () => isSecondBadge(desk.get(), scanned, desk.context());
      if (second()) {
        // Sets added during a send are the next batch.
        if (desk.get().sending?.pending) await commit();
        if (second()) await commit();
      } else desk.send({ type: 'scanned', ...scanned });
    } catch {
      desk.send({ type: 'unanswered', code });
    } finally {
      setChecking((count) => count - 1);
    }
  }

  function scan(read: string): void {
    const code = codeOf(read);
    if (!code) return;
    setChecking((count) => count + 1);
    const lookup = lookUp(code);
    // It can fail before its turn.
    lookup.catch(() => undefined);
    queue.current = queue.current.then(() => apply(code, lookup));
  }
  return {
    /** A scanned or typed code. */
    scan,
    /** Number of running lookups. */
    checking,
  };
}

const NOT_SIGNED =
  'No signal. Nothing was recorded: a signature needs a network. Remove it to go on without.';
const NOT_SENT = 'No signal. Not sent, nothing was recorded.';

/**
 * Issues or returns the list. A batch without a response is retried unchanged under its Idempotency-Key, so it is recorded once. A refusal
 * names every set it is about.
 */
function useCommit(desk: DeskStore, person: HolderDetail | undefined) {
  const [pending, setPending] = useState(false);
  const running = useRef<Promise<void> | null>(null);

  /** Sends the list, or waits for the pending batch. */
  function commit(only?: Sent): Promise<void> {
    if (running.current) return running.current;
    setPending(true);
    running.current = send(desk, person, only).finally(() => {
      running.current = null;
      setPending(false);
    });
    return running.current;
  }
  return { commit, pending };
}

async function send(desk: DeskStore, person: HolderDetail | undefined, only?: Sent): Promise<void> {
  await renewStale(desk);
  const state = desk.get();
  const context = desk.context();
  if (state.mode !== 'issue' && state.mode !== 'return') return;
  if (blockOf(state, context, person, only) !== null) return signalScan('bad');

  const sending = sendingOf(state, context, only);
  const done = doneOf(state, sending);
  // An unanswered request may have been recorded.
  const isDoubtful = state.sending !== null && ![NOT_SENT, NOT_SIGNED].includes(state.failure ?? '');
  desk.send({ type: 'sent', sending });
  try {
    const batch = await request(state.mode === 'issue' ? 'issueBatch' : 'returnBatch', sending);
    desk.send({ type: 'committed', done: { ...done, batch } });
    countBatch();
    signalScan('good');
  } catch (thrown) {
    signalScan('bad');
    await explain(desk, thrown instanceof ApiError ? thrown : new ApiError(0, '', ''), isDoubtful);
  }
}

/** Sends a batch; `name` is the call that its body was made for. */
async function request(name: 'issueBatch' | 'returnBatch', sending: Sending): Promise<Batch> {
  ownKeys.add(sending.key);
  const body = sending.body as BodyOf<'issueBatch'> & BodyOf<'returnBatch'>;
  const batch = await withReauthentication(name, () => sendWithRetry(name, { body }, sending));
  void refreshAfter(name);
  return batch;
}

/** Shows the failure and reloads the refused sets. */
async function explain(desk: DeskStore, error: ApiError, isDoubtful: boolean): Promise<void> {
  const { message, items = [] } = error.body;
  if (isUnknown(error)) {
    const unsent = desk.get().signature ? NOT_SIGNED : NOT_SENT;
    const failure = error.unsent && !isDoubtful ? unsent : UNANSWERED;
    return desk.send({ type: 'failed', message: failure, items: [], unknown: true });
  }
  const words = [message ?? 'It was refused.', detailOf(error.body)]
    .filter(Boolean)
    .join('. ')
    .replace('..', '.');
  desk.send({ type: 'failed', message: words, items, unknown: false });
  const refused = items.map(({ keyBunchId }) => keyBunchId);
  await renew(desk, refused);
}
