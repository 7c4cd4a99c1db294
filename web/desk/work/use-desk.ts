import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { HolderDetail } from '../../../shared/holder.ts';
import { onChanges } from '../../api/live.ts';
import { useRead } from '../../api/read.ts';
import { serverNow } from '../../api/server-clock.ts';
import { codeOf } from '../../device/scan/code.ts';
import { tellScan } from '../../device/scan/feedback.ts';
import { useMay, useMe, useSession } from '../../session.tsx';
import { useClock } from '../../ui/clock.ts';
import { deskPlace } from '../kept-desk.ts';
import type { DeskEvent } from '../state/change.ts';
import type { Around, DeskState } from '../state/desk-state.ts';
import { isSecondBadge, tagsWanted } from '../state/reduce.ts';
import { storeAt } from './desk-store.ts';
import { changedLines, type Link, lookUp, nextTagOf, renew, staleLines, useCommit } from './use-commit.ts';

/** What a screen of the desk works with. */
export type Desk = {
  state: DeskState;
  around: Around;
  /** Lets something happen; what is said of it is heard and felt too. */
  send: (event: DeskEvent) => void;
  /** A code that was read or typed. */
  scan: (code: string) => void;
  /** How many codes are being looked up. */
  checking: number;
  /** Who takes the sets, as they are now; undefined while not known. */
  person: HolderDetail | undefined;
  place: ReturnType<typeof usePlace>;
  commit: () => void;
  committing: boolean;
  /** Looks a set up again, after something was done about it. */
  lookAgain: (id: number) => void;
};

/** The desk of whoever is signed in. */
export function useDesk(): Desk {
  const me = useMe();
  const session = useSession();
  const may = useMay();
  const place = usePlace();
  const minute = useClock();
  const store = storeAt(deskPlace(me.companyId ?? 0, me.id));
  const state = useSyncExternalStore(store.subscribe, store.get);
  const zone = (session.state === 'in' && session.company?.timezone) || 'UTC';

  const world = useRef({ zone, place: place.place, may });
  world.current = { zone, place: place.place, may };
  const link = useMemo((): Link => {
    const aroundNow = () => ({ ...world.current, now: serverNow() });
    return {
      store,
      aroundNow,
      send: (event) => {
        const before = store.get().answer;
        const { answer } = store.send(event, aroundNow());
        if (answer && answer !== before) tellScan(answer.tone);
      },
    };
  }, [store]);

  useNextTags(state, link, place.known);
  useRenewal(link, minute);
  useChanges(link);
  const holder = state.person?.id;
  const person = useRead('getHolder', { params: { id: holder ?? 0 } }, { enabled: holder !== undefined });
  const committing = useCommit(link, person.data);
  const scans = useScans(link, committing.commit);
  return {
    state,
    around: { zone, place: place.place, may, now: serverNow() },
    send: link.send,
    ...scans,
    person: holder === undefined ? undefined : person.data,
    place,
    commit: () => void committing.commit(),
    committing: committing.pending,
    lookAgain: (id) => void renew(link, [id]),
  };
}

/** Asks for the numbers of the next tags. */
function useNextTags(state: DeskState, link: Link, known: boolean) {
  const asked = useRef(new Set<number>());
  useEffect(() => {
    if (!known) return;
    for (const locationId of tagsWanted(state, link.aroundNow())) {
      if (asked.current.has(locationId)) continue;
      asked.current.add(locationId);
      void nextTagOf(locationId).then((tag) => {
        asked.current.delete(locationId);
        link.send({ type: 'tagKnown', locationId, ...tag });
      });
    }
  }, [state, link, known]);
}

/** Sets that were looked up an hour ago are looked up again, at the latest before they are sent. */
function useRenewal(link: Link, minute: number) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the clock's tick is what it waits for
  useEffect(() => {
    const old = staleLines(link.store.get(), serverNow());
    if (old.length > 0) void renew(link, old);
  }, [link, minute]);
}

/** Sets of the list that changed elsewhere, such as at another desk, are looked up again. */
function useChanges(link: Link) {
  useEffect(
    () =>
      onChanges((changes) => {
        const changed = changedLines(link.store.get(), changes);
        if (changed.length > 0) void renew(link, changed);
      }),
    [link],
  );
}

const placeOf = (companyId: number | null) => `keyhold.desk-location.${companyId}`;

function kept(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** The location this desk stands at: a setting of the device. The only location there is needs no choice. */
function usePlace() {
  const key = placeOf(useMe().companyId);
  const { data: locations = [], isPending } = useRead('listLocations');
  const [chosen, setChosen] = useState(() => kept(key));
  const only = locations.length === 1 ? locations[0] : undefined;
  const place = only ?? locations.find(({ id }) => String(id) === chosen) ?? null;

  function choose(id: string) {
    setChosen(id);
    try {
      localStorage.setItem(key, id);
    } catch {
      // Without storage the choice holds until the page is left.
    }
  }
  return { place, locations, known: !isPending, choose };
}

/**
 * Looks up what is scanned. Codes are asked for as they come, however quickly, and take effect in the order in which they were scanned. The
 * badge of whoever takes the keys, scanned once more, commits.
 */
function useScans(link: Link, commit: () => Promise<void>) {
  const [checking, setChecking] = useState(0);
  const queue = useRef(Promise.resolve());

  async function apply(code: string, asked: ReturnType<typeof lookUp>): Promise<void> {
    try {
      const scanned = { code, found: await asked };
      const { store, aroundNow, send } = link;
      const second = () => isSecondBadge(store.get(), scanned, aroundNow());
      if (second()) {
        // The sets that were added while a batch was on its way are the next one.
        if (store.get().sending?.pending) await commit();
        if (second()) await commit();
      } else send({ type: 'scanned', ...scanned });
    } catch {
      link.send({ type: 'unanswered', code });
    } finally {
      setChecking((count) => count - 1);
    }
  }

  function scan(read: string): void {
    const code = codeOf(read);
    if (!code) return;
    setChecking((count) => count + 1);
    const asked = lookUp(code);
    // It may fail before its turn comes.
    asked.catch(() => undefined);
    queue.current = queue.current.then(() => apply(code, asked));
  }
  return { scan, checking };
}
