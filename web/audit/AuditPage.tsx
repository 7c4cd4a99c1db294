import { useSearch } from '@tanstack/react-router';
import { RunningAudit } from './RunningAudit.tsx';
import { AuditSetup } from './setup/AuditSetup.tsx';

/** Location Audit: the setup, or the session that its address names, so that a reload goes on with it. */
export function AuditPage() {
  const { session } = useSearch({ from: '/audit' });
  const id = Number(session);
  return /^[1-9]\d{0,8}$/.test(session) ? <RunningAudit key={id} id={id} /> : <AuditSetup />;
}
