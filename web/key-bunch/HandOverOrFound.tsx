import type { BunchDialogProps } from './BunchDialog.tsx';
import { FoundDialog } from './dialogs/FoundDialog.tsx';
import { HandOverDialog } from './dialogs/HandOverDialog.tsx';

type Props = Omit<BunchDialogProps, 'onSwitch'> & { kind: 'handOver' | 'found' };

/** Hand over, or Mark as found: for a screen that opens no other dialog of a set, so that it loads none. */
export function HandOverOrFound({ kind, ...props }: Props) {
  const One = kind === 'found' ? FoundDialog : HandOverDialog;
  return <One {...props} onSwitch={() => {}} />;
}
