import { call } from '../api/call.ts';
import { ownKeys, refreshAfter } from '../api/refresh.ts';

/** Takes requests back whose screen gave them up. Without an answer they end by themselves. */
export async function takeBack(ids: readonly number[]): Promise<void> {
  const key = crypto.randomUUID();
  ownKeys.add(key);
  await call('takeBackApprovals', { body: { ids: [...ids] } }, { key }).catch(() => undefined);
  void refreshAfter('takeBackApprovals');
}
