import { useState } from 'react';
import { contentsOf } from '../../shared/opens-text.ts';
import type { OneRoomHandover, RoomOut } from '../../shared/room-handover.ts';
import { DueText, OutSince } from '../custody/CustodyText.tsx';
import { linkClass } from '../ui/classes.ts';
import { cx } from '../ui/cx.ts';
import { Step, StepLine } from './Step.tsx';

/** The third step: what is out, to be read aloud or handed over on paper. */
export function OutStep({ handover }: { handover: OneRoomHandover }) {
  const { out, figures, state } = handover;
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
              <OutLine one={one} isOpen={state === 'open'} />
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

const OutLine = ({ one, isOpen }: { one: RoomOut; isOpen: boolean }) => (
  <StepLine
    className={cx(
      'grid grid-cols-[8rem_minmax(0,1fr)_auto] items-baseline gap-x-3 phone:grid-cols-[minmax(0,1fr)_auto]',
    )}
  >
    <b className="truncate font-semibold">{one.identifier}</b>
    <span className="min-w-0 phone:col-span-2 phone:row-start-2">
      {one.holder}
      <span className="text-muted">
        {one.organisation && ` ${one.organisation}`} · since <OutSince at={one.since} inline /> ·{' '}
        {contentsOf(one)}
      </span>
    </span>
    <span className="text-right">
      {one.dueAt ? <DueText at={one.dueAt} narrow={isOpen} /> : <span className="text-muted">No time</span>}
    </span>
  </StepLine>
);
