import { actorOfKiosk } from '../../../shared/kiosk-words.ts';
import { run, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { hashOfToken } from '../../identity/token.ts';
import { refuse } from '../../refusal.ts';
import { recordAuditLogAs } from '../history/log.ts';
import type { PreCompanyFeature } from '../pre-company.ts';
import { viewKiosk } from './begin.ts';
import { normaliseCode } from './kiosk.ts';
import { type Bound, confirmedByUser, forgetPerson, lockBound, logAtTablet, mayAt } from './tablet.ts';

/** By the kiosk itself: who opened the code is not known, only who made it. */
const logBound = (tx: Tx, { id, companyId, name, locationId, coder }: Bound) => {
  const codeBy = [coder.firstName, coder.lastName].filter(Boolean).join(' ') || coder.email;
  return recordAuditLogAs(
    tx,
    { companyId, userId: coder.id, firstName: actorOfKiosk(name), lastName: null, email: '', tokenId: null },
    {
      action: 'kiosk_bind',
      locationId,
      description: `A tablet became the kiosk ${name} with the code of ${codeBy}`,
      details: { ofKiosk: id, kioskId: id, kiosk: name, name, codeBy, codeById: coder.id },
    },
  );
};

/** Makes the tablet the kiosk of a code, once. A former tablet of that kiosk ends. */
const bindKiosk: PreCompanyFeature<'bindKiosk'> = async ({
  transactions,
  attempts,
  address,
  body,
  tablet,
}) => {
  await attempts.kioskCode(address);
  const code = hashOfToken(normaliseCode(body.code));
  const secret = tablet.make();
  await transactions.forSystem(async (tx) => {
    const kiosk = await lockBound(tx, sql`k.code_hash = ${code} and k.code_until > clock_timestamp()`);
    if (!kiosk)
      throw refuse(400, 'This code is wrong, used or expired. Ask for a new one on the location.', {
        code: 'kiosk_code',
      });
    await run(
      tx,
      sql`update kiosks set secret_hash = ${secret.hash}, code_hash = null, code_until = null
        where company_id = ${kiosk.companyId} and id = ${kiosk.id}`,
    );
    await forgetPerson(tx, kiosk);
    await logBound(tx, kiosk);
  });
  secret.put();
  return transactions.forCompanyReadOnly(secret.sid, viewKiosk);
};

/** The tablet is no kiosk any more, confirmed with the password of a user who may edit the location. */
const leaveKiosk: PreCompanyFeature<'leaveKiosk'> = async (call) => {
  await confirmedByUser(call, async (tx, kiosk, by) => {
    if (!mayAt(by, 'location:edit', kiosk.locationId))
      throw refuse(403, 'Only a manager of this location can end its kiosk');
    await run(
      tx,
      sql`update kiosks set secret_hash = null where company_id = ${kiosk.companyId} and id = ${kiosk.id}`,
    );
    await forgetPerson(tx, kiosk);
    await logAtTablet(tx, kiosk, by, {
      action: 'kiosk_leave',
      description: `The tablet of the kiosk ${kiosk.name} left it`,
    });
  });
  call.tablet.forget();
  return { message: 'This tablet is not a kiosk any more' };
};

export const bindFeatures = { bindKiosk, leaveKiosk };
