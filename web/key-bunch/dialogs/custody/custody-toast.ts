import type { KeyBunchDetail } from '../../../../shared/key-bunch.ts';
import type { ApiError } from '../../../api/call.ts';

/** What to say when no answer came, so that nobody knows whether it was done; of any other failure nothing of its own. */
export const unknownOutcome = (bunch: KeyBunchDetail | null, done: 'issued' | 'returned') =>
  function tell({ status }: ApiError) {
    if (status !== 0 || !bunch) return undefined;
    return {
      title: 'Error',
      description: `No connection. We don't know if ${bunch.identifier} was ${done}. Try again.`,
    };
  };
