import { ArrowLeftRight, ArrowRight } from 'lucide-react';
import { useState } from 'react';
import type { Holder } from '../../../shared/holder.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { useAction } from '../../api/action.ts';
import { dueText } from '../../due-text.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Textarea } from '../../ui/form/Textarea.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { DueChips } from '../rail/DueChips.tsx';
import type { DueChoice } from '../state/desk-state.ts';
import { dueToSend } from '../state/due-choices.ts';
import { whatOf } from '../state/verdict.ts';
import type { Desk } from '../work/use-desk.ts';

type Props = {
  desk: Desk;
  bunch: KeyBunch;
  to: Holder;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
};

/** From one holder to another, without coming back to the cabinet. */
export function HandOverDialog({ desk, bunch, to, open, onClose, onClosed }: Props) {
  const handOver = useAction('handOver');
  const [due, setDue] = useState<DueChoice>({ kind: 'rule' });
  const [notes, setNotes] = useState('');
  const { now, zone } = desk.around;

  async function submit() {
    // Without a choice the time that holds stays.
    const dueAt = dueToSend(due, Date.now());
    const done = await handOver.run({
      params: { id: bunch.id },
      body: { holderId: to.id, notes, ...(dueAt !== undefined && { dueAt }) },
    });
    desk.lookAgain(bunch.id);
    if (!done.ok) return;
    desk.send({ type: 'handedOver', id: bunch.id });
    onClose();
  }

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title={`Hand over ${bunch.identifier}`}
      description={whatOf(bunch) || undefined}
      sending={handOver.pending}
      onSubmit={submit}
      footLeft="The tag stays broken."
      foot={
        <Button type="submit" variant="primary" icon={ArrowLeftRight} pending={handOver.pending}>
          Hand over to {to.name}
        </Button>
      }
    >
      <div className="flex flex-col gap-5">
        <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-center gap-3 rounded-xl border p-3">
          <Who
            name={bunch.holder?.name ?? ''}
            note={bunch.dueAt ? dueText(Date.parse(bunch.dueAt), now, zone).text : 'no time'}
          />
          <ArrowRight aria-label="to" className="size-4 text-muted" />
          <Who name={to.name} note={to.organisation ?? ''} />
        </div>
        <DueChips
          desk={desk}
          bunches={[]}
          due={due}
          onDue={setDue}
          kept={bunch.dueAt ? 'As it is' : undefined}
        />
        <Field label="Notes" optional>
          <Textarea value={notes} onChange={(event) => setNotes(event.target.value)} />
        </Field>
      </div>
    </Dialog>
  );
}

const Who = ({ name, note }: { name: string; note: string }) => (
  <span className="flex min-w-0 items-center gap-2.5">
    <Avatar name={name} size={32} />
    <span className="min-w-0">
      <b className="block truncate font-semibold">{name}</b>
      <span className="block truncate text-hint text-muted">{note}</span>
    </span>
  </span>
);
