import type { KeyBunchDetail } from '../../shared/key-bunch.ts';
import type { ApiError } from '../api/call.ts';
import { useRead } from '../api/read.ts';

export type FreshBunch = {
  /** Null while loading. */
  latest: KeyBunchDetail | null;
  /** Why it could not be read. */
  error: ApiError | null;
  retry: () => unknown;
};

/** The bunch of a dialog, loaded again at each opening. */
export function useFreshBunch(id: number): FreshBunch {
  const read = useRead('getKeyBunch', { params: { id } }, { fresh: true });
  return {
    latest: read.isFetchedAfterMount ? (read.data ?? null) : null,
    error: read.error,
    retry: read.refetch,
  };
}

/** A refusal's messages by field; that of a duplicate serial has no field. */
export const bunchRefusals = ({
  body: { code, message = '', errors = {} },
}: ApiError): Record<string, string> => (code === 'nfc_in_use' ? { nfcSerial: message } : errors);
