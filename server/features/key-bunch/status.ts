import { STATUSES } from '../../../shared/key-bunch.ts';
import type { Tx } from '../../database/transactions.ts';
import { refuse } from '../../http/refusal.ts';
import { checkChoice } from '../setting/setting.ts';
import type { Bunch } from './key-bunch.ts';

/**
 * What an edit may do to a bunch's status (DECISIONS table b, D-09): the new one, or null when it stays. `tag` is the tag sent with it.
 * Issued is never set here and left only for missing (reported lost).
 */
export async function nextStatus(
  tx: Tx,
  bunch: Bunch,
  to: string | undefined,
  tag: string | null | undefined,
): Promise<string | null> {
  if (to === undefined || to === bunch.status) return null;
  if (!STATUSES.some((status) => status === to)) await checkChoice(tx, 'statuses', to, 'Unknown status');
  if (to === 'issued') throw refuse(409, 'Use issue to issue keys');
  if (bunch.status === 'issued') {
    if (to === 'active') throw refuse(409, 'Return the keys instead');
    if (to !== 'missing') throw refuse(409, 'Return the keys first');
    return to;
  }
  if (to === 'in_use') throw refuse(400, 'Unknown status');
  const tagAfter = tag === undefined ? bunch.currentTag : tag;
  if (to === 'active' && bunch.status === 'missing' && !tagAfter) {
    throw refuse(400, 'Current tag is required', { errors: { currentTag: 'Current tag is required' } });
  }
  return to;
}
