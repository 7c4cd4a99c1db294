import { useEffect, useRef } from 'react';
import { AUDIT_BEAT_SECONDS } from '../../../shared/audit-words.ts';
import { useAction } from '../../api/action.ts';
import { call } from '../../api/call.ts';
import { ownKeys } from '../../api/refresh.ts';
import { PHONE, useMedia } from '../../ui/media.ts';
import { putPeople } from '../session-cache.ts';

const useDevice = () => (useMedia(PHONE) ? 'phone' : 'computer');

/** Joins an audit, or takes over one that had no member for an hour; true once joined. */
export function useJoin(): { join: (id: number) => Promise<boolean>; pending: boolean } {
  const device = useDevice();
  const { run, pending } = useAction('joinAudit');
  return {
    pending,
    async join(id) {
      const joined = await run({ params: { id }, body: { device, unsent: 0 } });
      if (joined.ok) putPeople(id, joined.reply);
      return joined.ok;
    },
  };
}

/**
 * Reports to the server that the user is still there and how many counts this device has not sent: every AUDIT_BEAT_SECONDS, when
 * sending fails or works again, and once all counts that were reported as unsent have arrived.
 */
export function useBeat({ id, enabled, unsent, stuck }: Beating): void {
  const device = useDevice();
  const state = useRef({ waiting: 0, reported: 0 });
  useEffect(() => {
    state.current.waiting = unsent;
    if (enabled && unsent === 0 && state.current.reported > 0) void report(id, device, state.current);
  }, [id, device, enabled, unsent]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reports anew when `stuck` changes
  useEffect(() => {
    if (!enabled) return;
    const beat = () => void report(id, device, state.current);
    beat();
    const timer = setInterval(beat, AUDIT_BEAT_SECONDS * 1000);
    return () => clearInterval(timer);
  }, [id, enabled, stuck, device]);
}

type Beating = { id: number; enabled: boolean; unsent: number; stuck: boolean };

async function report(
  id: number,
  device: 'phone' | 'computer',
  state: { waiting: number; reported: number },
) {
  state.reported = state.waiting;
  const key = crypto.randomUUID();
  ownKeys.add(key);
  try {
    const body = { device, unsent: state.reported };
    putPeople(id, (await call('joinAudit', { params: { id }, body }, { key })).data);
  } catch {
    // The next report repeats it; an ended audit and a lost right show by the session's own reads.
  }
}
