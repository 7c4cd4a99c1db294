import { useState } from 'react';

/** What a form was opened with, and what is known of it since. */
export type OpenedRecord<S> = {
  /** As the form was filled from it: its version goes along with what is saved. Null until it came. */
  base: S | null;
  /** As it is known now; after a refusal it is newer than `base`. */
  now: S | null;
  /** Fills the form from this state instead; typed values stay. */
  rebase: (source: S) => void;
};

/** Keeps what a form was opened with while newer states arrive. While `hold`, `now` stays; while `follow`, `base` goes along. */
export function useOpenedRecord<S>(latest: S | null, hold: boolean, follow: boolean): OpenedRecord<S> {
  const [base, setBase] = useState<S | null>(null);
  const [now, setNow] = useState<S | null>(null);
  const [seen, setSeen] = useState<S | null>(null);
  if (latest !== null && latest !== seen && (!hold || seen === null)) {
    setSeen(latest);
    setNow(latest);
    if (base === null || follow) setBase(latest);
  }
  function rebase(source: S) {
    setBase(source);
    setNow(source);
  }
  return { base, now: now ?? base, rebase };
}
