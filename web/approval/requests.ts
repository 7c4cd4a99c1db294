import { useEffect } from 'react';
import type { Approval } from '../../shared/approval.ts';
import { call } from '../api/call.ts';
import { useRead } from '../api/read.ts';
import { withReauthentication } from '../api/reauthentication.ts';
import { ownKeys, refreshAfter } from '../api/refresh.ts';

/** How often requests are read while they wait, in ms, should the live channel be silent. */
const EVERY_MS = 5000;

/** What a screen knows of a request. */
type Shown = { id: number; state: string };

const readOne = async (id: number): Promise<Approval> =>
  (await withReauthentication('getApproval', () => call('getApproval', { params: { id } }))).data;

/** Reads the requests of a list while some of them are open, and reports those whose state is another than is shown. */
export function useApprovalUpdates(
  open: readonly Shown[],
  onNews: (approvals: Approval[]) => void,
  list: 'mine' | 'waiting' = 'mine',
): void {
  const { data } = useRead('getApprovals', {}, { enabled: open.length > 0, refetchInterval: EVERY_MS });
  // biome-ignore lint/correctness/useExhaustiveDependencies: applied once for each answer
  useEffect(() => {
    if (!data) return;
    const report = (all: readonly Approval[]) => {
      const news = all.filter((one) => open.some(({ id, state }) => id === one.id && state !== one.state));
      if (news.length > 0) onNews(news);
    };
    report(data[list]);
    // What is over is no longer in the list.
    for (const { id } of open)
      if (!data[list].some((one) => one.id === id))
        void readOne(id)
          .then((one) => report([one]))
          .catch(() => undefined);
  }, [data]);
}

/** Takes requests back whose screen gave them up. Without an answer they end by themselves. */
export async function takeBack(ids: readonly number[]): Promise<void> {
  const key = crypto.randomUUID();
  ownKeys.add(key);
  await call('takeBackApprovals', { body: { ids: [...ids] } }, { key }).catch(() => undefined);
  void refreshAfter('takeBackApprovals');
}
