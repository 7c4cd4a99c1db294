import { useState } from 'react';
import { contentsOf } from '../../shared/opens-text.ts';
import type { OneRoomHandover, RoomOut } from '../../shared/room-handover.ts';
import { dueText, lengthOf, overdueClass } from '../custody/due-lines.ts';
import { linkClass } from '../ui/classes.ts';
import { cx } from '../ui/cx.ts';
import { useNow, useZone } from '../zone.ts';
import { Step, StepLine } from './Step.tsx';
import { useMomentText, useNowOf } from './use-now-of.ts';

/** The third step: what is out, to be read aloud or handed over on paper. */
export function OutStep({ handover }: { handover: OneRoomHandover }) {
  const { out, figures, state } = handover;
  const at = useNowOf(handover);
  const [shown, setShown] = useState(state !== 'open');
  const total = figures?.out ?? out.length;
  return (
    <Step
      number={3}
      title="Out and overdue"
      state={state === 'open' ? 'later' : 'done'}
      right={
        <>
          <span>
            {total === 0 ? 'Every set is in.' : `${total.toLocaleString()} out`}
            {total > 0 && <span className="phone:hidden">, read aloud or on paper</span>}
          </span>
          {out.length > 0 && (
            <button
              type="button"
              aria-expanded={shown}
              className={linkClass}
              onClick={() => setShown(!shown)}
            >
              {shown ? 'Hide' : 'Show'}
            </button>
          )}
        </>
      }
    >
      {shown && out.length > 0 && (
        <ul>
          {out.map((one) => (
            <li key={one.keyBunchId}>
              <OutLine one={one} at={at} isOpen={state === 'open'} />
            </li>
          ))}
          {total > out.length && (
            <li>
              <StepLine className="text-hint text-muted">
                and {(total - out.length).toLocaleString()} more
              </StepLine>
            </li>
          )}
        </ul>
      )}
    </Step>
  );
}

/** A set that is out, as it was at `at` (epoch ms); days are worded as of now. */
function OutLine({ one, at, isOpen }: { one: RoomOut; at: number; isOpen: boolean }) {
  const [now, zone, moment] = [useNow(), useZone(), useMomentText()];
  const dueAt = one.dueAt === null ? null : Date.parse(one.dueAt);
  const asSigned = (due: number) =>
    due < at
      ? { text: `${lengthOf(at - due)} overdue`, overdue: true }
      : { text: `due ${moment(due)}`, overdue: false };
  const due = dueAt === null ? null : isOpen ? dueText(dueAt, now, zone, true) : asSigned(dueAt);
  const since = moment(Date.parse(one.since));
  return (
    <StepLine className="grid grid-cols-[8rem_minmax(0,1fr)_auto] items-baseline gap-x-3 phone:grid-cols-[minmax(0,1fr)_auto]">
      <b className="truncate font-semibold">{one.identifier}</b>
      <span className="min-w-0 wrap-anywhere phone:col-span-2 phone:row-start-2">
        {one.holder}
        <span className="text-muted">
          {one.organisation && `, ${one.organisation}`} · since {since} · {contentsOf(one)}
        </span>
      </span>
      <span className={cx('text-right', due?.overdue ? overdueClass : !due && 'text-muted')}>
        {due?.text ?? 'No time'}
      </span>
    </StepLine>
  );
}
