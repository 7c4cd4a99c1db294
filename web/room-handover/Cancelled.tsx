import { grouped } from '../../shared/anchor-words.ts';
import type { OneRoomHandover, RoomPerson } from '../../shared/room-handover.ts';
import { checkText } from '../../shared/room-handover-text.ts';
import { Facts, Panel, PanelHead } from '../ui/Panel.tsx';
import { useMomentText } from './use-now-of.ts';

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
