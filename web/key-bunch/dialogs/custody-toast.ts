import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { useAction } from '../../api/action.ts';
import type { ApiError } from '../../api/call.ts';

/** The Undo button of a custody action's toast. */
export function useOfferUndo(): (bunch: Pick<KeyBunchDetail, 'id'>) => { label: string; run: () => void } {
  const undo = useAction('undoCustody');
  return ({ id }) => ({ label: 'Undo', run: () => void undo.run({ params: { id }, body: {} }) });
}

/** The toast without a response: "not done" if nothing was sent, else "unknown". Undefined for other errors. */
export const unknownOutcome = (bunch: KeyBunchDetail | null, done: 'issued' | 'returned') =>
  function toastOf({ status, unsent }: ApiError) {
    if (status !== 0 || !bunch) return undefined;
    const description = unsent
      ? `No signal. ${bunch.identifier} was not ${done}. Try again when you have one.`
      : `No connection. We don't know if ${bunch.identifier} was ${done}. Try again.`;
    return { title: 'Error', description };
  };

/** A refusal's messages by field; the due time's is shown under the chips. */
export function dueRefusals({ body: { errors = {} } }: ApiError): Record<string, string> {
  const { dueAt, ...others } = errors;
  return dueAt ? { ...others, due: dueAt } : others;
}
