import { useMay } from '../session.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { NAVIGATION } from './navigation.ts';

const DESK = NAVIGATION.find(({ to }) => to === '/desk');

/** The list of keyboard shortcuts. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const may = useMay();
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title="Keyboard shortcuts"
      description="Outside text fields"
    >
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2.5">
        {[
          ['/', 'Search'],
          ['g b', 'Dashboard'],
          ...(may(DESK?.needs ?? 'nobody') ? [['g d', 'Desk']] : []),
          ['g k', 'Keys'],
          ['g o', 'Out now'],
          ['g p', 'People'],
          ['g r', 'Premises'],
          ['g l', 'Locations'],
          ['g h', 'History'],
          ['g a', 'Audit'],
          ['g m', 'My Profile'],
          ['?', 'Show this list'],
          ['Esc', 'Close'],
          ['F8', 'Latest notification'],
        ].map(([keys, what]) => (
          <div key={keys} className="contents">
            <dt className="flex gap-1">
              {keys?.split(' ').map((key) => (
                <kbd key={key} className="rounded-md border bg-soft px-1.5 py-0.5 text-hint font-medium">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
