import { seesEverywhere } from '../../../shared/grant.ts';
import { actorOfKiosk } from '../../../shared/kiosk-words.ts';
import { effectivePermissions, hasPermission } from '../../../shared/permissions.ts';
import { users } from '../../database/schema/accounts.ts';
import { columns, row, run, sql } from '../../database/sql.ts';
import type { Tx } from '../../database/transactions.ts';
import { checkPassword } from '../../identity/password-hash.ts';
import { hashOfToken } from '../../identity/token.ts';
import { noCaller, refusalOf, refuse } from '../../refusal.ts';
import type { UserRow } from '../auth/auth.ts';
import { recordAuditLogAs } from '../history/log.ts';
import type { PreCompanyFeature } from '../pre-company.ts';
import { viewKiosk } from './begin.ts';
import { normaliseCode } from './kiosk.ts';

type Bound = { id: number; companyId: number; name: string; locationId: number; coder: UserRow };

const KIOSKS = sql<Bound>`select k.id, k.company_id as "companyId", k.name, k.location_id as "locationId",
    ${columns(users, { alias: 'u', record: 'coder', without: ['password'] })}
  from kiosks k join users u on u.company_id = k.company_id and u.id = k.code_by join companies c on c.id = k.company_id and c.is_active`;

const log = (tx: Tx, kiosk: Bound, by: UserRow, action: string, description: string) =>
  recordAuditLogAs(
    tx,
    {
      companyId: kiosk.companyId,
      userId: by.id,
      firstName: by.firstName,
      lastName: by.lastName,
      email: by.email,
      tokenId: null,
    },
    { action, locationId: kiosk.locationId, description, details: { ofKiosk: kiosk.id, name: kiosk.name } },
  );

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
    const kiosk = await row(
      tx,
      sql<Bound>`${KIOSKS} where k.code_hash = ${code} and k.code_until > clock_timestamp() and k.revoked_at is null for update of k`,
    );
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

const forgetPerson = (tx: Tx, { id, companyId }: Bound) =>
  run(
    tx,
    sql`update kiosk_turns set holder_id = null, is_open = false, until = null, offered_id = null
      where company_id = ${companyId} and kiosk_id = ${id}`,
  );

const WRONG = 'Invalid email or password';

/** The tablet is no kiosk any more, confirmed with the password of a user who may edit the location. Failures count as those of a sign-in. */
const leaveKiosk: PreCompanyFeature<'leaveKiosk'> = async (call) => {
  const { transactions, attempts, body, tablet } = call;
  const { sid } = tablet;
  if (!sid) throw noCaller(true);
  const own = await transactions.forCompanyReadOnly(sid, async (_tx, { kiosk, user }) => ({ kiosk, user }));
  const email = body.email.toLowerCase();
  await attempts.logIn(call, email);
  try {
    await transactions.forSystem(async (tx) => {
      const kiosk = await row(
        tx,
        sql<Bound>`${KIOSKS} where k.company_id = ${own.user.companyId} and k.id = ${own.kiosk?.id ?? 0} for update of k`,
      );
      if (!kiosk) throw noCaller(true);
      const by = await whoMayLeave(tx, kiosk, email, body.password);
      await run(
        tx,
        sql`update kiosks set secret_hash = null where company_id = ${kiosk.companyId} and id = ${kiosk.id}`,
      );
      await forgetPerson(tx, kiosk);
      await log(tx, kiosk, by, 'kiosk_leave', `The tablet of the kiosk ${kiosk.name} left it`);
    });
  } catch (error) {
    if ((refusalOf(error)?.status ?? 500) !== 400) await attempts.uncount(call, email).catch(() => undefined);
    throw error;
  }
  await attempts.uncount(call, email);
  tablet.forget();
  return { message: 'This tablet is not a kiosk any more' };
};

/** The active user of the kiosk's company with that password who may edit its location. */
async function whoMayLeave(tx: Tx, kiosk: Bound, email: string, password: string): Promise<UserRow> {
  const found = await row(
    tx,
    sql<UserRow & { password: string | null }>`select ${columns(users)} from users
      where email = ${email} and company_id = ${kiosk.companyId} and is_active`,
  );
  const isRight = await checkPassword(found?.password ?? null, password);
  if (!found || !isRight) throw refuse(400, WRONG, { code: 'wrong_password', errors: { password: WRONG } });
  const rights = { ...found, permissions: effectivePermissions(found) };
  const seesIt = seesEverywhere(rights) || found.allowedLocationIds.includes(kiosk.locationId);
  if (!seesIt || !hasPermission(rights, 'location:edit'))
    throw refuse(403, 'Only a manager of this location can end its kiosk');
  return found;
}

export const bindFeatures = { bindKiosk, leaveKiosk };
