import { useAction } from '../../api/action.ts';

/** Undoes a batch; answers whether it was. What stands against it is said in a toast. */
export function useUndo() {
  const action = useAction('undoBatch');
  return {
    undo: async (batchId: string): Promise<boolean> => (await action.run({ body: { batchId } })).ok,
    pending: action.pending,
  };
}
