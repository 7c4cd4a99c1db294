import type { KeyBunchDetail } from '../../shared/key-bunch.ts';
import type { ApiError } from '../api/call.ts';
import { useRead } from '../api/read.ts';

export type FreshBunch = {
  /** Null until it came. */
  latest: KeyBunchDetail | null;
  /** Why it could not be read. */
  error: ApiError | null;
  retry: () => unknown;
};

/** The bunch a dialog is about, read anew when the dialog opens. */
export function useFreshBunch(id: number): FreshBunch {
  const read = useRead('getKeyBunch', { params: { id } }, { fresh: true });
  return {
    latest: read.isFetchedAfterMount ? (read.data ?? null) : null,
    error: read.error,
    retry: read.refetch,
  };
}

/** Of a refusal the messages by field: a serial that another bunch has is told without naming the field. */
export const bunchRefusals = ({
  body: { code, message = '', errors = {} },
}: ApiError): Record<string, string> => (code === 'nfc_in_use' ? { nfcSerial: message } : errors);
