import { Undo2 } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { api } from '../../../shared/api.ts';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { UNDO_MINUTES } from '../../../shared/limits.ts';
import type { Movement } from '../../../shared/movement.ts';
import { useAction } from '../../api/action.ts';
import { useRead } from '../../api/read.ts';
import { DueText, HolderName } from '../../custody/CustodyText.tsx';
import { shortText } from '../../custody/due-lines.ts';
import { useMay } from '../../session.tsx';
import { Button } from '../../ui/Button.tsx';
import { tintBox } from '../../ui/classes.ts';
import { cx } from '../../ui/cx.ts';
import { useNow } from '../../zone.ts';
import type { BunchDialogProps } from '../BunchDialog.tsx';
import { missingText, sinceText } from '../StatusBadge.tsx';
import { ConfirmedAction } from './ConfirmedAction.tsx';
import { MarkFound } from './FoundDialog.tsx';

type Props = { bunch: KeyBunchDetail; onChanged: (bunch: KeyBunchDetail) => void };

/** A sentence about the set, with what can be done about it; on a phone below it. */
const Box = ({ tint, text, children }: { tint: 'amber' | 'red'; text: ReactNode; children: ReactNode }) => (
  <div
    className={cx(
      'flex flex-wrap items-center justify-end gap-x-3 gap-y-2 rounded-lg px-3.5 py-2.5 inset-ring phone:gap-x-2 phone:[&>button]:flex-1',
      tintBox[tint],
    )}
  >
    <p className="min-w-0 flex-1 basis-40 text-body text-pretty phone:basis-full">{text}</p>
    {children}
  </div>
);

/** Since when a set is out and when it is due, after the holder's name. */
export const SinceAndDue = ({ bunch: { issuedAt, dueAt } }: { bunch: KeyBunchDetail }) => (
  <>
    {issuedAt && ` since ${sinceText(issuedAt)}`}
    {dueAt && (
      <>
        , <DueText at={dueAt} />
      </>
    )}
  </>
);

/** The holder of an issued set, with Extend, Hand over and Report lost. */
export function IssuedNotice({ bunch, onChanged, onSwitch }: Props & Pick<BunchDialogProps, 'onSwitch'>) {
  const mayGive = useMay()(api.handOver.needs);
  const { id, holder, status } = bunch;
  if (status !== 'issued') return null;
  return (
    <Box
      tint="amber"
      text={
        <>
          <strong className="font-semibold">
            With {holder ? <HolderName holder={holder} className="underline" /> : 'someone'}
          </strong>
          <SinceAndDue bunch={bunch} />
        </>
      }
    >
      {mayGive && (
        <>
          <Button size="sm" onClick={() => onSwitch({ kind: 'extend', id })}>
            Extend
          </Button>
          <Button size="sm" onClick={() => onSwitch({ kind: 'handOver', id })}>
            Hand over
          </Button>
        </>
      )}
      <ReportLost bunch={bunch} onChanged={onChanged} />
    </Box>
  );
}

/** Reports an issued set as lost, after a question with a note. */
export function ReportLost({
  bunch,
  onChanged,
  ...button
}: Props & Pick<ComponentProps<typeof Button>, 'variant' | 'size'>) {
  const update = useAction('updateKeyBunch', { about: ({ identifier }) => `${identifier} reported lost` });
  const { id, identifier, holder, issuedAt, lastUpdated, updatedAt } = bunch;
  const name = holder?.name ?? 'Someone';
  return (
    <ConfirmedAction
      {...button}
      label="Report lost"
      title={`Report ${identifier} as lost?`}
      text={`${name} has had it since ${sinceText(issuedAt ?? lastUpdated)}. It will be marked Missing and its tag cleared. ${name} stays on record as the last holder.`}
      note={{
        name: 'movementNotes',
        label: 'Notes',
        placeholder: 'Where it was last seen, who was notified',
      }}
      send={(note) =>
        update.run({
          params: { id },
          body: { status: 'missing', ...(note.trim() && { movementNotes: note }) },
          ifMatch: updatedAt,
        })
      }
      onDone={onChanged}
    />
  );
}

/** Since when a set is missing, with Mark as found. */
export function MissingNotice({ bunch, onChanged }: Props) {
  const [asking, setAsking] = useState(false);
  if (bunch.status !== 'missing') return null;
  return (
    <Box
      tint="red"
      text={
        <>
          <strong className="font-semibold">{missingText(bunch)}.</strong> Found it?
        </>
      }
    >
      <Button size="sm" onClick={() => setAsking(true)}>
        Mark as found
      </Button>
      <MarkFound bunch={bunch} open={asking} onClose={() => setAsking(false)} onChanged={onChanged} />
    </Box>
  );
}

/** A set's missing keys, since when and with whom, with the two ways to resolve it. */
export function ShortNotice({ bunch, onChanged }: Props) {
  const may = useMay();
  const settle = useAction('settleShort');
  const writeOff = useAction('settleShort');
  const lacking = shortText(bunch);
  const { id, short } = bunch;
  if (!short || !lacking) return null;

  async function complete() {
    const settled = await settle.run({ params: { id }, body: { outcome: 'complete' } });
    if (settled.ok) onChanged(settled.reply);
  }
  return (
    <Box
      tint="amber"
      text={
        <>
          <strong className="font-semibold">{lacking}</strong> since {sinceText(short.since)}
          {short.lastHolder && `, last with ${short.lastHolder.name}`}
          {short.note && `. ${short.note}`}
        </>
      }
    >
      {may(api.settleShort.needs) && (
        <>
          <Button size="sm" pending={settle.pending} onClick={() => void complete()}>
            Complete again
          </Button>
          {may('key:edit') && (
            <ConfirmedAction
              label="Write off"
              title={`Write off what ${bunch.identifier} lacks?`}
              text={`${lacking}: the set is then registered with what is there. It stays in the history.`}
              note={{
                name: 'reason',
                label: 'Reason',
                placeholder: 'Lock changed, key destroyed',
                required: true,
              }}
              send={(reason) => writeOff.run({ params: { id }, body: { outcome: 'written_off', reason } })}
              onDone={onChanged}
            />
          )}
        </>
      )}
    </Box>
  );
}

const UNDOABLE: Partial<Record<Movement['action'], { what: string; needs: 'key:issue' | 'key:return' }>> = {
  issue: { what: 'the issue', needs: 'key:issue' },
  handover: { what: 'the handover', needs: 'key:issue' },
  return: { what: 'the return', needs: 'key:return' },
};

/** Undoes a set's last action, for its user while possible. */
export function UndoNotice({ bunch: { id }, onChanged }: Props) {
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
