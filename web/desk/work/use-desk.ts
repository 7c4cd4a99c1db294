import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import type { HolderDetail } from '../../../shared/holder.ts';
import { onChanges } from '../../api/live.ts';
import { useRead } from '../../api/read.ts';
import { serverNow } from '../../api/server-clock.ts';
import { tellScan } from '../../device/scan/feedback.ts';
import { useMay, useMe, useSession } from '../../session.tsx';
import { useClock } from '../../ui/clock.ts';
import { deskPlace } from '../kept-desk.ts';
import type { DeskEvent } from '../state/change.ts';
import type { Around, DeskState } from '../state/desk-state.ts';
import { tagsWanted } from '../state/tags.ts';
import { storeAt } from './desk-store.ts';
import type { Link } from './link.ts';
import { changedLines, nextTagOf, renew, staleLines } from './look-up.ts';
import { useCommit } from './use-commit.ts';
import { usePlace } from './use-place.ts';
import { useScans } from './use-scans.ts';

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
