import { ArrowLeftRight, Link2, MapPin, SearchCheck } from 'lucide-react';
import { api } from '../../../shared/api.ts';
import { useAction } from '../../api/action.ts';
import { Button } from '../../ui/Button.tsx';
import type { Line } from '../state/desk-state.ts';
import type { Verdict } from '../state/verdict.ts';
import type { Desk } from '../work/use-desk.ts';
import type { LineDialog } from './line-dialog.ts';

type Props = { desk: Desk; line: Line; verdict: Verdict; onDialog: (dialog: LineDialog) => void };

/** The action that resolves a refused line, for users permitted to take it. */
export function WayOut({ desk, line, verdict, onDialog }: Props) {
  const { around, state, place } = desk;
  const { bunch } = line;
  const { may } = around;
  if (verdict.kind === 'unknown')
    return may('key:edit') ? (
      <Button size="sm" icon={Link2} onClick={() => onDialog({ kind: 'link', line })}>
        Link to a set
      </Button>
    ) : null;
  if (!bunch) return null;
  if (verdict.kind === 'missing')
    return may('key:edit') ? (
      <Button size="sm" icon={SearchCheck} onClick={() => onDialog({ kind: 'found', bunch })}>
        Mark as found
      </Button>
    ) : null;
  if (verdict.kind === 'out') {
    const to = state.person;
    if (!to || to.id === bunch.holder?.id || !may(api.handOver.needs as 'key:issue')) return null;
    return (
      <Button size="sm" icon={ArrowLeftRight} onClick={() => onDialog({ kind: 'handOver', bunch, to })}>
        Hand over to {to.name.split(' ')[0]}
      </Button>
    );
  }
  return verdict.kind === 'elsewhere' && place.place && may('key:move') ? (
    <MoveHere desk={desk} id={bunch.id} to={place.place.id} />
  ) : null;
}

/** Registers a set at this location so that it can be issued. */
function MoveHere({ desk, id, to }: { desk: Desk; id: number; to: number }) {
  const move = useAction('moveKeyBunch');
  return (
    <Button
      size="sm"
      icon={MapPin}
      pending={move.pending}
      onClick={() =>
        void move.run({ params: { id }, body: { toLocationId: to } }).then(() => desk.lookAgain(id))
      }
    >
      Move here
    </Button>
  );
}
