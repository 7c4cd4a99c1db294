import { serverTimeOf } from '../../api/server-clock.ts';
import { PrintButton } from '../../print/PrintButton.tsx';
import { usePaper } from '../../print/use-paper.ts';
import { PHONE, useMedia } from '../../ui/media.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AuditedLocations } from './AuditedLocations.tsx';
import { OpenAudits } from './OpenAudits.tsx';
import { PrintedAudits } from './PrintedAudits.tsx';
import { RecentAudits, useRecentAudits } from './RecentAudits.tsx';
import { Scope, SetupFields } from './SetupFields.tsx';
import { StartAudit } from './StartAudit.tsx';
import { type AuditSetupState, useAuditSetup } from './use-audit-setup.ts';

/** Before an audit: open ones to continue, what to audit and how, and the recent audits. */
export function AuditSetup() {
  const phone = useMedia(PHONE);
  const setup = useAuditSetup();
  const { data, error, refetch, dataUpdatedAt } = useRecentAudits();
  const paper = usePaper({ loaded: data, total: data?.length, failed: error !== null, key: '' });
  return (
    <>
      <div className="print:hidden">
        <PageHead
          title="Location Audit"
          subtitle="Check the keys at a location. Sets you don't find are marked Missing."
          right={data && data.length > 0 && <PrintButton paper={paper} small={phone} />}
        />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_400px]">
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
            {setup.waiting ? <Waiting /> : <Choices setup={setup} />}
          </div>
          <RecentAudits {...{ data, error, refetch }} />
        </div>
      </div>
      {paper.printing && <PrintedAudits audits={paper.rows} asOf={new Date(serverTimeOf(dataUpdatedAt))} />}
    </>
  );
}

/** The open audits, a new one, and which locations wait for one. */
function Choices({ setup }: { setup: AuditSetupState }) {
  const phone = useMedia(PHONE);
  return (
    <>
      <OpenAudits />
      <Panel>
        <PanelHead title="New audit" />
        <div className="grid gap-5 p-4">
          <SetupFields setup={setup} />
          {/* On a phone it is not at the foot: there Complete Audit will be, under the same thumb. */}
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2 phone:flex-col-reverse phone:items-stretch phone:gap-y-4">
            <StartAudit setup={setup} block={phone} />
            <Scope setup={setup} />
          </div>
        </div>
      </Panel>
      <AuditedLocations onChoose={setup.setLocation} />
    </>
  );
}

/** Until it is known whether audits are open, which stand first: a form that is there already would jump. */
const Waiting = () => (
  <Panel padded aria-busy className="grid h-96 content-start gap-4 phone:h-160">
    <Skeleton className="h-5 w-32" />
    <Skeleton className="h-9 w-full" />
    <Skeleton className="h-24 w-full" />
  </Panel>
);
