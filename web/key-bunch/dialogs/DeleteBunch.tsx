import { useLocation, useNavigate } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { contentsOf } from '../../../shared/opens-text.ts';
import { useAction } from '../../api/action.ts';
import { useMedia } from '../../ui/media.ts';
import { ConfirmedAction } from './ConfirmedAction.tsx';

const ISSUED = 'Keys are currently issued. Return them or mark them missing before deleting.';

/** Deletes a bunch after a question with a reason. */
export function DeleteBunch({ bunch, onDeleted }: { bunch: KeyBunchDetail; onDeleted: () => void }) {
  const finger = useMedia('(width < 48rem), (pointer: coarse)');
  const remove = useAction('deleteKeyBunch');
  const navigate = useNavigate();
  const issued = bunch.status === 'issued';
  const onItsPage = useLocation({ select: ({ pathname }) => pathname === `/key-history/${bunch.id}` });

  return (
    <span className="inline-flex max-w-[260px] phone:max-w-none">
      <ConfirmedAction
        label="Delete key set"
        variant="danger"
        icon={Trash2}
        disabledReason={issued ? ISSUED : undefined}
        reasonIn={finger ? 'below' : 'tooltip'}
        className={issued ? 'self-start' : '-ml-2.5'}
        title={`Delete ${bunch.identifier}?`}
        text={`${contentsOf(bunch)} at ${bunch.location.name}. The set is archived and its history kept.`}
        note={{ name: 'reason', label: 'Reason', placeholder: 'Why it is being deleted' }}
        send={(reason) => remove.run({ params: { id: bunch.id }, body: reason.trim() ? { reason } : {} })}
        onDone={() => {
          onDeleted();
          if (onItsPage) void navigate({ to: '/key-bunches' });
        }}
      />
    </span>
  );
}
