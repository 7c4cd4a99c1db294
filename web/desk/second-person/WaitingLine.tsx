import { Lock } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Approval } from '../../../shared/approval.ts';
import { NEEDS_NETWORK, NO_APPROVER_CODE } from '../../../shared/approval-words.ts';
import { opensText } from '../../../shared/opens-text.ts';
import { useRead } from '../../api/read.ts';
import { askedBeforeText, isOpen, NEEDS_YES, stateText } from '../../approval/approval-text.ts';
import { AddApprover, CallButton, EmergencyDialog } from '../../approval/approver-actions.tsx';
import type { DueChoice } from '../../custody/due-choices.ts';
import { shortClass } from '../../custody/due-lines.ts';
import { useSession } from '../../session.tsx';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { useServerNow } from '../../zone.ts';
import type { CountedLine } from '../state/verdict.ts';
import type { Desk } from '../work/use-desk.ts';

type Props = {
  desk: Desk;
  line: CountedLine;
  phone: boolean;
  note: string | null;
  /** Attributes of a line that is being sent, and the button that takes it off. */
  lock: object;
  remove: ReactNode;
};

/** A set that waits for a second person: who was asked and until when, and what can be done. */
export function WaitingLine({ desk, line, phone, note, lock, remove }: Props) {
  const { bunch } = line;
  const what = opensText(bunch);
  const earlier = useEarlier(desk, line);
  const actions = <Actions desk={desk} line={line} earlier={earlier} />;
  return (
    <li
      {...lock}
      className={cx(
        'flex gap-3 bg-amber-500/6 py-2 pl-4',
        phone ? 'pr-2' : 'min-h-[57px] flex-wrap items-center pr-2.5',
      )}
    >
      <span className={cx(phone && 'pt-2.5')}>
        <Sign />
      </span>
      <div className={cx('min-w-0 flex-1', phone ? 'pb-2' : 'basis-48')}>
        <p className={phone ? 'flex min-h-11 items-center' : 'truncate text-muted'}>
          <b className="font-semibold wrap-anywhere text-fg">{bunch.identifier}</b>
          {!phone && what && ` · ${what}`}
        </p>
        <p
          role="status"
          className={cx('font-medium text-pretty', shortClass, phone ? 'mb-2 text-label' : 'text-hint')}
        >
          <State desk={desk} line={line} earlier={earlier} />
        </p>
        {note && <p className={cx(shortClass, phone ? 'text-label' : 'text-hint')}>{note}</p>}
        {phone && actions}
      </div>
      {!phone && actions}
      {remove}
    </li>
  );
}

const Sign = () => (
  <span
    className={cx(
      'grid size-5 shrink-0 place-items-center rounded-full bg-amber-500/20 phone:size-6',
      shortClass,
    )}
  >
    <Lock aria-hidden className="size-3 stroke-[2.5]! phone:size-3.5" />
    <span className="sr-only">Waits for a second person</span>
  </span>
);

/** What the user asked about sets of the list before, as on another device, by set; nothing of one that was asked about on this list. */
type Earlier = { own: Approval; all: Approval[] } | null;

function useEarlier({ state, context, waiting }: Desk, { bunch, asked }: CountedLine): Earlier {
  const may = asked === null && state.person !== null && !context.offline;
  const { data } = useRead('getApprovals', {}, { enabled: may });
  if (!may) return null;
  const unasked = new Set(waiting().flatMap((line) => (line.asked ? [] : line.bunch.id)));
  const all = (data?.mine ?? []).filter(
    (one) =>
      one.askedById === context.me &&
      one.kind !== 'switch_off' &&
      one.holder?.id === state.person?.id &&
      unasked.has(one.keyBunch.id) &&
      isOpen(one, context.now),
  );
  const own = all.find(({ keyBunch }) => keyBunch.id === bunch.id);
  return own ? { own, all: all.filter(({ dueAt }) => dueAt === own.dueAt) } : null;
}

type PartProps = Pick<Props, 'desk' | 'line'> & { earlier: Earlier };

function State({ desk: { state, context }, line: { asked, refusal }, earlier }: PartProps): ReactNode {
  const now = useServerNow();
  if (context.offline) return NEEDS_NETWORK;
  if (asked?.state === 'approved' && isOpen(asked, now))
    return `${asked.decidedBy} said yes to another person or due time. Choose it again, or ask again.`;
  if (asked) return stateText(asked, now, context.zone);
  if (earlier) return askedBeforeText(earlier.own, now, context.zone);
  if (refusal) return [refusal.message, refusal.detail].filter(Boolean).join('. ');
  return state.person ? NEEDS_YES : `${NEEDS_YES} Choose who takes it, then ask.`;
}

/** Call, leave the set out or, where the company allows it, go without in an emergency. */
function Actions({ desk, line, earlier }: PartProps) {
  const { state, context, send } = desk;
  const { bunch, key, asked, refusal } = line;
  const session = useSession();
  const [emergency, setEmergency] = useState({ open: false, turn: 0 });
  const mayGoWithout = session.state === 'in' && session.company?.emergencyIssue === true;
  const isAsked = asked?.state === 'waiting' && isOpen(asked, context.now);
  function takeEarlier({ own, all }: NonNullable<Earlier>) {
    const due: DueChoice = own.dueAt ? { kind: 'at', at: Date.parse(own.dueAt) } : { kind: 'none' };
    const purpose = state.purpose.trim() || (own.purpose ?? '');
    send({ type: 'detailsChanged', change: { due, purpose } });
    send({ type: 'asked', approvals: all });
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {earlier && (
        <Button size="sm" aria-label={`Use it: ${bunch.identifier}`} onClick={() => takeEarlier(earlier)}>
          Use it
        </Button>
      )}
      {refusal?.code === NO_APPROVER_CODE && context.may('user:edit') && <AddApprover />}
      {isAsked && <CallButton approvers={asked.approvers} />}
      <span className="flex gap-2">
        <Button
          size="sm"
          aria-label={`Leave it out: ${bunch.identifier}`}
          onClick={() => send({ type: 'lineRemoved', key })}
        >
          Leave it out
        </Button>
        {mayGoWithout && !context.offline && (
          <Button
            size="sm"
            variant="danger"
            className="phone:px-2"
            onClick={() => setEmergency(({ turn }) => ({ open: true, turn: turn + 1 }))}
          >
            Emergency...
          </Button>
        )}
      </span>
      {emergency.turn > 0 && (
        <EmergencyDialog
          key={emergency.turn}
          what={bunch.identifier}
          verb={bunch.status === 'issued' ? 'Hand over' : 'Issue'}
          open={emergency.open}
          onReason={(reason) =>
            send({ type: 'lineChanged', key, change: { emergency: reason, asked: null } })
          }
          onClose={() => setEmergency((last) => ({ ...last, open: false }))}
        />
      )}
    </div>
  );
}
