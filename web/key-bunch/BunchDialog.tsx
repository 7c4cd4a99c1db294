import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { Holder } from '../../shared/holder.ts';
import type { KeyBunchDetail } from '../../shared/key-bunch.ts';
import type { ApiError } from '../api/call.ts';
import { useRead } from '../api/read.ts';
import { StaleNotice } from '../form/FormFrame.tsx';
import type { SaveForm } from '../form/save-form.ts';
import { ReadFailed } from '../shell/ReadFailed.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Dialog, type DialogProps } from '../ui/overlay/Dialog.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/** Options of a handover: the known recipient and a callback. */
type HandOverOptions = { recipient?: Holder; onHandedOver?: () => void };

/** The open dialog: a new bunch, or one about the bunch with that id. */
export type KeyBunchDialog =
  | { kind: 'add' }
  | ({ kind: 'handOver'; id: number } & HandOverOptions)
  | { kind: 'details' | 'edit' | 'move' | 'issue' | 'return' | 'extend' | 'found' | 'scanned'; id: number };

/** The props of a dialog about one bunch. */
export type BunchDialogProps = HandOverOptions & {
  id: number;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
  /** Replaces this dialog by that one. */
  onSwitch: (to: KeyBunchDialog) => void;
};

type FreshBunch = {
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

type Props<V extends FieldValues, O> = Omit<DialogProps, 'children' | 'onOpenChange' | 'foot'> & {
  fresh: FreshBunch;
  save: SaveForm<KeyBunchDetail, V, O>;
  onClose: () => void;
  foot?: ReactNode;
  /** Placeholder of the body's size while loading. */
  waiting: ReactNode;
  /** The body, given the bunch that the form was filled from. */
  children: (bunch: KeyBunchDetail) => ReactNode;
};

/** A dialog around a form about one bunch: opens immediately, with a placeholder or the error of the read. */
export function BunchDialog<V extends FieldValues, O>({
  fresh,
  save,
  onClose,
  waiting,
  children,
  description,
  headRight,
  foot,
  footLeft,
  ...rest
}: Props<V, O>) {
  const { base } = save;
  const error = base ? null : fresh.error;
  return (
    <Dialog
      dirty={save.form.formState.isDirty}
      sending={save.busy}
      onSubmit={save.submit}
      {...rest}
      onOpenChange={(next) => !next && onClose()}
      description={error ? undefined : description}
      headRight={error ? undefined : headRight}
      foot={error ? undefined : foot}
      footLeft={error ? undefined : footLeft}
    >
      {base ? (
        <div className="flex flex-col gap-4">
          <StaleNotice shown={save.stale} name={base.identifier} />
          {children(base)}
        </div>
      ) : error ? (
        <Failure error={error} onRetry={fresh.retry} />
      ) : (
        <div aria-busy="true" className="flex flex-col gap-4">
          <span className="sr-only">Loading...</span>
          {waiting}
        </div>
      )}
    </Dialog>
  );
}

function Failure({ error, onRetry }: { error: ApiError; onRetry: () => unknown }) {
  if (error.status !== 404) return <ReadFailed error={error} onRetry={onRetry} />;
  return (
    <Notice title="Key set not found">
      It was deleted, or it is at a location you don't have access to.
    </Notice>
  );
}

/** Placeholder of a field: label, box and hint. `lines` is 1 for an input, 2 for a textarea. */
export function WaitingField({ lines = 1, hint = false }: { lines?: 1 | 2; hint?: boolean }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <Skeleton className="my-[3px] h-3.5 w-20" />
      <Skeleton className={lines === 1 ? 'h-9 touch:h-11 phone:h-12' : 'h-14 touch:h-18'} />
      {hint && <Skeleton className="my-[3px] h-3 w-3/5" />}
    </div>
  );
}

/** Placeholder of the strip above the fields. */
export const WaitingStrip = () => <Skeleton className="h-[62px] rounded-lg phone:h-[68px]" />;

/** Two fields side by side. */
export const Pair = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-2 items-start gap-4 phone:gap-x-3">{children}</div>
);
