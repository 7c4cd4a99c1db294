import { useState } from 'react';
import { api } from '../../../shared/api.ts';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { TEXT_MAX } from '../../../shared/limits.ts';
import { useAction } from '../../api/action.ts';
import { shortText } from '../../custody/short-text.ts';
import { useMay } from '../../session.tsx';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/form/Field.tsx';
import { Textarea } from '../../ui/form/Textarea.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { tintBox } from '../../ui/tint.ts';
import { sinceText } from '../since-text.ts';

type Props = { bunch: KeyBunchDetail; onChanged: (bunch: KeyBunchDetail) => void };

/** A set's missing keys, since when and with whom, with the two ways to resolve it. */
export function ShortBox({ bunch, onChanged }: Props) {
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
