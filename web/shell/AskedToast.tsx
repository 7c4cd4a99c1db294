import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api } from '../../shared/api.ts';
import { onChanges } from '../api/live.ts';
import { queries } from '../api/queries.ts';
import { readOf } from '../api/read.ts';
import { count } from '../format.ts';
import { useMay } from '../session.tsx';
import { toast } from '../ui/overlay/toast.ts';

/** How long the toast waits, in ms: the giver is waiting for the answer. */
const WAITS_MS = 60_000;

/** On every page but My keys: says that keys are handed to the user, with the way to answer. */
export function AskedToast() {
  const navigate = useNavigate();
  const enabled = useMay()(api.getMine.needs);
  useEffect(() => {
    if (!enabled) return;
    const told = new Set<string>();
    async function look(): Promise<void> {
      const { received } = await queries.fetchQuery({ ...readOf('getMine'), staleTime: 0 });
      const fresh = received.filter(({ requestId }) => !told.has(requestId));
      const [first] = fresh;
      for (const { requestId } of fresh) told.add(requestId);
      if (!first || location.pathname === '/mine') return;
      toast({
        title: `${first.from.name} hands you ${count(first.keyBunches.length, 'set')}`,
        description: 'Say yes when you have them.',
        action: { label: 'Answer', run: () => void navigate({ to: '/mine' }) },
        duration: WAITS_MS,
      });
    }
    return onChanges((changes) => {
      if (changes.some(({ topic }) => topic === 'handovers')) void look().catch(() => undefined);
    });
  }, [enabled, navigate]);
  return null;
}
