import { type ComponentType, useEffect, useState } from 'react';
import { stored } from '../api/storage.ts';

type Props = { className?: string };

/** What waits on this device to be sent, for a visitor; loaded only where something may. A page must not fail for it, as without signal. */
export function Waiting(props: Props) {
  const [Entries, setEntries] = useState<ComponentType<Props> | null>(null);
  useEffect(() => {
    if (stored('waiting'))
      void import('./WaitingEntries.tsx').then(
        (loaded) => setEntries(() => loaded.WaitingEntries),
        () => undefined,
      );
  }, []);
  return Entries && <Entries {...props} />;
}
