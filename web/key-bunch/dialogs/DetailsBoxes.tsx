import { Link } from '@tanstack/react-router';
import { QrCode, RefreshCw, Undo2 } from 'lucide-react';
import { useId, useState } from 'react';
import { api } from '../../../shared/api.ts';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { TEXT_MAX, UNDO_MINUTES } from '../../../shared/limits.ts';
import type { Movement } from '../../../shared/movement.ts';
import { useAction } from '../../api/action.ts';
import { useRead } from '../../api/read.ts';
import { shortText } from '../../custody/due-lines.ts';
import { useNow } from '../../custody/zone.ts';
import { useMay } from '../../session.tsx';
import { ActionSquare } from '../../ui/ActionSquare.tsx';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/form/Field.tsx';
import { Textarea } from '../../ui/form/Input.tsx';
import { tintBox } from '../../ui/look.ts';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { sinceText } from '../since.tsx';

type BoxProps = { bunch: KeyBunchDetail; onChanged: (bunch: KeyBunchDetail) => void };

/** A set's missing keys, since when and with whom, with the two ways to resolve it. */
export function ShortBox({ bunch, onChanged }: BoxProps) {
  const may = useMay();
  const settle = useAction('settleShort');
  const [confirming, setConfirming] = useState(false);
  const [reason, setReason] = useState('');
  const lacking = shortText(bunch);
  const { id, short } = bunch;
  if (!short || !lacking) return null;

  async function run(outcome: 'complete' | 'written_off') {
    const body = outcome === 'complete' ? { outcome } : { outcome, reason };
    const settled = await settle.run({ params: { id }, body });
    if (!settled.ok) return;
    setConfirming(false);
    onChanged(settled.reply);
  }
  const mayWriteOff = may('key:edit');
  return (
    <div
      className={cx(
        'flex flex-wrap items-center justify-end gap-x-2 gap-y-2 rounded-lg px-3.5 py-2.5 inset-ring',
        tintBox.amber,
      )}
    >
      <p className="min-w-0 flex-1 basis-40 text-body text-pretty">
        <strong className="font-semibold">{lacking}</strong> since {sinceText(short.since)}
        {short.lastHolder && `, last with ${short.lastHolder.name}`}
        {short.note && `. ${short.note}`}
      </p>
      {may(api.settleShort.needs) && (
        <>
          <Button size="sm" pending={settle.pending && !confirming} onClick={() => void run('complete')}>
            Complete again
          </Button>
          {mayWriteOff && (
            <Button size="sm" onClick={() => setConfirming(true)}>
              Write off
            </Button>
          )}
        </>
      )}
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={`Write off what ${bunch.identifier} lacks?`}
        text={`${lacking}: the set is then registered with what is there. It stays in the history.`}
        confirmLabel="Write off"
        danger
        pending={settle.pending}
        disabledReason={reason.trim() ? undefined : 'Enter a reason first.'}
        onConfirm={() => void run('written_off')}
      >
        <Field label="Reason" required>
          <Textarea
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            maxLength={TEXT_MAX}
            placeholder="Lock changed, key destroyed"
          />
        </Field>
      </ConfirmDialog>
    </div>
  );
}

const UNDOABLE: Partial<Record<Movement['action'], { what: string; needs: 'key:issue' | 'key:return' }>> = {
  issue: { what: 'the issue', needs: 'key:issue' },
  handover: { what: 'the handover', needs: 'key:issue' },
  return: { what: 'the return', needs: 'key:return' },
};

/** Undoes a set's last action, for its user while possible. */
export function UndoCustody({ bunch: { id }, onChanged }: BoxProps) {
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

/** A set's label: print it, or replace a lost or copied code. Both take effect without saving the form. */
export function LabelBox({ bunch, onClose }: { bunch: KeyBunchDetail; onClose: () => void }) {
  const head = useId();
  const renew = useAction('renewLabel', { about: ({ identifier }) => identifier });
  const [confirming, setConfirming] = useState(false);
  return (
    <section aria-labelledby={head} className="flex flex-col gap-1.5">
      <h3 id={head} className="text-label font-medium phone:sr-only">
        Label
      </h3>
      <div className="flex flex-wrap items-center justify-end gap-3 rounded-lg border px-3.5 py-3">
        <ActionSquare icon={QrCode} size={36} />
        <div className="min-w-0 flex-1 basis-36">
          <p className="text-body font-medium">Label with a code</p>
          <p className="text-hint text-muted">Finds this set when it is scanned, and you when it is found.</p>
        </div>
        <span className="flex gap-2">
          <Button size="sm" icon={RefreshCw} onClick={() => setConfirming(true)}>
            New code
          </Button>
          <Link
            to="/labels"
            search={{ sets: String(bunch.id) }}
            data-button=""
            className={buttonClass({ size: 'sm' })}
            onClick={onClose}
          >
            Print label
          </Link>
        </span>
      </div>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={`Give ${bunch.identifier} a new code?`}
        text="The current label stops working at once. Print a new one afterwards."
        confirmLabel="New code"
        pending={renew.pending}
        onConfirm={async () => {
          if ((await renew.run({ params: { id: bunch.id }, body: {} })).ok) setConfirming(false);
        }}
      />
    </section>
  );
}
