import { useLocation } from '@tanstack/react-router';
import { TriangleAlert, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Approval } from '../../shared/approval.ts';
import { useRead } from '../api/read.ts';
import { store, stored } from '../api/storage.ts';
import { clockTime } from '../format.ts';
import { useMe } from '../session.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import { aboveFoot } from '../ui/FootBar.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { useServerNow } from '../zone.ts';
import { Ends } from './ApprovalsPage.tsx';
import { isOpen } from './approval-text.ts';
import { isSameGroup, type QuestionGroup, questionGroups, setsText } from './question-groups.ts';
import { useQuestionSheet } from './use-question-sheet.tsx';

/** Over every page of an approver: a question that waits for their yes, else an emergency that they have not seen. */
export function ApprovalNotice() {
  const { data } = useRead('getApprovals');
  const { shown, show, sheet } = useQuestionSheet(data?.waiting ?? []);
  const path = useLocation({ select: ({ pathname }) => pathname });
  return (
    <>
      {data && !path.startsWith('/approvals') && (
        <Cards
          waiting={data.waiting.filter((one) => !shown || !isSameGroup(shown, [one]))}
          emergencies={data.emergencies}
          onLook={show}
        />
      )}
      {sheet}
    </>
  );
}

type CardsProps = {
  waiting: readonly Approval[];
  emergencies: readonly Approval[];
  onLook: (group: QuestionGroup) => void;
};

function Cards({ waiting, emergencies, onLook }: CardsProps) {
  const me = useMe();
  const now = useServerNow();
  const [aside, setAside] = useState<readonly number[]>([]);
  const seen = useSeen(me.id);
  const groups = questionGroups(waiting.filter((one) => isOpen(one, now) && !aside.includes(one.id)));
  const [group] = groups;
  const [emergency] = emergencies.filter(
    ({ id, askedById }) => askedById !== me.id && !seen.ids.includes(id),
  );
  const first = group?.[0];
  if (group && first)
    return (
      <Card
        lead={<Avatar name={first.askedBy} size={32} />}
        title={`${first.askedBy} asks for your yes`}
        onAside={() => setAside((before) => [...before, ...group.map(({ id }) => id)])}
        action={
          <Button size="sm" variant="primary" onClick={() => onLook(group)}>
            Look
          </Button>
        }
      >
        {setsText(group)}
        {first.holder && ` to ${first.holder.name}`}
        {'\u00a0· '}
        <Ends at={first.expiresAt} />
        {groups.length > 1 && ` · ${groups.length - 1} more`}
      </Card>
    );
  if (!emergency) return null;
  return (
    <Card
      lead={<TriangleAlert aria-hidden className="size-5 shrink-0 text-red-700 dark:text-red-300" />}
      title={`${emergency.keyBunch.identifier} left without a second person`}
      onAside={() => seen.add(emergency.id)}
    >
      {emergency.askedBy}
      {emergency.holder && ` to ${emergency.holder.name}`}, {clockTime(emergency.askedAt)}:{' '}
      {emergency.emergencyReason}
      {emergency.undoneAt && <b className="font-medium">. Undone {clockTime(emergency.undoneAt)}</b>}
    </Card>
  );
}

/** The emergencies that this user has put aside on this device. */
function useSeen(userId: number) {
  const key = `keyhold.emergencies.${userId}`;
  const [ids, setIds] = useState<readonly number[]>(() => idsIn(stored(key)));
  return {
    ids,
    add(id: number) {
      const next = [...ids, id].slice(-50);
      setIds(next);
      store(key, JSON.stringify(next));
    },
  };
}

function idsIn(text: string | null): number[] {
  try {
    const read: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(read) ? read.map(Number) : [];
  } catch {
    return [];
  }
}

type CardProps = {
  lead: ReactNode;
  title: string;
  children: ReactNode;
  action?: ReactNode;
  onAside: () => void;
};

/** A card at the bottom of the window, away from heads and menus, that takes no focus. */
const Card = ({ lead, title, children, action, onAside }: CardProps) => (
  <section
    ref={aboveFoot}
    role="status"
    aria-label="For your approval"
    className="fixed bottom-[calc(var(--foot-height,0px)+24px)] left-6 z-40 flex w-[420px] items-center gap-3 rounded-xl border border-amber-600/40 bg-panel py-2.5 pr-2 pl-4 shadow-toast phone:inset-x-3 phone:bottom-[calc(var(--foot-height,env(safe-area-inset-bottom))+12px)] phone:w-auto print:hidden"
  >
    {lead}
    <p className="min-w-0 flex-1">
      <b className="block font-semibold wrap-anywhere">{title}</b>
      <span className="block text-hint text-pretty text-muted wrap-anywhere">{children}</span>
    </p>
    {action}
    <IconButton icon={X} label="Later" onClick={onAside} />
  </section>
);
