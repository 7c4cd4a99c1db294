import { ChevronRight } from 'lucide-react';
import type { Actor } from '../../../shared/actor.ts';
import type { AuditMember } from '../../../shared/audit.ts';
import { fullName } from '../../../shared/user-name.ts';
import { untilLoaded } from '../../api/connection.ts';
import { useMe } from '../../session.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { linkClass } from '../../ui/classes.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { useDialogState } from '../../ui/overlay/dialog-state.ts';
import { Panel, PanelHead } from '../../ui/Panel.tsx';
import { partName, withText } from '../audit-members.ts';
import { partCounts } from '../checklist-order.ts';
import type { AuditWork } from '../use-audit-session.ts';
import { MemberList } from './MemberList.tsx';

/** Loads the dialog about members. */
export const loadMembers = () => import('./MembersDialog.tsx');
export const MembersDialog = lazyDialog(() => untilLoaded(loadMembers), 'MembersDialog');

type Props = { work: AuditWork };

/** The members on a desktop, beside the list; the split opens in a dialog. */
export function MembersPanel({ work }: Props) {
  const dialog = useDialogState<null>();
  const { members, mayAct } = work;
  return (
    <Panel aria-label="Who is here">
      <PanelHead
        title="Who is here"
        count={members.length}
        right={
          mayAct && (
            <button type="button" className={linkClass} onClick={() => dialog.show(null)}>
              Split or leave
            </button>
          )
        }
      />
      <MemberList work={work} />
      {members.length < 2 && (
        <p className="border-t px-4 py-3 text-hint text-pretty text-muted">
          Others who audit this location can join under Audit.
        </p>
      )}
      {dialog.shown && <MembersDialog key={dialog.shown.turn} work={work} {...dialog.props} />}
    </Panel>
  );
}

/**
 * One row with who counts and what is left of the user's part, where there is no panel of members. Members who count alone have it too, so
 * that nothing moves when a colleague joins; null for users who do not take part.
 */
export function MembersRow({ work }: Props) {
  const me = useMe();
  const dialog = useDialogState<null>();
  const counts = partCounts(work);
  const { members, parts, mayAct } = work;
  const others = withText(members, me.id);
  const mine = parts.findIndex(({ userId }) => userId === me.id);
  const part = parts[mine];
  if (!mayAct && !dialog.shown) return null;
  return (
    <>
      {mayAct && (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => dialog.show(null)}
          className="flex min-h-11 w-full items-center gap-2.5 rounded-xl border bg-panel px-3 text-left shadow-xs active:bg-soft"
        >
          <Avatars members={members} />
          <span className="min-w-0 flex-1 py-1 text-sm text-pretty">
            {part ? (
              <>
                {counts[mine]?.left ?? 0} left in your part, <b className="font-semibold">{partName(part)}</b>
              </>
            ) : (
              (others?.replace(/^w/, 'W') ?? 'Only you count here')
            )}
          </span>
          <ChevronRight aria-hidden className="size-4 text-muted" />
        </button>
      )}
      {dialog.shown && <MembersDialog key={dialog.shown.turn} work={work} {...dialog.props} />}
    </>
  );
}

/** Avatars drawn before "+2". */
const DRAWN = 4;

/** The initials of several members, overlapping; their names must be beside it. */
export function Avatars({ members }: { members: readonly AuditMember[] }) {
  const me = useMe();
  const more = members.length - DRAWN;
  return (
    <span aria-hidden className="flex shrink-0 items-center">
      {members.slice(0, DRAWN).map(({ userId, user }) => (
        <Avatar
          key={userId}
          name={fullName(user)}
          size={24}
          className={`-ml-1 bg-panel! ring-1 ring-panel first:ml-0 ${userId === me.id ? 'text-link!' : ''}`}
        />
      ))}
      {more > 0 && <span className="ml-1 text-hint text-muted tabular-nums">+{more}</span>}
    </span>
  );
}

type AvatarsProps = {
  seen: { userId: number; user: Actor | null } | null;
  /** Says the name to screen readers, where no text beside it does. */
  spoken?: boolean;
};

/** Initials of the user who counted a set. */
export function CountedByMark({ seen, spoken = true }: AvatarsProps) {
  const me = useMe();
  if (!seen?.user) return null;
  const own = seen.userId === me.id;
  return (
    <>
      <Avatar name={fullName(seen.user)} size={24} tone={own ? 'primary' : 'soft'} />
      {spoken && <span className="sr-only"> by {own ? 'you' : fullName(seen.user)}</span>}
    </>
  );
}
