import type { KeyBunchDetail } from '../../../../shared/key-bunch.ts';
import { useAction } from '../../../api/action.ts';
import type { ApiError } from '../../../api/call.ts';

/** Offers to undo what was just recorded of a bunch, for the toast that reports it. */
export function useOfferUndo(): (bunch: Pick<KeyBunchDetail, 'id'>) => { label: string; run: () => void } {
  const undo = useAction('undoCustody');
  return ({ id }) => ({ label: 'Undo', run: () => void undo.run({ params: { id }, body: {} }) });
}

/** What to say when no answer came, so that nobody knows whether it was done; of any other failure nothing of its own. */
export const unknownOutcome = (bunch: KeyBunchDetail | null, done: 'issued' | 'returned') =>
  function tell({ status }: ApiError) {
    if (status !== 0 || !bunch) return undefined;
    return {
      title: 'Error',
      description: `No connection. We don't know if ${bunch.identifier} was ${done}. Try again.`,
    };
  };
