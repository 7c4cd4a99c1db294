import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../shared/api.ts';
import { NAME_MAX } from '../../../shared/limits.ts';
import { useRead } from '../../api/read.ts';
import { useMay } from '../../session.tsx';
import { Button } from '../../ui/Button.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { PersonRow, RecentPeople } from './RecentPeople.tsx';
import type { Desk } from './use-desk.ts';
import { useRested } from './use-suggestions.ts';

type Props = {
  desk: Desk;
  open: boolean;
  onClose: () => void;
  onClosed: () => void;
  onNew: (name: string) => void;
};

/** Chooses the recipient or returner, by name or from recent people. */
export function PersonDialog({ desk, open, onClose, onClosed, onNew }: Props) {
  const may = useMay();
  const [text, setText] = useState('');
  const q = useRested(text.trim());
  const { data: found = [] } = useRead('listHolders', { query: { q, limit: '8' } }, { enabled: q !== '' });
  const isReturn = desk.state.mode === 'return';
  const pick: Parameters<typeof RecentPeople>[0]['onPick'] = (holder) => {
    desk.send({ type: 'personChosen', holder });
    onClose();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title={isReturn ? 'Who hands them in?' : 'Who takes them?'}
      cancelLabel={null}
      onSubmit={() => {
        // Enter never takes a fuzzy match.
        const [only] = found;
        if (only && only.meant === undefined && q === text.trim()) pick(only);
      }}
    >
      <div className="flex min-h-72 flex-col gap-3">
        <Input
          aria-label="Name"
          placeholder="Name or firm"
          value={text}
          maxLength={NAME_MAX}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
        {q === '' ? (
          <div>
            <RecentPeople desk={desk} onPick={pick} />
          </div>
        ) : (
          <div>
            {found[0]?.meant !== undefined && <p className="text-hint text-muted">Did you mean</p>}
            <ul className="-mx-2">
              {found.map((holder) => (
                <PersonRow key={holder.id} holder={holder} q={holder.meant ?? q} onPick={pick} />
              ))}
            </ul>
          </div>
        )}
        {text.trim() !== '' && may(api.createHolder.needs) && (
          <Button
            icon={UserPlus}
            onClick={() => {
              onClose();
              onNew(text.trim());
            }}
          >
            Add “{text.trim()}” as a new person
          </Button>
        )}
      </div>
    </Dialog>
  );
}
