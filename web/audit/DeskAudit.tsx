import { CheckCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OneAuditSession } from '../../shared/audit.ts';
import { useOfflineSince } from '../api/connection.ts';
import { useLabels } from '../labels.ts';
import { cx } from '../ui/cx.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { AuditChecklist } from './AuditChecklist.tsx';
import { AuditProgress, CancelAudit, CompleteAudit, NEEDS_SIGNAL, useUnsentText } from './AuditControls.tsx';
import { LocationInfo, OutWithHolder, SessionInfo } from './AuditInfo.tsx';
import { allScanned, kindNote, useTypeText } from './audit-text.tsx';
import { ModeSwitch } from './ModeSwitch.tsx';
import { Avatars, MembersPanel } from './members/WhoIsHere.tsx';
import { AuditScanner } from './scan/AuditScanner.tsx';
import type { AuditWork } from './use-audit-session.ts';

export type AuditViewProps = {
  work: AuditWork;
  /** That of the work, once loaded. */
  session: OneAuditSession;
  /** A notice above everything else. */
  notice: ReactNode;
};

/** An audit on a desktop: the work on the left, the count beside it (above it on a tablet), always visible. */
export function DeskAudit({ work, session, notice }: AuditViewProps) {
  const typeText = useTypeText();
  return (
    <>
      {notice}
      <PageHead
        title="Location Audit"
        subtitle={[
          session.location.name,
          typeText(session.keyType, 'all key types'),
          kindNote(session)?.toLowerCase(),
        ]
          .filter(Boolean)
          .join(', ')}
        badge={work.members.length > 1 && <Avatars members={work.members} />}
        right={session.mayCancel && <CancelAudit work={work} />}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_328px]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 max-lg:order-2">
          <Counting work={work} session={session} />
        </div>
        <div className="grid gap-4 max-lg:contents lg:sticky lg:top-20">
          {/* On a low screen it would cover the answer to a scan. */}
          <div className="max-lg:top-16 max-lg:z-10 max-lg:order-1 max-lg:tall:sticky">
            <ProgressPanel work={work} />
          </div>
          <div className="grid gap-4 max-lg:order-3 max-lg:grid-cols-2 max-lg:items-start">
            <MembersPanel work={work} />
            <SessionInfo session={session} mode={work.mode} />
            <LocationInfo session={session} />
          </div>
        </div>
      </div>
    </>
  );
}

function Counting({ work, session }: Omit<AuditViewProps, 'notice'>) {
  const { mayAct, mode, setMode } = work;
  const modes = mayAct && <ModeSwitch mode={mode} onChange={setMode} />;
  if (mode === 'nfc')
    return (
      <>
        <AuditScanner work={work} right={modes} panels />
        <OutWithHolder session={session} apart work={work} />
      </>
    );
  return (
    <Panel aria-label="Checklist">
      <div className="flex flex-wrap items-center justify-between gap-3 border-b px-4 py-2.5">
        <h2 className="text-lead font-semibold">Tick off what you find</h2>
        {modes}
      </div>
      <AuditChecklist work={work} />
      <OutWithHolder session={session} work={work} />
    </Panel>
  );
}

/** Scanned of expected as number, percentage and bar, with the buttons that end the audit. */
function ProgressPanel({ work }: { work: AuditWork }) {
  const { label } = useLabels();
  const { scanned, expected, percent, unsaved, mayAct } = work;
  const unsent = useUnsentText(work);
  const offline = useOfflineSince() > 0;
  return (
    <Panel>
      <PanelHead
        title="Progress"
        right={
          unsent ? (
            <span role="status" className="text-amber-800 dark:text-amber-300">
              {unsent}
            </span>
          ) : (
            unsaved > 0 && 'Saving...'
          )
        }
      />
      <div className="p-4 max-lg:flex max-lg:items-center max-lg:gap-5 max-lg:py-3">
        <div className="min-w-0 flex-1">
          <p className="flex items-baseline gap-1.5">
            <span className="text-figure font-semibold tabular-nums">{scanned}</span>
            <span className="text-head text-muted tabular-nums">of {expected}</span>
            <span className="ml-auto text-muted tabular-nums">{percent}%</span>
          </p>
          <AuditProgress work={work} tint={percent === 100 ? 'emerald' : undefined} className="mt-2" />
          <p role="status" className="mt-2.5 flex min-h-5 items-center gap-2 text-muted">
            {percent === 100 ? (
              <span className="flex items-center gap-1.5 font-medium text-emerald-800 dark:text-emerald-300">
                <CheckCheck aria-hidden className="size-4" />
                {allScanned(work)}
              </span>
            ) : (
              <>
                Not checked yet
                <b className="ml-auto font-semibold text-fg tabular-nums">
                  {Math.max(0, expected - scanned)}
                </b>
              </>
            )}
          </p>
        </div>
        {mayAct && (
          <div className="mt-4 max-lg:mt-0 max-lg:w-52">
            <CompleteAudit work={work} size="lg" block />
          </div>
        )}
        {/* Above the list on a tablet, which it would push down under a finger. */}
        {offline && mayAct && (
          <p className="mt-3 text-hint text-pretty text-muted max-lg:hidden">{NEEDS_SIGNAL}</p>
        )}
        {!offline && work.session?.kind === 'spot' && mayAct && (
          <p className="mt-3 text-hint text-pretty text-muted max-lg:hidden">
            A spot check marks nothing Missing. Each difference is in its report.
          </p>
        )}
        {!offline && mayAct && work.session?.kind !== 'spot' && (
          // Its room stays, so that the last tick does not shorten the page under the finger.
          <p
            className={cx(
              'mt-3 text-hint text-pretty text-muted max-lg:hidden',
              percent === 100 && 'invisible',
            )}
          >
            Sets not checked when you complete the audit are marked{' '}
            <span className="font-medium text-red-700 dark:text-red-300">{label('statuses', 'missing')}</span>
            .
          </p>
        )}
      </div>
    </Panel>
  );
}
