import { type ApiToken, TOKEN_EXPIRES, TOKEN_PREFIX } from '../../../shared/api-token.ts';
import { TOKEN_DAYS_MAX } from '../../../shared/limits.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { PERMISSIONS } from '../../../shared/permissions.ts';
import { fullName } from '../../../shared/user-name.ts';
import { apiTokens } from '../../database/schema/accounts.ts';
import { columns, insert, row, rows, run, sql } from '../../database/sql.ts';
import type { RowOf } from '../../database/table.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { hashOfToken, newToken } from '../../identity/token.ts';
import { notFound, refuse } from '../../refusal.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';
import { checkLocations, denied } from './grant.ts';

/** All tokens that were not revoked, expired ones included. */
const listTokens: Feature<'listTokens'> = async ({ tx, me }) =>
  (await rows(tx, sql<Row>`${TOKENS} order by t.name, t.id`)).map((one) => tokenOf(one, me));

/** Creates a token within its maker's rights and returns it once. */
const createToken: Feature<'createToken'> = async ({ tx, me, body }) => {
  if (!body.permissions.every((one) => me.permissions.includes(one))) throw denied();
  const allowedLocationIds = [...new Set(body.allowedLocationIds)];
  await checkLocations(tx, me, null, allowedLocationIds);
  await checkExpiry(tx, body.expiresAt);
  const token = `${TOKEN_PREFIX}${newToken()}`;
  const permissions = PERMISSIONS.filter((one) => body.permissions.includes(one));
  const added = insert(apiTokens, {
    name: body.name,
    tokenHash: hashOfToken(token),
    ending: token.slice(-4),
    permissions,
    allowedLocationIds,
    expiresAt: body.expiresAt,
  });
  const made = await find(tx, (await row(tx, sql<{ id: number }>`${added} returning id`))?.id ?? 0);
  const { id, name, ending, expiresAt } = made;
  await recordAuditLog(tx, me, {
    action: 'token_create',
    description: `API token ${name} made`,
    details: { tokenId: id, name, ending, permissions, allowedLocationIds, expiresAt },
  });
  return { ...tokenOf(made, me), token };
};

/** 400 unless the moment is to come, within TOKEN_DAYS_MAX. By the database's clock. */
async function checkExpiry(tx: Tx, at: string): Promise<void> {
  const ahead = await row(
    tx,
    sql<{ good: boolean }>`select ${at}::timestamptz > clock_timestamp()
      and ${at}::timestamptz <= clock_timestamp() + make_interval(days => ${TOKEN_DAYS_MAX + 1}) as good`,
  );
  if (!ahead?.good) throw refuse(400, TOKEN_EXPIRES, { errors: { expiresAt: TOKEN_EXPIRES } });
}

/** Resumes a paused token. Only its maker may, with a second factor if one is required (D-29). */
const confirmToken: Feature<'confirmToken'> = async ({ tx, me, params }) => {
  const found = await find(tx, params.id);
  if (found.createdBy !== me.userId)
    throw refuse(403, 'Only the person who made this token can confirm it. Revoke it and make another.', {
      code: 'not_maker',
    });
  const factor = await row(tx, sql<{ missing: boolean }>`select own_factor_missing() as missing`);
  if (factor?.missing) throw refuse(403, REFUSALS.factorDue, { code: 'factor_due' });
  const confirmed = await run(
    tx,
    sql`update api_tokens set resting_since = null, resting_because = null
      where id = ${found.id} and resting_since is not null and revoked_at is null`,
  );
  if (confirmed > 0)
    await recordAuditLog(tx, me, {
      action: 'token_confirm',
      description: `API token ${found.name} confirmed`,
      details: { tokenId: found.id, name: found.name, ending: found.ending, because: found.restingBecause },
    });
  return tokenOf(await find(tx, found.id), me);
};

/** Logs that a deactivated user's tokens ended (0007-api-tokens.sql). */
export async function noteEnded(tx: Tx, me: Member, ended: readonly ApiTokenRow[]): Promise<void> {
  for (const { id, name, ending } of ended)
    await recordAuditLog(tx, me, {
      action: 'token_revoke',
      description: `API token ${name} ended with the deactivation of its maker`,
      details: { tokenId: id, name, ending },
    });
}

type ApiTokenRow = Pick<ApiToken, 'id' | 'name' | 'ending'>;
/** A user's tokens that were not revoked. */
export const tokensOf = (tx: Tx, userId: number): Promise<ApiTokenRow[]> =>
  rows(
    tx,
    sql<ApiTokenRow>`select id, name, ending from api_tokens where created_by = ${userId} and revoked_at is null`,
  );

/** Revokes a token immediately on every server, as each transaction reads it. */
const revokeToken: Feature<'revokeToken'> = async ({ tx, me, params }) => {
  const { id, name, ending } = await find(tx, params.id);
  const revoked = await run(
    tx,
    sql`update api_tokens set revoked_at = clock_timestamp() where id = ${id} and revoked_at is null`,
  );
  if (revoked === 0) throw gone();
  await recordAuditLog(tx, me, {
    action: 'token_revoke',
    description: `API token ${name} revoked`,
    details: { tokenId: id, name, ending },
  });
  return { message: 'API token revoked' };
};

const gone = () => notFound('API token not found');

type Row = Omit<RowOf<typeof apiTokens>, 'tokenHash'> & {
  maker: { email: string; firstName: string | null; lastName: string | null };
};
/** The tokens that were not revoked, each with its maker. */
const TOKENS = sql<Row>`select ${columns(apiTokens, { alias: 't', without: ['tokenHash'] })},
    u.email as "maker.email", u.first_name as "maker.firstName", u.last_name as "maker.lastName"
  from api_tokens t join users u on u.id = t.created_by where t.revoked_at is null`;

async function find(tx: Tx, id: number): Promise<Row> {
  const found = await row(tx, sql<Row>`${TOKENS} and t.id = ${id}`);
  if (!found) throw gone();
  return found;
}

const tokenOf = ({ maker, ...token }: Row, me: Member): ApiToken => ({
  ...token,
  isOwn: token.createdBy === me.userId,
  permissions: PERMISSIONS.filter((one) => token.permissions.includes(one)),
  createdBy: fullName(maker),
});

export const apiTokenFeatures = { listTokens, createToken, confirmToken, revokeToken };
