import { Suspense, useState } from 'react';
import { untilLoaded } from '../api/connection.ts';
import { count } from '../format.ts';
import { lazyExport } from '../ui/lazy-export.ts';
import type { Request } from './requests.ts';
import type { BoxProps, Yes } from './SecondPersonBox.tsx';

const SecondPersonBox = lazyExport(
  () => untilLoaded(() => import('./SecondPersonBox.tsx')),
  'SecondPersonBox',
);

type Asking = { secondPerson: boolean };

/** The yes that a dialog needs for sets that leave only with a second person; `why` is the reason why it can't be sent yet. */
export function useYes(sets: readonly Asking[]) {
  const [yes, setYes] = useState<Yes | null>(null);
  const isNeeded = sets.some(({ secondPerson }) => secondPerson);
  return {
    yes: isNeeded ? yes : null,
    setYes,
    why: isNeeded && !yes ? 'Needs a second person.' : undefined,
  };
}

/** What a call about one set sends of the yes. An approval has its due time, so none is sent with it. */
export function withYes<B extends { dueAt?: string | null | undefined }>(
  body: B,
  yes: Yes | null,
  id: number,
) {
  if (!yes) return body;
  const { dueAt, ...rest } = body;
  const approvalId = yes.approvals.get(id);
  return approvalId ? { ...rest, approvalId } : { ...body, emergencyReason: yes.emergencyReason };
}

/** The box of a dialog, loaded when a set needs it. */
export const SecondPerson = (props: BoxProps) => (
  <Suspense fallback={<div className="h-24 rounded-xl bg-amber-500/8" />}>
    <SecondPersonBox {...props} />
  </Suspense>
);

/** A request about what `facts` name: another one when they are others. */
export const requestOf = (facts: unknown, body: NonNullable<Request>['body']): Request => ({
  key: JSON.stringify(facts),
  body,
});

type SetsProps = Pick<BoxProps, 'about' | 'verb' | 'mayGoWithout' | 'isSending' | 'onYes'> & {
  sets: readonly { id: number; identifier: string; secondPerson: boolean }[];
  /** Who takes them, and when they are due; without `dueAt` as before. */
  holderId: number;
  dueAt?: string | null | undefined;
  /** What the due time was chosen by, as it may move with the clock. */
  due?: unknown;
};

/** The box for some of the sets of a dialog; nothing when none of them needs a second person. */
export function SecondPersonOfSets({ sets, holderId, dueAt, due = dueAt, ...box }: SetsProps) {
  const needed = sets.filter(({ secondPerson }) => secondPerson);
  const [only] = needed;
  if (!only) return null;
  const body = {
    holderId,
    ...(dueAt !== undefined && { dueAt }),
    items: needed.map(({ id }) => ({ keyBunchId: id })),
  };
  return (
    <div className="mt-5">
      <SecondPerson
        {...box}
        what={needed.length === 1 ? only.identifier : count(needed.length, 'set')}
        request={requestOf([holderId, due, body.items], body)}
        missing=""
      />
    </div>
  );
}
