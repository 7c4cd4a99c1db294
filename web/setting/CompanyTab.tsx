import { useRead } from '../api/read.ts';
import { useSession } from '../session.tsx';
import { ReadFailed } from '../shell/ReadFailed.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { CompanyForm } from './CompanyForm.tsx';
import { PlanPanel } from './PlanPanel.tsx';

/** The company itself: its name, its words on receipts and labels, and its plan. */
export function CompanyTab() {
  const { state } = useSession();
  const { data: company, error, refetch } = useRead('getCompany', {}, { enabled: state === 'in' });
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      {company ? (
        <CompanyForm company={company} />
      ) : error ? (
        <ReadFailed error={error} onRetry={refetch} />
      ) : (
        <Waiting />
      )}
      {company ? <PlanPanel company={company} /> : !error && <Waiting />}
    </div>
  );
}

const Waiting = () => (
  <Panel padded className="grid h-64 content-start gap-4">
    <Skeleton className="h-5 w-32" />
    <Skeleton className="h-9 w-full" />
    <Skeleton className="h-9 w-full" />
  </Panel>
);
