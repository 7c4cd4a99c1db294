import { useLocation, useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { TEXT_MAX } from '../../../shared/limits.ts';
import { useAction } from '../../api/action.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Textarea } from '../../ui/form/Input.tsx';
import { useMedia } from '../../ui/media.ts';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { contentsOf } from '../contents.ts';

const ISSUED = 'Keys are currently issued. Return them or mark them missing before deleting.';

/** Deletes a bunch after a question with a reason. */
export function DeleteBunch({ bunch, onDeleted }: { bunch: KeyBunchDetail; onDeleted: () => void }) {
  const finger = useMedia('(width < 48rem), (pointer: coarse)');
  const remove = useAction('deleteKeyBunch');
  const [confirming, setConfirming] = useState(false);
  const [reason, setReason] = useState('');
  const [refused, setRefused] = useState<string>();
  const navigate = useNavigate();
  const issued = bunch.status === 'issued';
  const onItsPage = useLocation({ select: ({ pathname }) => pathname === `/key-history/${bunch.id}` });

  async function confirm() {
    const body = reason.trim() ? { reason } : {};
    const outcome = await remove.run({ params: { id: bunch.id }, body });
    if (!outcome.ok) return setRefused(outcome.error.body.errors?.reason);
    setConfirming(false);
    onDeleted();
    if (onItsPage) await navigate({ to: '/key-bunches' });
  }

  return (
    <>
      <span className="inline-flex max-w-[260px] phone:max-w-none">
        <Button
          variant="danger"
          size="sm"
          icon={Trash2}
          disabledReason={issued ? ISSUED : undefined}
          reasonIn={finger ? 'below' : 'tooltip'}
          onClick={() => setConfirming(true)}
          className={issued ? 'self-start' : '-ml-2.5'}
        >
          Delete key set
        </Button>
      </span>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={`Delete ${bunch.identifier}?`}
        text={`${contentsOf(bunch)} at ${bunch.location.name}. The set is archived and its history kept.`}
        confirmLabel="Delete key set"
        danger
        pending={remove.pending}
        onConfirm={confirm}
      >
        <Field label="Reason" optional error={refused}>
          <Textarea
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            maxLength={TEXT_MAX}
            placeholder="Why it is being deleted"
          />
        </Field>
      </ConfirmDialog>
    </>
  );
}
