import { useEffect, useState } from 'react';
import type { FieldValues, Path, UseFormSetError, UseFormSetFocus } from 'react-hook-form';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { type ApiError, useRead } from '../../api.ts';

export type OpenedBunch = {
  /** As the dialog's form was filled from it: its `updatedAt` goes along as If-Match. Null until it came. */
  base: KeyBunchDetail | null;
  /** As it is known now; after a refusal it is newer than `base`. */
  now: KeyBunchDetail | null;
  /** Why it could not be read, as long as there is nothing to show. */
  error: ApiError | null;
  retry: () => unknown;
  /** Fills the form from this state instead; typed values stay. */
  rebase: (bunch: KeyBunchDetail) => void;
};

/** The bunch a dialog is about, read anew when the dialog opens. While `hold`, it stays as it last was. */
export function useOpenedBunch(id: number, hold: boolean): OpenedBunch {
  const read = useRead('getKeyBunch', { params: { id } }, { fresh: true });
  const [base, setBase] = useState<KeyBunchDetail | null>(null);
  const [now, setNow] = useState<KeyBunchDetail | null>(null);
  const latest = read.isFetchedAfterMount ? (read.data ?? null) : null;
  if (latest && !base) setBase(latest);
  if (latest && latest !== now && (!hold || !now)) setNow(latest);
  return { base, now: now ?? base, error: base ? null : read.error, retry: read.refetch, rebase: setBase };
}

/**
 * The action that closes a dialog: busy while it runs, and still when it worked, so that the dialog leaves as it was and does not
 * show for a moment what it has just changed.
 */
export function useLastAction<A extends unknown[], R>(run: (...input: A) => Promise<R | null>) {
  const [busy, setBusy] = useState(false);
  return {
    busy,
    run: async (...input: A): Promise<R | null> => {
      setBusy(true);
      const reply = await run(...input);
      if (reply === null) setBusy(false);
      return reply;
    },
  };
}

/** How a form that is filled from `values` takes newer ones: what was typed stays, and stays typed. */
export const KEEP_TYPED = { keepDirtyValues: true, keepDirty: true } as const;

/** Puts the focus on a field once there is something to fill in; not under a finger, where the keyboard would cover it. */
export function useFirstField<V extends FieldValues>(
  ready: boolean,
  setFocus: UseFormSetFocus<V>,
  first: Path<V>,
): void {
  useEffect(() => {
    if (ready && !matchMedia('(pointer: coarse)').matches) setFocus(first);
  }, [ready, setFocus, first]);
}

/** Puts the messages of a refusal on their fields, and the focus on the first of them. */
export function useRefusedFields<V extends FieldValues>(
  setError: UseFormSetError<V>,
  error: ApiError | null,
): void {
  useEffect(() => {
    if (!error) return;
    const { errors = {}, code, message = '' } = error.body;
    const fields = code === 'nfc_in_use' ? { nfcSerial: message } : errors;
    for (const [index, [field, text]] of Object.entries(fields).entries()) {
      setError(field as Path<V>, { message: text }, { shouldFocus: index === 0 });
    }
  }, [error, setError]);
}
