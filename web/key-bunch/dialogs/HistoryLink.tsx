import { Link, useLocation } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { api } from '../../../shared/api.ts';
import { useMay } from '../../session.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { PHONE, useMedia } from '../../ui/media.ts';

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
