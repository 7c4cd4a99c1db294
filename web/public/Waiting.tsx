import { type ComponentProps, Suspense, useState } from 'react';
import { stored } from '../device/storage.ts';
import { lazyExport } from '../ui/lazy-export.ts';

/** A page must not fail for it, as without signal. */
const none = { WaitingEntries: (_: { className?: string }) => null };
const WaitingEntries = lazyExport(() => import('./WaitingEntries.tsx').catch(() => none), 'WaitingEntries');

/** What waits on this device to be sent, for a visitor; loaded only where something may. */
export function Waiting(props: ComponentProps<typeof WaitingEntries>) {
  const [may] = useState(() => stored('waiting'));
  return (
    may && (
      <Suspense>
        <WaitingEntries {...props} />
      </Suspense>
    )
  );
}
