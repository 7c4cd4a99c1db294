import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { KEPT_SETS } from '../../shared/limits.ts';
import type { PrintedSheet, RegisterSheet } from '../../shared/register-sheet.ts';
import { useAction } from '../api/action.ts';
import { type Answer, type ApiError, call } from '../api/call.ts';
import { orKept } from '../api/read.ts';
import { withReauthentication } from '../api/reauthentication.ts';
import { usePrintKeys } from '../print/use-paper.ts';

/** All pages of a sheet, up to KEPT_SETS sets; from what the device keeps without signal. */
async function readSheet(location: string, isSites: boolean, signal: AbortSignal): Promise<RegisterSheet> {
  const query = { location, ...(isSites && { sites: 'true' as const }) };
  let whole: RegisterSheet | null = null;
  let next: string | null = null;
  do {
    const input: { query: typeof query & { cursor?: string } } = {
      query: { ...query, ...(next && { cursor: next }) },
    };
    const read = () => call('getRegisterSheet', input, { signal });
    const page: Answer<'getRegisterSheet'> = await orKept('getRegisterSheet', input, () =>
      withReauthentication('getRegisterSheet', read),
    );
    const before: RegisterSheet['sets'] = whole === null ? [] : whole.sets;
    whole = { ...page.data, sets: [...before, ...page.data.sets] };
    next = page.next;
  } while (next && whole.sets.length < KEPT_SETS);
  return whole;
}

/** The register of a location on paper, read again when something of it changes, and at least every hour. */
export const useRegisterSheet = (location: string, isSites: boolean) =>
  useQuery<RegisterSheet, ApiError>({
    queryKey: ['getRegisterSheet', { query: { location, sites: isSites } }],
    queryFn: ({ signal }) => readSheet(location, isSites, signal),
    refetchInterval: 60 * 60_000,
    placeholderData: keepPreviousData,
  });

/**
 * Prints a sheet under the company's next number; without signal it has none. The browser's own print command numbers nothing either. The
 * number is forgotten after the print, as the next one has its own.
 */
export function useNumberedPrint(locationId: number, isSites: boolean, isReady: boolean) {
  const number = useAction('numberRegisterSheet', { quiet: true });
  const [numbered, setNumbered] = useState<PrintedSheet | null>(null);
  async function print() {
    if (!isReady || number.pending) return;
    const outcome = await number.run({ body: { locationId, sites: isSites } });
    flushSync(() => setNumbered(outcome.ok ? outcome.reply : null));
    window.print();
  }
  usePrintKeys(() => void print());
  useEffect(() => {
    const forget = () => setNumbered(null);
    addEventListener('afterprint', forget);
    return () => removeEventListener('afterprint', forget);
  }, []);
  return { numbered, print, pending: number.pending };
}
