import { Lock } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { NEEDS_NETWORK } from '../../../shared/approval-words.ts';
import { opensText } from '../../../shared/opens-text.ts';
import { isOpen, NEEDS_YES, stateText } from '../../approval/approval-text.ts';
import { CallButton } from '../../approval/CallButton.tsx';
import { EmergencyDialog } from '../../approval/EmergencyDialog.tsx';
import { useServerNow } from '../../approval/use-server-now.ts';
import { shortClass } from '../../custody/due-lines.ts';
import { useSession } from '../../session.tsx';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
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
  const actions = <Actions desk={desk} line={line} />;
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
      <div className={cx('min-w-0 flex-1', phone ? 'pb-2' : 'basis-64')}>
        <p className={phone ? 'flex min-h-11 items-center' : 'truncate text-muted'}>
          <b className="font-semibold wrap-anywhere text-fg">{bunch.identifier}</b>
          {!phone && what && ` · ${what}`}
        </p>
        <p
          role="status"
          className={cx('font-medium text-pretty', shortClass, phone ? 'mb-2 text-label' : 'text-hint')}
        >
          <State desk={desk} line={line} />
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

function State({
  desk: { state, context },
  line: { asked, refusal },
}: Pick<Props, 'desk' | 'line'>): ReactNode {
  const now = useServerNow();
  if (context.offline) return NEEDS_NETWORK;
  if (asked?.state === 'approved' && isOpen(asked, now))
    return `${asked.decidedBy} said yes to another person or due time. Choose it again, or ask again.`;
  if (asked) return stateText(asked, now, context.zone);
  if (refusal) return [refusal.message, refusal.detail].filter(Boolean).join('. ');
  return state.person ? NEEDS_YES : `${NEEDS_YES} Choose who takes it, then ask.`;
}

/** Call, leave the set out or, where the company allows it, go without in an emergency. */
function Actions({ desk, line }: Pick<Props, 'desk' | 'line'>) {
  const { context, send } = desk;
  const { bunch, key, asked } = line;
  const session = useSession();
  const [emergency, setEmergency] = useState({ open: false, turn: 0 });
  const mayGoWithout = session.state === 'in' && session.company?.emergencyIssue === true;
  const isAsked = asked?.state === 'waiting' && isOpen(asked, context.now);
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isAsked && <CallButton approvers={asked.approvers} />}
      {mayGoWithout && !context.offline && (
        <Button
          size="sm"
          variant="danger"
          onClick={() => setEmergency(({ turn }) => ({ open: true, turn: turn + 1 }))}
        >
          Emergency...
        </Button>
      )}
      <Button
        size="sm"
        aria-label={`Leave it out: ${bunch.identifier}`}
        onClick={() => send({ type: 'lineRemoved', key })}
      >
        Leave it out
      </Button>
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
