import { Link, useLocation } from '@tanstack/react-router';
import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { api } from '../../../shared/api.ts';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { contentsOf } from '../../../shared/opens-text.ts';
import { Opens } from '../../BunchText.tsx';
import { useMay } from '../../session.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { PHONE, useMedia } from '../../ui/media.ts';
import { StatusBadge } from '../StatusBadge.tsx';
import { ToSend } from '../ToSend.tsx';

/** The form's bunch: ID, what it opens, location and counts; on the right its state. */
export function BunchStrip({
  bunch,
  right,
  under,
}: {
  bunch: KeyBunchDetail;
  right: ReactNode;
  under: ReactNode;
}) {
  return (
    <div className="rounded-lg border bg-soft/60 px-3.5 py-2.5 phone:px-4 phone:py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="text-sm font-semibold wrap-anywhere phone:text-[1.0625rem]">{bunch.identifier}</p>
        <p className="ml-auto text-right text-sm font-semibold wrap-anywhere tabular-nums phone:text-[0.9375rem]">
          {right}
        </p>
      </div>
      <Opens bunch={bunch} className="text-body phone:text-sm" />
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 text-hint text-muted phone:text-sm">
        <p className="min-w-0 wrap-anywhere">
          {bunch.location.name} · <span className="whitespace-nowrap">{contentsOf(bunch)}</span>
        </p>
        <p className="ml-auto text-right tabular-nums">{under}</p>
      </div>
    </div>
  );
}

/** A set's status, and whether its change is still to send. */
export const Badges = ({ bunch: { id, status } }: { bunch: KeyBunchDetail }) => (
  <>
    <StatusBadge status={status} />
    <ToSend id={id} />
  </>
);

/** Whether to link to the bunch's history: permitted, and not the page behind. */
export function useHistoryOffered(id: number): boolean {
  const may = useMay();
  const here = useLocation({ select: ({ pathname }) => pathname === `/key-history/${id}` });
  return !here && may(api.getKeyBunchHistory.needs);
}

/** Links to the bunch's history. */
export function HistoryLink({ id, onClick }: { id: number; onClick: () => void }) {
  const phone = useMedia(PHONE);
  return (
    <Link
      to="/key-history/$id"
      params={{ id: String(id) }}
      onClick={onClick}
      data-button=""
      className={
        phone ? buttonClass({ className: 'flex-none!' }) : buttonClass({ variant: 'ghost', size: 'sm' })
      }
    >
      <History aria-hidden className="size-3.5 phone:size-[18px]" />
      History
    </Link>
  );
}
