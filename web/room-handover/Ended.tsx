import { Link } from '@tanstack/react-router';
import { grouped } from '../../shared/anchor-words.ts';
import type { OneRoomHandover, RoomPerson } from '../../shared/room-handover.ts';
import { checkText, whenText } from '../../shared/room-handover-text.ts';
import { sinceClock } from '../custody/due-lines.ts';
import { buttonClass } from '../ui/button-class.ts';
import { Notice } from '../ui/Notice.tsx';
import { Facts, Panel, PanelHead } from '../ui/Panel.tsx';
import { useNow, useZone } from '../zone.ts';
import { useMomentText } from './use-handover.ts';

/** That the handover is over, and how it ended. */
export function Ended({ handover }: { handover: OneRoomHandover }) {
  const [now, zone] = [useNow(), useZone()];
  const { state, incoming, closedAt, cancelledAt, cancelledBy, location } = handover;
  const clock = (at: string | null) => (at ? sinceClock(Date.parse(at), now, zone) : '');
  if (state === 'open') return null;
  const newest = (
    <Link
      to="/room-handovers"
      search={{ location: String(location.id) }}
      data-button=""
      className={buttonClass({ size: 'sm' })}
    >
      All handovers
    </Link>
  );
  if (state === 'cancelled')
    return (
      <Notice variant="warning" title="This handover was cancelled" className="mb-4" action={newest}>
        By {cancelledBy ?? 'a user'}, {clock(cancelledAt)}. The shift went on. No figures were fixed, and
        there is no sheet.
      </Notice>
    );
  return (
    <Notice
      variant="success"
      title={`${incoming?.name ?? 'The incoming person'} took over ${whenText(Date.parse(closedAt ?? ''), now, zone)}`}
      className="mb-4"
      action={newest}
    >
      Figures and lists are as they were signed. They can't be changed.
    </Notice>
  );
}

/** What is kept of a cancelled handover: who began it, who had signed, and who cancelled it. Figures and lists were never fixed. */
export function Cancelled({ handover }: { handover: OneRoomHandover }) {
  const moment = useMomentText();
  const { outgoing, incoming, aloneReason, startedAt, cancelledAt, cancelledBy, check, notes } = handover;
  const named = (name: string | undefined, at: string | null) =>
    [name ?? 'A user', at && moment(Date.parse(at))].filter(Boolean).join(', ');
  const signed = (person: RoomPerson | null) =>
    person?.signedAt && (
      <>
        {named(person.name, person.signedAt)}
        <span className="block text-tiny text-muted">
          SHA-256 of what was signed
          <span className="block font-mono">{grouped(person.sha256 ?? '')}</span>
        </span>
      </>
    );
  return (
    <Panel aria-label="What is kept of it">
      <PanelHead title="What is kept of it" />
      <Facts
        facts={[
          ['Begun by', named((outgoing ?? incoming)?.name, startedAt)],
          ['Alone', aloneReason],
          ['Count', check && checkText(check, moment)],
          ['Notes', notes],
          ['Signed by', signed(outgoing) ?? 'Not signed'],
          ['Cancelled by', named(cancelledBy ?? undefined, cancelledAt)],
        ]}
      />
    </Panel>
  );
}
