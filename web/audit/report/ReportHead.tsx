import { Link } from '@tanstack/react-router';
import type { OneAuditSession } from '../../../shared/audit.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import { fullName } from '../../../shared/user-name.ts';
import { serverNow } from '../../api/server-clock.ts';
import { duration, exactTime, fullTime } from '../../format.ts';
import { useLabels } from '../../labels.ts';
import { useMe, useSession } from '../../session.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Notice } from '../../ui/Notice.tsx';
import { otherCompleter, waysFound } from '../audit-text.tsx';
import { MODE_LABELS } from '../ModeSwitch.tsx';

const STATE_WORDS = { completed: 'Completed', abandoned: 'Abandoned', in_progress: 'In progress' };

/** Auditor, location, times and notes; on paper also company and print time. */
export function ReportHead({ session }: { session: OneAuditSession }) {
  const { label } = useLabels();
  const { user, startTime, endTime, keyType, mode, notes } = session;
  const facts: readonly (readonly [string, string | null])[] = [
    ['Auditor', user ? fullName(user) : null],
    ['Completed by', otherCompleter(session)],
    ['Started', exactTime(startTime)],
    ['Completed', endTime && exactTime(endTime)],
    ['Took', endTime && duration(Date.parse(endTime) - Date.parse(startTime))],
    ['Key type', keyType ? label('keyTypes', keyType) : 'All types'],
    ['Mode', MODE_LABELS[mode]],
    ['How found', waysFound(session)],
    ['Session', `#${session.id}`],
  ];
  return (
    <>
      <PaperHead session={session} />
      <State session={session} />
      <dl className="mb-4 grid grid-cols-4 gap-x-6 gap-y-3 rounded-xl border bg-panel p-4 shadow-xs max-lg:grid-cols-3 phone:grid-cols-2 print:mt-3 print:mb-5 print:grid-cols-4 print:gap-y-2 print:border-0 print:p-0">
        {facts.map(
          ([term, text]) =>
            text && (
              <div key={term} className="min-w-0">
                <dt className="text-hint text-muted">{term}</dt>
                <dd className="font-medium break-words tabular-nums">{text}</dd>
              </div>
            ),
        )}
        {notes && (
          <div className="col-span-full min-w-0 border-t pt-3 print:pt-2">
            <dt className="text-hint text-muted">Notes</dt>
            <dd className="whitespace-pre-line wrap-anywhere">{notes}</dd>
          </div>
        )}
      </dl>
    </>
  );
}

function PaperHead({ session }: { session: OneAuditSession }) {
  const me = useMe();
  const here = useSession();
  const company = here.state === 'in' ? (here.company?.name ?? '') : '';
  return (
    <header className="hidden items-end justify-between gap-8 border-b-[1.5px] border-fg pb-3 print:flex">
      <div className="min-w-0">
        <p className="text-muted">{company} · Key audit record</p>
        <p className="text-[21px]/7 font-semibold tracking-tight break-words">{session.location.name}</p>
      </div>
      <p className="shrink-0 text-right text-muted">
        {STATE_WORDS[session.status]}
        <br />
        Printed {fullTime(new Date(serverNow()))}
        <br />
        by {fullName(me)}
      </p>
    </header>
  );
}

/** The notice of an audit without a result. */
function State({ session }: { session: OneAuditSession }) {
  const me = useMe();
  if (session.status === 'completed') return null;
  if (session.status === 'abandoned') {
    return (
      <Notice variant="warning" title="This audit was not completed" className="mb-4">
        No statuses changed, and this doesn't count as an audit of the location.
      </Notice>
    );
  }
  const mayAct =
    (session.performedBy === me.id && hasPermission(me, 'audit:create')) || hasPermission(me, 'audit:edit');
  return (
    <Notice
      variant="info"
      title="This audit is in progress"
      className="mb-4"
      action={
        mayAct && (
          <Link
            to="/audit"
            search={{ session: String(session.id) }}
            data-button=""
            className={buttonClass({ size: 'sm' })}
          >
            Continue audit
          </Link>
        )
      }
    >
      Sets not checked yet may still be found.
    </Notice>
  );
}
