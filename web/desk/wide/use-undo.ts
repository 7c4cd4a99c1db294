import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { useAction } from '../../api/action.ts';

/** Undoes a batch and returns its sets; null when it was refused, with the reason in a toast. */
export function useUndo() {
  const action = useAction('undoBatch');
  return {
    undo: async (batchId: string): Promise<readonly KeyBunch[] | null> => {
      const outcome = await action.run({ body: { batchId } });
      return outcome.ok ? outcome.reply.keyBunches : null;
    },
    pending: action.pending,
  };
}
