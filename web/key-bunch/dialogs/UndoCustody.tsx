import { Undo2 } from 'lucide-react';
import { api } from '../../../shared/api.ts';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { UNDO_MINUTES } from '../../../shared/limits.ts';
import type { Movement } from '../../../shared/movement.ts';
import { useAction } from '../../api/action.ts';
import { useRead } from '../../api/read.ts';
import { useNow } from '../../custody/zone.ts';
import { useMay } from '../../session.tsx';
import { Button } from '../../ui/Button.tsx';

const UNDOABLE: Partial<Record<Movement['action'], { what: string; needs: 'key:issue' | 'key:return' }>> = {
  issue: { what: 'the issue', needs: 'key:issue' },
  handover: { what: 'the handover', needs: 'key:issue' },
  return: { what: 'the return', needs: 'key:return' },
};

type Props = { bunch: KeyBunchDetail; onChanged: (bunch: KeyBunchDetail) => void };

/** Undoes a set's last action, for its user while possible. */
export function UndoCustody({ bunch: { id }, onChanged }: Props) {
  const may = useMay();
  const now = useNow();
  const undo = useAction('undoCustody');
  const { data } = useRead(
    'getKeyBunchHistory',
    { params: { id }, query: { limit: '1' } },
    { enabled: may(api.getKeyBunchHistory.needs), fresh: true, topics: ['movements', 'log'] },
  );
  const last = data?.[0];
  const undoable = last && UNDOABLE[last.action];
  const left = last ? Math.ceil(UNDO_MINUTES - (now - Date.parse(last.timestamp)) / 60_000) : 0;
  if (!undoable || !last.undoable || left <= 0 || !may(undoable.needs)) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-lg border px-3.5 py-2">
      <p className="text-hint text-muted">
        You can undo {undoable.what} for {left} more min. Both stay in the history.
      </p>
      <Button
        size="sm"
        icon={Undo2}
        pending={undo.pending}
        onClick={async () => {
          const outcome = await undo.run({ params: { id }, body: {} });
          if (outcome.ok) onChanged(outcome.reply);
        }}
      >
        Undo
      </Button>
    </div>
  );
}
