import { Check } from 'lucide-react';
import { count } from '../format.ts';
import { Button } from '../ui/Button.tsx';
import { useDialogState } from '../ui/overlay/dialog-state.ts';
import { CompleteDialog, type CompleteProps } from './CompleteDialog.tsx';

/** The button (primary once everything is counted) and its dialog. */
export function CompleteAudit({
  size,
  block,
  ...rest
}: CompleteProps & { size?: 'lg' | undefined; block?: boolean }) {
  const dialog = useDialogState<null>();
  const { percent, unsaved, stuck, refresh } = rest.work;
  return (
    <>
      <Button
        variant={percent === 100 ? 'primary' : 'secondary'}
        icon={Check}
        size={size}
        block={block}
        disabledReason={unsaved > 0 && stuck ? `${count(unsaved, 'change')} not saved yet` : undefined}
        reasonIn="tooltip"
        onClick={() => {
          // The question includes others' latest counts.
          void refresh();
          dialog.show(null);
        }}
      >
        Complete Audit
      </Button>
      {dialog.shown && <CompleteDialog key={dialog.shown.turn} {...dialog.props} {...rest} />}
    </>
  );
}
