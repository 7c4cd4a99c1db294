import { Link } from '@tanstack/react-router';
import { ShieldCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { api } from '../../shared/api.ts';
import type { Verification } from '../../shared/audit-verification.ts';
import { REFUSALS } from '../../shared/messages.ts';
import { serverNow } from '../api/server-clock.ts';
import { auditedBy } from '../audit/audit-text.tsx';
import { useClock } from '../clock.ts';
import { count, datedDay, duration, exactTime } from '../format.ts';
import { useLabels } from '../labels.ts';
import { useMay } from '../session.tsx';
import { ActionSquare } from '../ui/ActionSquare.tsx';
import { cx } from '../ui/cx.ts';
import { linkClass } from '../ui/look.ts';
import { Panel } from '../ui/Panel.tsx';

/** The valid audit of the from location: by whom, result and expiry. */
export function VerifiedCard({
  verification,
  children,
}: {
  verification: Verification;
  /** How to start another, where that helps. */
  children?: ReactNode;
}) {
  useClock();
  const may = useMay();
  const { label } = useLabels();
  const { audit, keyType, message, hoursSinceAudit } = verification;
  if (!audit) return null;
  const left = Date.parse(audit.validUntil) - serverNow();
  return (
    <Card
      tint="emerald"
      title="Audit verified"
      foot={children}
      right={
        <>
          <b className="font-semibold text-fg">{duration(left)} left</b>
          <br />
          Valid until {exactTime(audit.validUntil)}
        </>
      }
    >
      <p>
        {hoursSinceAudit === 0 ? 'Last audit completed less than an hour ago' : message}
        {audit.user && ` by ${auditedBy(audit)}`}.
      </p>
      <p>
        {audit.totalScanned.toLocaleString()} of {count(audit.totalExpected, 'key')} found
        {audit.missing > 0 && `, ${audit.missing.toLocaleString()} marked missing`}.{' '}
        {keyType === null ? 'All key types.' : `${label('keyTypes', keyType)} only.`}{' '}
        {may(api.getAudit.needs) && (
          <Link to="/audit/$id" params={{ id: String(audit.id) }} className={`${linkClass} touch:-my-3`}>
            View audit
          </Link>
        )}
      </p>
    </Card>
  );
}

/** No valid audit; `children` starts one. */
export function RequiredCard({
  verification,
  note,
  children,
}: {
  verification: Verification;
  /** Replaces the rule where an audit would not help. */
  note?: string | undefined;
  children?: ReactNode;
}) {
  const { hoursSinceAudit, lastAuditDate } = verification;
  return (
    <Card
      tint="amber"
      title="Audit required"
      right={
        lastAuditDate && (
          <>
            <b className="font-semibold text-fg">{lastAuditText(hoursSinceAudit ?? 0, lastAuditDate)}</b>
            <br />
            An audit counts for 24 hours.
          </>
        )
      }
      foot={children}
    >
      <p className="max-w-[62ch]">{note ?? REFUSALS.auditRequired}</p>
    </Card>
  );
}

const DAY_HOURS = 24;

/** Age in hours, from two days on in days, after a week as a date. */
export function lastAuditText(hours: number, at: string): string {
  if (hours < 2 * DAY_HOURS) return `Last audit ${count(hours, 'hour')} ago.`;
  if (hours < 7 * DAY_HOURS) return `Last audit ${count(Math.floor(hours / DAY_HOURS), 'day')} ago.`;
  return `Last audit on ${datedDay(at)}.`;
}

const edges = {
  amber: 'border-amber-600/40 dark:border-amber-400/35',
  emerald: 'border-emerald-600/35 dark:border-emerald-400/30',
};

type CardProps = {
  tint: 'amber' | 'emerald';
  title: string;
  right: ReactNode;
  foot?: ReactNode;
  children: ReactNode;
};

function Card({ tint, title, right, foot, children }: CardProps) {
  return (
    <Panel aria-label="Audit verification" className={cx(edges[tint])}>
      <div className="flex items-start gap-x-3.5 gap-y-2 p-4 phone:flex-wrap">
        <ActionSquare icon={tint === 'amber' ? TriangleAlert : ShieldCheck} tint={tint} size={36} />
        <div className="min-w-0 flex-1">
          <h2 className="text-lead font-semibold">{title}</h2>
          <div className="mt-0.5 text-body text-pretty text-muted">{children}</div>
        </div>
        {right && (
          <p className="shrink-0 text-right text-hint text-muted phone:w-full phone:pl-[50px] phone:text-left">
            {right}
          </p>
        )}
      </div>
      {foot}
    </Panel>
  );
}
