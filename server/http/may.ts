import type { Call } from '../../shared/api.ts';
import { TOKEN_RESTING, TOKEN_RESTING_CODE } from '../../shared/api-token.ts';
import { REFUSALS } from '../../shared/messages.ts';
import { meets } from '../../shared/permissions.ts';
import type { Caller, Member } from '../database/caller.ts';
import { refuse } from '../refusal.ts';

/**
 * Checks session, due second factor, paused token, company and permission, in this order: before any lookup, and again in the transaction.
 */
export function checkMay({ needs, first }: Call, caller: Caller | null): void {
  if (needs === 'nobody') return;
  if (!caller) throw refuse(401, REFUSALS.unauthorized);
  if (caller.factorDue && !first) throw refuse(403, REFUSALS.factorDue, { code: 'factor_due' });
  if (caller.token?.resting)
    throw refuse(403, TOKEN_RESTING[caller.token.resting], { code: TOKEN_RESTING_CODE });
  if (needs === 'session') return;
  if (!caller.member) throw refuse(403, REFUSALS.noCompany);
  if (!meets(needs, caller.member)) throw refuse(403, REFUSALS.forbidden);
}

/** The member that may make this call of a company. */
export function memberWhoMay(entry: Call, caller: Caller): Member {
  checkMay(entry, caller);
  if (!caller.member) throw refuse(403, REFUSALS.noCompany);
  return caller.member;
}
