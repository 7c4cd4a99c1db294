import { UserPlus } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { AuditSession } from '../../shared/audit.ts';
import { AUDIT_HEARD_MINUTES } from '../../shared/audit-words.ts';
import { fullName } from '../../shared/user-name.ts';
import { useOfflineSince } from '../api/connection.ts';
import { clockTime } from '../format.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { listed, present } from './audit-members.ts';
import { useJoin } from './members/use-members.ts';
import type { AuditWork } from './use-audit-session.ts';

type ButtonProps = Omit<ComponentProps<typeof Button>, 'children' | 'onClick'> & {
  session: Pick<AuditSession, 'id' | 'idleSince' | 'location'>;
  onJoined?: () => void;
};

/** Joins an open audit of other users; takes over one that had no member for an hour. */
export function JoinButton({ session: { id, idleSince, location }, onJoined, ...rest }: ButtonProps) {
  const { join, pending } = useJoin();
  const offline = useOfflineSince() > 0;
  const label = idleSince ? 'Take over audit' : 'Join audit';
  return (
    <Button
      {...rest}
      icon={UserPlus}
      aria-label={`${label} of ${location.name}`}
      pending={pending}
      disabledReason={offline ? 'Needs signal' : undefined}
      reasonIn="tooltip"
      onClick={async () => {
        if (await join(id)) onJoined?.();
      }}
    >
      {label}
    </Button>
  );
}

/**
 * Who counts in an audit: "Tom Whitaker and Dana Holt are counting", or since when no member was heard. `asOf`: when it was read (ms, server's
 * clock), to say when they were last heard if that was ten minutes before.
 */
export function whoCounts({ members, idleSince, user }: AuditSession, asOf?: number): string {
  if (idleSince) {
    const who = user ? `${fullName(user)} started it.` : '';
    return `No member was heard since ${clockTime(idleSince)}. ${who}`.trim();
  }
  const here = present(members);
  const names = here.map((member) => fullName(member.user));
  if (names.length === 0) return 'No member is counting now.';
  const heardAt = Math.max(...here.map((member) => Date.parse(member.heardAt)));
  if (asOf !== undefined && asOf - heardAt >= AUDIT_HEARD_MINUTES * 60_000)
    return `${listed(names)} ${names.length === 1 ? 'was' : 'were'} last heard at ${clockTime(new Date(heardAt))}.`;
  return `${listed(names)} ${names.length === 1 ? 'is' : 'are'} counting.`;
}

/** For users who do not take part: who counts, and the way to count with them. Null for members. */
export function JoinNotice({ work, className }: { work: AuditWork; className?: string }) {
  const { session, mayAct, mayJoin, refresh } = work;
  if (!session || mayAct) return null;
  return (
    <Notice
      variant="info"
      className={className}
      title={session.idleSince ? 'This audit has had no member for an hour' : undefined}
      action={mayJoin && <JoinButton session={session} size="sm" variant="primary" onJoined={refresh} />}
    >
      {whoCounts(session)}{' '}
      {!mayJoin
        ? "You can follow it, but you don't have permission to count."
        : session.idleSince
          ? 'Take it over to go on counting, to complete it or to cancel it.'
          : 'Join to count with them. Every set is counted once.'}
    </Notice>
  );
}
