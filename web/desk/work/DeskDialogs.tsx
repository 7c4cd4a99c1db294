import { ArrowLeftRight, Link2, MapPin, SearchCheck } from 'lucide-react';
import { api } from '../../../shared/api.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { firstNameOf } from '../../../shared/user-name.ts';
import { useAction } from '../../api/action.ts';
import { nearClock } from '../../custody/due-lines.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { OptionButton } from '../../ui/form/OptionButton.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import type { DialogState } from '../../ui/overlay/dialog-state.ts';
import type { Line } from '../state/desk-state.ts';
import { lineBound, type Verdict } from '../state/verdict.ts';
import { PersonDialog } from './People.tsx';
import type { Desk, DeskDialog, DeskViewProps } from './use-desk.ts';

const HandOverOrFound = lazyDialog(() => import('../../key-bunch/HandOverOrFound.tsx'), 'HandOverOrFound');
const ReserveDialog = lazyDialog(() => import('../../reservation/ReserveDialog.tsx'), 'ReserveDialog');
const LinkToSet = lazyDialog(() => import('./LinkToSet.tsx'), 'LinkToSet');
const NewPersonDialog = lazyDialog(() => import('../../holder/NewPersonDialog.tsx'), 'NewPersonDialog');

/** The desk's dialogs, one at a time; a set that one of them changed is reloaded. */
export function DeskDialogs({ desk, dialog }: { desk: Desk; dialog: DialogState<DeskDialog> }) {
  const { shown, props, show } = dialog;
  if (!shown) return null;
  const { about, turn } = shown;
  const given = { desk, ...props };
  if (about.kind === 'link') return <LinkToSet key={turn} {...given} line={about.line} />;
  if (about.kind === 'new')
    return (
      <NewPersonDialog
        key={turn}
        {...props}
        typed={about.name}
        onPerson={(holder) => desk.send({ type: 'personChosen', holder })}
      />
    );
  if (about.kind === 'person')
    return <PersonDialog key={turn} {...given} onNew={(name) => show({ kind: 'new', name })} />;
  if (about.kind === 'later')
    return (
      <ReserveDialog
        key={turn}
        {...props}
        about={{ person: about.to, sets: setsOf(desk) }}
        onReserved={() => desk.send({ type: 'startedOver' })}
      />
    );
  const { id } = about.bunch;
  return (
    <HandOverOrFound
      key={turn}
      kind={about.kind}
      id={id}
      {...props}
      onClosed={() => {
        props.onClosed();
        desk.lookAgain(id);
      }}
      {...(about.kind === 'handOver' && {
        recipient: about.to,
        onHandedOver: () => desk.send({ type: 'handedOver', id }),
      })}
    />
  );
}

/** The sets of the list in scan order, also those that can't be issued now. */
const setsOf = ({ state }: Desk): KeyBunch[] => state.lines.flatMap(({ bunch }) => bunch ?? []).reverse();

type WayOutProps = Pick<DeskViewProps, 'desk' | 'onDialog'> & { line: Line; verdict: Verdict };

/** The action that resolves a refused line, for users permitted to take it. */
export function WayOut({
  desk: { context, state, location, lookAgain, send },
  line,
  verdict,
  onDialog,
}: WayOutProps) {
  const { bunch } = line;
  const { may } = context;
  if (verdict.kind === 'unknown' && may('key:edit'))
    return (
      <Button size="sm" icon={Link2} onClick={() => onDialog({ kind: 'link', line })}>
        Link to a set
      </Button>
    );
  if (!bunch) return null;
  if (verdict.kind === 'missing' && may('key:edit'))
    return (
      <Button size="sm" icon={SearchCheck} onClick={() => onDialog({ kind: 'found', bunch })}>
        Mark as found
      </Button>
    );
  if (verdict.kind === 'reserved') {
    const bound = lineBound(line, state, context);
    const at = bound && !bound.isOwn && bound.latest > context.now ? bound.latest : null;
    return (
      <div className="flex flex-wrap gap-2">
        {at !== null && (
          <Button
            size="sm"
            onClick={() => send({ type: 'detailsChanged', change: { due: { kind: 'at', at } } })}
          >
            Due {nearClock(at, context.now, context.zone)}
          </Button>
        )}
        <OverButton line={line} send={send} />
      </div>
    );
  }
  const to = state.person;
  if (verdict.kind === 'out' && to && to.id !== bunch.holder?.id && may(api.handOver.needs as 'key:issue'))
    return (
      <Button size="sm" icon={ArrowLeftRight} onClick={() => onDialog({ kind: 'handOver', bunch, to })}>
        <span className="block max-w-40 truncate">Hand over to {firstNameOf(to.name)}</span>
      </Button>
    );
  return verdict.kind === 'elsewhere' && location.chosen && may('key:move') ? (
    <MoveHere id={bunch.id} to={location.chosen.id} onMoved={lookAgain} />
  ) : null;
}

type OverProps = { line: Line; send: Desk['send']; className?: string };

/** The choice to issue a set although another person has reserved it. */
export const OverButton = ({ line, send, className }: OverProps) => (
  <OptionButton
    pressed={line.isOver}
    className={cx('h-8! shrink-0 px-3! text-label! touch:h-11!', className)}
    onClick={() => send({ type: 'lineChanged', key: line.key, change: { isOver: !line.isOver } })}
  >
    Issue over it
  </OptionButton>
);

/** Registers a set at this location so that it can be issued. */
function MoveHere({ id, to, onMoved }: { id: number; to: number; onMoved: (id: number) => void }) {
  const move = useAction('moveKeyBunch');
  return (
    <Button
      size="sm"
      icon={MapPin}
      pending={move.pending}
      onClick={() => void move.run({ params: { id }, body: { toLocationId: to } }).then(() => onMoved(id))}
    >
      Move here
    </Button>
  );
}
