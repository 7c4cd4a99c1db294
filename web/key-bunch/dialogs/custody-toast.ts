import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { useAction } from '../../api/action.ts';
import type { ApiError } from '../../api/call.ts';

/** Offers to undo what was just recorded of a bunch, for the toast that reports it. */
export function useOfferUndo(): (bunch: Pick<KeyBunchDetail, 'id'>) => { label: string; run: () => void } {
  const undo = useAction('undoCustody');
  return ({ id }) => ({ label: 'Undo', run: () => void undo.run({ params: { id }, body: {} }) });
}

/** The toast when no answer came: not done where nothing was sent, else unknown. Undefined for any other failure. */
export const unknownOutcome = (bunch: KeyBunchDetail | null, done: 'issued' | 'returned') =>
  function tell({ status, unsent }: ApiError) {
    if (status !== 0 || !bunch) return undefined;
    const description = unsent
      ? `No signal. ${bunch.identifier} was not ${done}. Try again when you have one.`
      : `No connection. We don't know if ${bunch.identifier} was ${done}. Try again.`;
    return { title: 'Error', description };
  };

/** Of a refusal the messages by field: that of the due time stands under the chips. */
export function dueRefusals({ body: { errors = {} } }: ApiError): Record<string, string> {
  const { dueAt, ...others } = errors;
  return dueAt ? { ...others, due: dueAt } : others;
}
