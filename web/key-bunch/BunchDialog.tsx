import type { ReactNode } from 'react';
import { type FieldValues, FormProvider } from 'react-hook-form';
import type { Holder } from '../../shared/holder.ts';
import type { KeyBunch, KeyBunchDetail } from '../../shared/key-bunch.ts';
import type { ApiError } from '../api/call.ts';
import { isKept } from '../api/kept/forget.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { useRead } from '../api/read.ts';
import { StaleNotice } from '../form/FormFrame.tsx';
import type { SaveForm } from '../form/save-form.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Dialog, type DialogProps } from '../ui/overlay/Dialog.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/** Options of a handover: the known recipient and a callback. */
type HandOverOptions = { recipient?: Holder; onHandedOver?: () => void };

/** The open dialog: a new bunch, or one about the bunch with that id. */
export type KeyBunchDialog =
  | { kind: 'add' }
  | ({ kind: 'handOver'; id: number } & HandOverOptions)
  | { kind: 'return'; id: number; settles?: number }
  | { kind: 'reserve'; bunch: KeyBunch }
  | { kind: 'details' | 'edit' | 'move' | 'issue' | 'extend' | 'found' | 'scanned'; id: number };

/** The props of a dialog about one bunch. */
export type BunchDialogProps = HandOverOptions & {
  id: number;
  /** Of a return: the question of the outbox that it answers. */
  settles?: number;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
  /** Replaces this dialog by that one. */
  onSwitch: (to: KeyBunchDialog) => void;
};

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

type Props<V extends FieldValues, O> = Omit<DialogProps, 'children' | 'onOpenChange'> & {
  fresh: FreshBunch;
  save: SaveForm<KeyBunchDetail, V, O>;
  onClose: () => void;
  /** Whether what the form does is recorded on this device without signal. */
  worksOffline?: boolean;
  /** What takes the place of the fields while loading. */
  waiting: readonly WaitingRow[];
  /** The body, given the bunch that the form was filled from. */
  children: (bunch: KeyBunchDetail) => ReactNode;
};

/** A dialog around a form about one bunch, by default with Save changes: opens immediately, with a placeholder or the error of the read. */
export function BunchDialog<V extends FieldValues, O>({
  fresh,
  save,
  onClose,
  worksOffline = false,
  waiting,
  children,
  description,
  headRight,
  foot = <SaveChanges save={save} />,
  footLeft,
  ...rest
}: Props<V, O>) {
  const { base } = save;
  const error = base ? null : fresh.error;
  return (
    <FormProvider {...save.form}>
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
            {isKept(base) && (
              <Notice variant="info" title="Kept on this device">
                Notes, addresses and photos need signal{worksOffline ? '.' : ', and so does every change.'}
              </Notice>
            )}
            {children(base)}
          </div>
        ) : error ? (
          <Failure error={error} onRetry={fresh.retry} />
        ) : (
          <Waiting rows={waiting} />
        )}
      </Dialog>
    </FormProvider>
  );
}

/** The button of a form that changes a set. */
export const SaveChanges = ({
  save,
  locked,
}: {
  save: { busy: boolean; base: KeyBunchDetail | null };
  /** Why it can't be saved yet. */
  locked?: string | undefined;
}) => (
  <Button
    type="submit"
    variant="primary"
    pending={save.busy}
    disabled={!save.base}
    disabledReason={locked}
    reasonIn="tooltip"
  >
    Save changes
  </Button>
);

function Failure({ error, onRetry }: { error: ApiError; onRetry: () => unknown }) {
  if (error.status !== 404) return <ReadFailed error={error} onRetry={onRetry} />;
  return (
    <Notice title="Key set not found">
      It was deleted, or it is at a location you don't have access to.
    </Notice>
  );
}

/** A field by its number of lines, one with a hint, a box of a fixed height, or two fields side by side. */
export type WaitingRow =
  | 'line'
  | 'lines'
  | 'hint'
  | keyof typeof WAITING_BOXES
  | readonly [WaitingRow, WaitingRow];

const WAITING_BOXES = {
  strip: 'h-[62px] rounded-lg phone:h-[68px]',
  route: 'h-[78px] rounded-lg phone:h-[80px]',
  chips: '-mt-2 h-9 touch:h-11 phone:h-26',
};

/** Placeholders of a form's fields. */
export const Waiting = ({ rows }: { rows: readonly WaitingRow[] }) => (
  <div aria-busy="true" className="flex flex-col gap-4">
    <span className="sr-only">Loading...</span>
    {rows.map((row, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows never move
      <WaitingFor key={index} row={row} />
    ))}
  </div>
);

function WaitingFor({ row }: { row: WaitingRow }) {
  if (typeof row !== 'string')
    return (
      <Pair>
        <WaitingFor row={row[0]} />
        <WaitingFor row={row[1]} />
      </Pair>
    );
  if (row in WAITING_BOXES) return <Skeleton className={WAITING_BOXES[row as keyof typeof WAITING_BOXES]} />;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <Skeleton className="my-[3px] h-3.5 w-20" />
      <Skeleton className={row === 'lines' ? 'h-14 touch:h-18' : 'h-9 touch:h-11 phone:h-12'} />
      {row === 'hint' && <Skeleton className="my-[3px] h-3 w-3/5" />}
    </div>
  );
}

/** Two fields side by side. */
export const Pair = ({ children }: { children: ReactNode }) => (
  <div className="grid grid-cols-2 items-start gap-4 phone:gap-x-3">{children}</div>
);
