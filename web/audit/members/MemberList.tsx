import { fullName } from '../../../shared/user-name.ts';
import { useMe } from '../../session.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { useClock } from '../../zone.ts';
import { memberState, partName } from '../audit-members.ts';
import { partCounts } from '../checklist-order.ts';
import type { AuditWork } from '../use-audit-session.ts';

/** Everyone who counts or counted, with what they did last, their part and how far it is. */
export function MemberList({ work }: { work: AuditWork }) {
  useClock();
  const me = useMe();
  const { session, parts } = work;
  const counts = partCounts(work);
  const members = (session?.members ?? []).filter(({ leftAt, counted }) => leftAt === null || counted > 0);
  return (
    <ul aria-label="Who is here" className="divide-y">
      {members.map((member) => {
        const name = fullName(member.user);
        const { text, unheard } = memberState(member);
        const own = parts.flatMap((part, index) => (part.userId === member.userId ? [index] : []));
        return (
          <li
            key={member.userId}
            className={cx('flex min-h-14 items-center gap-3 px-4 py-2', member.leftAt && 'opacity-70')}
          >
            <Avatar name={name} size={32} tone={member.userId === me.id ? 'primary' : 'soft'} />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-medium">
                {name}
                {member.userId === me.id && <span className="font-normal text-muted"> · you</span>}
              </span>
              <span
                className={cx(
                  'block text-hint text-pretty tabular-nums',
                  unheard ? 'text-amber-800 dark:text-amber-300' : 'text-muted',
                )}
              >
                {own.length > 0 && member.counted > 0 && `${member.counted.toLocaleString()} counted · `}
                {text}
              </span>
            </span>
            <span className="max-w-28 shrink-0 text-right text-hint text-muted tabular-nums">
              {own.length === 0 && `${member.counted.toLocaleString()} counted`}
              {own.map((index) => (
                <span key={index} className="block">
                  <span className="block font-medium text-fg">
                    {partName(parts[index] ?? { from: null, to: null })}
                  </span>
                  {(counts[index]?.all ?? 0) - (counts[index]?.left ?? 0)} of {counts[index]?.all ?? 0}
                </span>
              ))}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
