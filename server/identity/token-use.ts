import type { Transactions } from '../database/transactions.ts';

const MINUTE_MS = 60_000;

/** Records a token's last use, at most once a minute over all servers, without delaying or failing the call. */
export function openTokenUse({ statement }: Transactions) {
  const noted = new Map<number, number>();
  return (tokenId: number): void => {
    const now = performance.now();
    if (now - (noted.get(tokenId) ?? Number.NEGATIVE_INFINITY) < MINUTE_MS) return;
    noted.set(tokenId, now);
    statement(
      `update api_tokens set last_used_at = clock_timestamp()
       where id = $1 and (last_used_at is null or last_used_at < clock_timestamp() - interval '1 minute')`,
      [tokenId],
    ).catch(() => noted.delete(tokenId));
  };
}
