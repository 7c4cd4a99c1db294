import { ArrowLeftRight, Link2, MapPin, SearchCheck } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { api } from '../../../shared/api.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { firstNameOf } from '../../../shared/user-name.ts';
import { useAction } from '../../api/action.ts';
import { nearClock } from '../../custody/due-lines.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { OptionButton } from '../../ui/form/OptionButton.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import type { DialogState } from '../../ui/overlay/dialog-state.ts';
import type { Line } from '../state/desk-state.ts';
import { lineBound, type Verdict, whatOf } from '../state/verdict.ts';
import { PersonDialog } from './People.tsx';
import { useSuggestions } from './Suggestions.tsx';
import type { Desk, DeskDialog, DeskViewProps } from './use-desk.ts';

const HandOverOrFound = lazy(() =>
  import('../../key-bunch/HandOverOrFound.tsx').then((m) => ({ default: m.HandOverOrFound })),
);

const ReserveDialog = lazy(() =>
  import('../../reservation/ReserveDialog.tsx').then((m) => ({ default: m.ReserveDialog })),
);

const NewPersonDialog = lazy(() =>
  import('../../holder/NewPersonDialog.tsx').then((m) => ({ default: m.NewPersonDialog })),
);

/** The desk's dialogs, one at a time; a set that one of them changed is reloaded. */
export function DeskDialogs({ desk, dialog }: { desk: Desk; dialog: DialogState<DeskDialog> }) {
  const { shown, props, show } = dialog;
  if (!shown) return null;
  const { about, turn } = shown;
  const given = { desk, ...props };
  if (about.kind === 'link') return <LinkToSet key={turn} {...given} line={about.line} />;
  if (about.kind === 'new')
    return (
      <Suspense>
        <NewPersonDialog
          key={turn}
          {...props}
          typed={about.name}
          onPerson={(holder) => desk.send({ type: 'personChosen', holder })}
        />
      </Suspense>
    );
  if (about.kind === 'person')
    return <PersonDialog key={turn} {...given} onNew={(name) => show({ kind: 'new', name })} />;
  if (about.kind === 'later')
    return (
      <Suspense>
        <ReserveDialog
          key={turn}
          {...props}
          about={{ person: about.to, sets: setsOf(desk) }}
          onReserved={() => desk.send({ type: 'startedOver' })}
        />
      </Suspense>
    );
  const { id } = about.bunch;
  return (
    <Suspense>
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
    </Suspense>
  );
}

/** The sets of the list in scan order, also those that can't be issued now. */
const setsOf = ({ state }: Desk): KeyBunch[] => state.lines.flatMap(({ bunch }) => bunch ?? []).reverse();

type LinkToSetProps = { desk: Desk; line: Line; open: boolean; onClose: () => void; onClosed: () => void };

/** Links an unknown code to a set, as its label or NFC tag; the line then shows that set. */
function LinkToSet({ desk, line, open, onClose, onClosed }: LinkToSetProps) {
  const link = useAction('linkNfc');
  const label = useAction('linkLabel');
  const pending = link.pending || label.pending;
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<KeyBunch | null>(null);
  const { sets } = useSuggestions(text, null);

  async function submit() {
    if (!chosen) return;
    const params = { id: chosen.id };
    const linked = line.blank
      ? await label.run({ params, body: { code: line.blank } })
      : await link.run({ params, body: { nfcSerial: line.code } });
    if (!linked.ok) return;
    desk.send({ type: 'linked', key: line.key, bunch: 'id' in linked.reply ? linked.reply : chosen });
    onClose();
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title="Link to a set"
      description={
        line.blank
          ? 'The label now opens this set. Its previous label, if any, no longer works.'
          : `${line.code} is now the NFC tag of this set.`
      }
      sending={pending}
      onSubmit={submit}
      foot={
        <Button type="submit" variant="primary" disabled={!chosen} pending={pending}>
          {chosen ? `Link to ${chosen.identifier}` : 'Link'}
        </Button>
      }
    >
      <div className="flex min-h-60 flex-col gap-3">
        <Field label="Set" hint="Its ID, tag or what it opens">
          <Input value={text} autoComplete="off" onChange={(event) => setText(event.target.value)} />
        </Field>
        {sets[0]?.meant !== undefined && <p className="text-hint text-muted">Did you mean</p>}
        {sets.map((bunch) => (
          <OptionButton
            key={bunch.id}
            pressed={chosen?.id === bunch.id}
            onClick={() => setChosen(bunch)}
            className="h-auto! min-h-11 justify-start! text-left"
          >
            <span className="min-w-0 truncate">
              {bunch.identifier} <span className="font-normal text-muted">{whatOf(bunch)}</span>
            </span>
          </OptionButton>
        ))}
      </div>
    </Dialog>
  );
}

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
        Hand over to {firstNameOf(to.name)}
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
