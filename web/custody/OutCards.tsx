import { useEffect, useRef } from 'react';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import type { KeyBunchDialog } from '../key-bunch/BunchDialog.tsx';
import { Identifier, Opens } from '../key-bunch/BunchText.tsx';
import { useKeyRights } from '../key-bunch/key-rights.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { cx } from '../ui/cx.ts';
import type { DialogState } from '../ui/overlay/dialog-state.ts';
import { Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { DueText, HolderName, OutSince } from './CustodyText.tsx';
import { type OutPart, overdueWords, PartHead } from './OutTable.tsx';
import { SetActionsSmall } from './SetActions.tsx';

const WAITING = [1, 2, 3, 4];

type Props = {
  /** Undefined while loading. */
  parts: readonly OutPart[] | undefined;
  stale: boolean;
  onAct: (dialog: KeyBunchDialog) => void;
};

/** Sets that are out, on phones: a card per person, or per due period. */
export function OutCards({ parts, stale, onAct }: Props) {
  return (
    <ul
      className={cx('grid grid-cols-1 gap-4 transition-opacity', stale && 'opacity-60 delay-300')}
      aria-busy={!parts || stale}
    >
      {parts?.map((part) => (
        <li key={part.key}>
          <Panel>
            <CardHead part={part} />
            <ul>
              {part.bunches.map((bunch) => (
                <Row key={bunch.id} bunch={bunch} named={!part.who} onAct={onAct} />
              ))}
            </ul>
          </Panel>
        </li>
      ))}
      {!parts &&
        WAITING.map((card) => (
          <li key={card}>
            <Panel padded className="grid h-[145px] content-start gap-4">
              <Skeleton className="h-8 w-44" />
              <Skeleton className="h-4 w-60" />
              <Skeleton className="h-4 w-40" />
            </Panel>
          </li>
        ))}
    </ul>
  );
}

function CardHead({ part }: { part: OutPart }) {
  const { who } = part;
  if (!who)
    return (
      <h2 className="flex min-h-12 items-center px-4">
        <PartHead part={part} />
      </h2>
    );
  const overdue = overdueWords(who);
  // If it is the holder's only set, the row says it.
  const overdueShown = who.out > 1 && overdue;
  return (
    <div className="flex min-h-[60px] items-center gap-3 px-4 py-1.5">
      <Avatar name={who.holder.name} size={32} />
      <div className="min-w-0">
        <h2 className="truncate text-base font-semibold tracking-tight">
          <HolderName holder={who.holder} className="-my-2.5 inline-block py-2.5" />
        </h2>
        <p className="truncate text-hint text-muted">
          {[
            who.organisation ?? (who.kind === 'staff' && 'Staff'),
            `${who.out} out${overdueShown ? `, ${overdueShown}` : ''}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
    </div>
  );
}

type RowProps = Pick<Props, 'onAct'> & { bunch: KeyBunch; named: boolean };

function Row({ bunch, named, onAct }: RowProps) {
  const { history } = useKeyRights();
  const { holder, issuedAt, dueAt } = bunch;
  return (
    <li className="flex min-h-[84px] items-center gap-2 border-t px-4 py-2">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Identifier
            bunch={bunch}
            linked={history}
            className="-my-3 py-3 text-[1.0625rem] font-semibold tracking-tight"
          />
          {dueAt && <DueText at={dueAt} narrow className="text-label text-muted" />}
        </p>
        <Opens bunch={bunch} className="text-label text-muted" />
        <p className="text-hint text-muted">
          {named && holder && `${holder.name} · `}
          {issuedAt && (
            <>
              Out since <OutSince at={issuedAt} inline />
            </>
          )}
        </p>
      </div>
      <SetActionsSmall bunch={bunch} onAct={onAct} />
    </li>
  );
}

/**
 * Restores the focus to a set's row after a dialog: a handover moves the row, and the button that opened the dialog is gone. Without a link
 * in the row, focuses the main area.
 */
export function useOutFocus({ shown }: DialogState<KeyBunchDialog>): void {
  const acted = useRef<number | null>(null);
  const id = shown && 'id' in shown.about ? shown.about.id : null;
  useEffect(() => {
    if (id !== null) acted.current = id;
    else if (acted.current !== null && document.activeElement === document.body) {
      const row = document.querySelector<HTMLElement>(`#main a[href="/key-history/${acted.current}"]`);
      (row ?? document.getElementById('main'))?.focus();
    }
  });
  // The user has moved the focus meanwhile.
  useEffect(() => {
    const forget = () => {
      acted.current = null;
    };
    window.addEventListener('pointerdown', forget, true);
    window.addEventListener('keydown', forget, true);
    return () => {
      window.removeEventListener('pointerdown', forget, true);
      window.removeEventListener('keydown', forget, true);
    };
  }, []);
}
