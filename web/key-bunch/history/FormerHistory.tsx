import { ShieldAlert, ShieldCheck } from 'lucide-react';
import type { FormerEntry, FormerRegister } from '../../../shared/former-register.ts';
import { useList } from '../../api/list.ts';
import { MoreFailed, ReadFailed } from '../../api/ReadFailed.tsx';
import { useRead } from '../../api/read.ts';
import { unclearNames } from '../../movement/BunchLink.tsx';
import { TimelineDay } from '../../movement/TimelineDay.tsx';
import { byDay, entryOf, type Moment } from '../../movement/timeline.ts';
import { Button } from '../../ui/Button.tsx';
import { PHONE, useMedia } from '../../ui/media.ts';
import { Panel } from '../../ui/Panel.tsx';
import { Time } from '../../ui/Time.tsx';

/** The history of a set in the registers it came from, read-only, each under its seal; nothing in a company that began here. */
export function FormerHistory({ id }: { id: number }) {
  const { data: registers = [] } = useRead('listFormerRegisters');
  if (registers.length === 0) return null;
  return <Archive id={id} registers={registers} />;
}

function Archive({ id, registers }: { id: number; registers: FormerRegister[] }) {
  const phone = useMedia(PHONE);
  const list = useList('getFormerHistory', { params: { id } }, ({ next }) =>
    next ? { cursor: next } : undefined,
  );
  const entries = list.items ?? [];
  if (list.isLoadingError && list.error.status !== 404)
    return <ReadFailed error={list.error} onRetry={() => void list.refetch()} />;
  return registers.map((register) => {
    const moments = entries.filter(({ registerId }) => registerId === register.id).map(momentOf);
    if (moments.length === 0) return null;
    const unclear = unclearNames(moments.map(entryOf));
    const isLast = moments.at(-1)?.key === lastKey(entries);
    return (
      <Panel key={register.id} aria-label={`From the former register of ${register.name}`}>
        <Heading register={register} />
        <div className="px-4 pb-3">
          {byDay(moments).map(({ day, moments: ofDay }) => (
            <TimelineDay key={day} moments={ofDay} unclear={unclear} phone={phone} />
          ))}
        </div>
        {isLast && list.isFetchNextPageError && <MoreFailed onRetry={() => void list.fetchNextPage()} />}
        {isLast && list.hasNextPage && !list.isFetchNextPageError && (
          <div className="flex justify-end border-t px-4 py-2">
            <Button
              size="sm"
              variant="ghost"
              pending={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              Load more
            </Button>
          </div>
        )}
      </Panel>
    );
  });
}

/** Whose register it was, when it was exported, and whether it is as it was signed. */
function Heading({ register: { name, exportedAt, key, seal } }: { register: FormerRegister }) {
  const Shield = seal.isSealed ? ShieldCheck : ShieldAlert;
  return (
    <div className="border-b px-4 py-3">
      <h2 className="text-lead font-semibold wrap-anywhere">From the former register of {name}</h2>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-1.5 text-hint text-muted">
        <span>
          Exported <Time at={exportedAt} inline focusable />,
        </span>
        <span
          className={
            seal.isSealed ? 'flex items-center gap-1' : 'flex items-center gap-1 font-medium text-bad'
          }
        >
          <Shield aria-hidden className="size-3.5" />
          {seal.isSealed ? 'seal verified' : 'seal not verified: it was changed since it was signed'}
        </span>
        <span>
          <Time at={seal.checkedAt} inline focusable />, key{' '}
          <span className="font-mono">{key.slice(0, 8)}</span>
        </span>
      </p>
    </div>
  );
}

const lastKey = (entries: readonly FormerEntry[]): string | undefined => {
  const last = entries.at(-1);
  return last && momentOf(last).key;
};

function momentOf({ registerId, at, movement, signer, log }: FormerEntry): Moment {
  const key = `${registerId} ${movement ? 'm' : 'l'} ${at} ${movement?.id ?? log?.id}`;
  if (movement) {
    const notes = [movement.notes, signer && `Signed by ${signer}`].filter(Boolean).join('\n') || null;
    return { kind: 'movement', key, at, movement: { ...movement, notes } };
  }
  const entry = log ?? {
    id: 0,
    action: '',
    keyBunchId: null,
    description: '',
    timestamp: at,
    user: null,
    details: {},
  };
  return { kind: 'audit', key, at, entry };
}
