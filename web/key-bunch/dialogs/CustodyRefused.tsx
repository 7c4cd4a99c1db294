import type { ReactNode } from 'react';
import { api } from '../../../shared/api.ts';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { useAction } from '../../api/action.ts';
import type { ApiError } from '../../api/call.ts';
import { useMay } from '../../session.tsx';
import { Button } from '../../ui/Button.tsx';
import { PHONE, useMedia } from '../../ui/media.ts';
import { Notice } from '../../ui/Notice.tsx';
import { sinceText } from '../since.tsx';

/** The keys are already out: the current holder, and a button to return them. */
export function AlreadyIssued({ bunch, onReturn }: { bunch: KeyBunchDetail; onReturn: () => void }) {
  const may = useMay();
  return (
    <ActionNotice
      title="Keys are already issued"
      action={
        may(api.returnKeyBunch.needs) && (
          <Button size="sm" onClick={onReturn}>
            Return Keys
          </Button>
        )
      }
    >
      {bunch.holder?.name ?? 'Someone'} has had them since {sinceText(bunch.issuedAt ?? bunch.lastUpdated)}.
    </ActionNotice>
  );
}

/** The keys were already returned, or never out. `detail` names the returner, if known. */
export function NotIssued({ detail }: { detail: string | undefined }) {
  return (
    <Notice variant="warning" title="Keys are not currently issued">
      {detail ?? 'There is nothing to return.'}
    </Notice>
  );
}

/** A warning with one button, beside or under the text. */
function ActionNotice({
  title,
  action,
  children,
}: {
  title: string;
  action: ReactNode;
  children: ReactNode;
}) {
  const phone = useMedia(PHONE);
  return (
    <Notice variant="warning" title={title} action={!phone && action}>
      {children}
      {phone && action && <div className="mt-2.5">{action}</div>}
    </Notice>
  );
}

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
