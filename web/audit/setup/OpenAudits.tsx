import { Link } from '@tanstack/react-router';
import type { AuditSession } from '../../../shared/audit.ts';
import { hasPermission } from '../../../shared/permissions.ts';
import { fullName } from '../../../shared/user-name.ts';
import { useRead } from '../../api/read.ts';
import { useMe } from '../../session.tsx';
import { useLabels } from '../../setting/labels.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Panel } from '../../ui/Panel.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { Time } from '../../ui/Time.tsx';
import { MODE_LABELS } from '../ModeSwitch.tsx';

/** The audits that are in progress, to go on with: one's own, and with audit:edit anybody's. */
export function OpenAudits() {
  const { data = [] } = useRead('listAudits', { query: { status: 'in_progress' } }, { fresh: true });
  if (data.length === 0) return null;
  return (
    <Panel>
      <PanelHead title="In progress" count={data.length} />
      <ul className="divide-y">
        {data.map((session) => (
          <OpenAudit key={session.id} session={session} />
        ))}
      </ul>
    </Panel>
  );
}

function OpenAudit({ session }: { session: AuditSession }) {
  const me = useMe();
  const { label } = useLabels();
  const own = session.performedBy === me.id;
  const who = session.user ? fullName(session.user) : 'Someone';
  const { totalScanned, totalExpected, keyType, mode } = session;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4">
      <div className="min-w-0 flex-1 basis-56">
        <p className="truncate font-medium">
          {session.location.name}
          <span className="font-normal text-muted">
            {' · '}
            {keyType ? label('keyTypes', keyType) : 'All types'} · {MODE_LABELS[mode]}
          </span>
        </p>
        <p className="text-hint text-muted">
          {own ? 'Started by you' : `Started by ${who}`} <Time at={session.startTime} inline />
        </p>
      </div>
      <div className="flex w-44 items-center gap-3 phone:w-full">
        <ProgressBar
          value={totalScanned}
          max={totalExpected}
          label={`Progress of the audit of ${session.location.name}`}
          valueText={`${totalScanned} of ${totalExpected}`}
        />
        <span className="text-hint whitespace-nowrap text-muted tabular-nums">
          {totalScanned} of {totalExpected}
        </span>
      </div>
      {own || hasPermission(me, 'audit:edit') ? (
        <Link
          to="/audit"
          search={{ session: String(session.id) }}
          data-button=""
          className={buttonClass({ className: 'phone:w-full' })}
          aria-label={`Continue audit of ${session.location.name}`}
        >
          Continue audit
        </Link>
      ) : (
        <span className="max-w-40 text-hint text-pretty text-muted phone:w-full phone:max-w-none">
          Only {who} or an administrator can continue it.
        </span>
      )}
    </li>
  );
}
