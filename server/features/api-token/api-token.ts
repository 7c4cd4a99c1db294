import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { type ApiToken, TOKEN_EXPIRES, TOKEN_PREFIX } from '../../../shared/api-token.ts';
import { TOKEN_DAYS_MAX } from '../../../shared/limits.ts';
import { REFUSALS } from '../../../shared/messages.ts';
import { PERMISSIONS } from '../../../shared/permissions.ts';
import { fullName } from '../../../shared/user-name.ts';
import { ask } from '../../database/prepared.ts';
import { apiTokens, users } from '../../database/schema/people.ts';
import type { Member, Tx } from '../../database/transactions.ts';
import { hashOfToken, newToken } from '../../identity/token.ts';
import { notFound, refuse } from '../../refusal.ts';
import { checkLocations, denied } from '../auth/grant.ts';
import type { Feature } from '../feature.ts';
import { recordAuditLog } from '../history/log.ts';

/** All tokens that were not revoked, expired ones included. */
const listTokens: Feature<'listTokens'> = async ({ tx, me }) =>
  (await select(tx).orderBy(asc(apiTokens.name), asc(apiTokens.id))).map((row) => tokenOf(row, me));

const INSERT = `insert into api_tokens (name, token_hash, ending, permissions, allowed_location_ids, expires_at)
  values ($1, $2, $3, $4, $5, $6) returning id`;

const AHEAD = `select $1::timestamptz > clock_timestamp()
  and $1::timestamptz <= clock_timestamp() + make_interval(days => ${TOKEN_DAYS_MAX + 1}) as good`;

/** Creates a token within its maker's rights and returns it once. */
const createToken: Feature<'createToken'> = async ({ tx, me, body }) => {
  if (!body.permissions.every((one) => me.permissions.includes(one))) throw denied();
  const allowedLocationIds = [...new Set(body.allowedLocationIds)];
  await checkLocations(tx, me, null, allowedLocationIds);
  const [ahead] = await ask<{ good: boolean }>(tx, AHEAD, [body.expiresAt]);
  if (!ahead?.good) throw refuse(400, TOKEN_EXPIRES, { errors: { expiresAt: TOKEN_EXPIRES } });
  const token = `${TOKEN_PREFIX}${newToken()}`;
  const permissions = PERMISSIONS.filter((one) => body.permissions.includes(one));
  const [made] = await ask<{ id: number }>(tx, INSERT, [
    body.name,
    hashOfToken(token),
    token.slice(-4),
    permissions,
    allowedLocationIds,
    body.expiresAt,
  ]);
  const row = await find(tx, made?.id ?? 0);
  const { id, name, ending, expiresAt } = row;
  await recordAuditLog(tx, me, {
    action: 'token_create',
    description: `API token ${name} made`,
    details: { tokenId: id, name, ending, permissions, allowedLocationIds, expiresAt },
  });
  return { ...tokenOf(row, me), token };
};

/** Resumes a paused token. Only its maker may, with a second factor if one is required (D-29). */
const confirmToken: Feature<'confirmToken'> = async ({ tx, me, params }) => {
  const row = await find(tx, params.id);
  if (row.createdBy !== me.userId)
    throw refuse(403, 'Only the person who made this token can confirm it. Revoke it and make another.');
  const [factor] = await ask<{ missing: boolean }>(tx, 'select own_factor_missing() as missing', []);
  if (factor?.missing) throw refuse(403, REFUSALS.factorDue, { code: 'factor_due' });
  const [confirmed] = await tx
    .update(apiTokens)
    .set({ restingSince: null, restingBecause: null })
    .where(and(eq(apiTokens.id, row.id), isNotNull(apiTokens.restingSince), isNull(apiTokens.revokedAt)))
    .returning({ id: apiTokens.id });
  if (confirmed)
    await recordAuditLog(tx, me, {
      action: 'token_confirm',
      description: `API token ${row.name} confirmed`,
      details: { tokenId: row.id, name: row.name, ending: row.ending, because: row.restingBecause },
    });
  return tokenOf(await find(tx, row.id), me);
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
export const tokensOf = (tx: Tx, person: number): Promise<ApiTokenRow[]> =>
  select(tx).where(and(eq(apiTokens.createdBy, person), isNull(apiTokens.revokedAt)));

/** Revokes a token immediately on every server, as each transaction reads it. */
const revokeToken: Feature<'revokeToken'> = async ({ tx, me, params }) => {
  const row = await find(tx, params.id);
  const [revoked] = await tx
    .update(apiTokens)
    .set({ revokedAt: sql`clock_timestamp()` as unknown as string })
    .where(and(eq(apiTokens.id, row.id), isNull(apiTokens.revokedAt)))
    .returning({ id: apiTokens.id });
  if (!revoked) throw gone();
  await recordAuditLog(tx, me, {
    action: 'token_revoke',
    description: `API token ${row.name} revoked`,
    details: { tokenId: row.id, name: row.name, ending: row.ending },
  });
  return { message: 'API token revoked' };
};

const gone = () => notFound('API token not found');

const select = (tx: Tx) =>
  tx
    .select({
      id: apiTokens.id,
      name: apiTokens.name,
      ending: apiTokens.ending,
      permissions: apiTokens.permissions,
      allowedLocationIds: apiTokens.allowedLocationIds,
      createdAt: apiTokens.createdAt,
      expiresAt: apiTokens.expiresAt,
      lastUsedAt: apiTokens.lastUsedAt,
      maker: { firstName: users.firstName, lastName: users.lastName, email: users.email },
      createdBy: apiTokens.createdBy,
      restingSince: apiTokens.restingSince,
      restingBecause: apiTokens.restingBecause,
    })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.createdBy))
    .where(isNull(apiTokens.revokedAt))
    .$dynamic();

type Row = Awaited<ReturnType<typeof select>>[number];

async function find(tx: Tx, id: number): Promise<Row> {
  const [row] = await select(tx).where(and(eq(apiTokens.id, id), isNull(apiTokens.revokedAt)));
  if (!row) throw gone();
  return row;
}

const tokenOf = ({ maker, ...row }: Row, me: Member): ApiToken => ({
  ...row,
  isOwn: row.createdBy === me.userId,
  permissions: PERMISSIONS.filter((one) => row.permissions.includes(one)),
  createdBy: fullName(maker),
});

export const apiTokenFeatures = { listTokens, createToken, confirmToken, revokeToken };
