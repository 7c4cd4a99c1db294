import { useEffect, useState } from 'react';
import type { OneAuditSession } from '../../shared/audit.ts';
import { toast } from '../ui/overlay/toast.ts';
import type { AuditWork } from './use-audit-session.ts';

/** Announces once that a session shown here has ended elsewhere. */
export function useOver(work: AuditWork, onOver: (session: OneAuditSession) => void): void {
  const { session, end } = work;
  const [wasOpen, setWasOpen] = useState(false);
  const status = session?.status;
  if (status === 'in_progress' && !wasOpen) setWasOpen(true);
  useEffect(() => {
    if (!wasOpen || !session || session.status === 'in_progress') return;
    setWasOpen(false);
    if (end.current === 'here') return;
    if (end.current === null) announceEnd(session);
    end.current = 'here';
    onOver(session);
  }, [wasOpen, session, end, onOver]);
}

function announceEnd({ status }: OneAuditSession): void {
  const completed = status === 'completed';
  toast({
    title: completed ? 'This audit was completed elsewhere' : 'This audit is over',
    description: completed
      ? 'Someone else completed it, or you did on another device.'
      : 'It was cancelled, or 24 hours have passed since it started. No statuses changed.',
  });
}
