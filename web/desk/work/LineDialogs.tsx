import { ArrowLeftRight, Link2, MapPin, SearchCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { api } from '../../../shared/api.ts';
import type { Holder } from '../../../shared/holder.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { useAction } from '../../api/action.ts';
import type { KeyBunchDialog } from '../../key-bunch/BunchDialog.tsx';
import { KeyBunchDialogs } from '../../key-bunch/KeyBunchDialogs.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { OptionButton } from '../../ui/form/OptionButton.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { type DialogState, useDialogState } from '../../ui/overlay/dialog-state.ts';
import type { Line } from '../state/desk-state.ts';
import { type Verdict, whatOf } from '../state/verdict.ts';
import type { Desk } from './use-desk.ts';
import { useSuggestions } from './use-suggestions.ts';

/** The open dialog about a line. */
export type LineDialog =
  | { kind: 'handOver'; bunch: KeyBunch; to: Holder }
  | { kind: 'found'; bunch: KeyBunch }
  | { kind: 'link'; line: Line };

/** The dialogs opened from refused lines; changed sets are reloaded. */
export function LineDialogs({ desk, state }: { desk: Desk; state: DialogState<LineDialog> }) {
  const { shown, props } = state;
  if (!shown) return null;
  const { about, turn } = shown;
  if (about.kind === 'link') return <LinkToSet key={turn} desk={desk} line={about.line} {...props} />;
  return <AsElsewhere key={turn} desk={desk} about={about} onClosed={props.onClosed} />;
}

type Props = { desk: Desk; about: Exclude<LineDialog, { kind: 'link' }>; onClosed: () => void };

/** The shared dialogs Hand over and Mark as found. */
function AsElsewhere({ desk, about, onClosed }: Props) {
  const dialogs = useDialogState<KeyBunchDialog>();
  const { show } = dialogs;
  const { send } = desk;
  useEffect(() => {
    const { id } = about.bunch;
    if (about.kind === 'found') show({ kind: 'found', id });
    else
      show({
        kind: 'handOver',
        id,
        recipient: about.to,
        onHandedOver: () => send({ type: 'handedOver', id }),
      });
  }, [show, send, about]);
  const watched = {
    ...dialogs,
    props: {
      ...dialogs.props,
      onClosed: () => {
        dialogs.props.onClosed();
        desk.lookAgain(about.bunch.id);
        onClosed();
      },
    },
  };
  return <KeyBunchDialogs state={watched} />;
}

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

type WayOutProps = { desk: Desk; line: Line; verdict: Verdict; onDialog: (dialog: LineDialog) => void };

/** The action that resolves a refused line, for users permitted to take it. */
export function WayOut({ desk, line, verdict, onDialog }: WayOutProps) {
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
