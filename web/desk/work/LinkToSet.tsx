import { useState } from 'react';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { useAction } from '../../api/action.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { OptionButton } from '../../ui/form/OptionButton.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import type { Line } from '../state/desk-state.ts';
import { whatOf } from '../state/verdict.ts';
import { useSuggestions } from './Suggestions.tsx';
import type { Desk } from './use-desk.ts';

type LinkToSetProps = { desk: Desk; line: Line; open: boolean; onClose: () => void; onClosed: () => void };

/** Links an unknown code to a set, as its label or NFC tag; the line then shows that set. */
export function LinkToSet({ desk, line, open, onClose, onClosed }: LinkToSetProps) {
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
