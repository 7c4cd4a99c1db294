import * as z from 'zod/mini';
import { TOKEN_DAYS_MAX, TOKEN_NAME_MAX } from './limits.ts';
import { PERMISSIONS, type Permission } from './permissions.ts';
import { idField, instant, instantQuery, requiredLine } from './text.ts';

/** The beginning of every token, so that people and scanners of source code recognise one. */
export const TOKEN_PREFIX = 'kh_';

/** A token's name in the history. */
export const actorOfToken = (name: string): string => `${name} (API token)`;

/**
 * What a token may be given: never what is about accounts, tokens or the company itself. By `user:edit` it corrects and closes people without an
 * account; every call about an account is closed to tokens.
 */
export const TOKEN_PERMISSIONS: readonly Permission[] = PERMISSIONS.filter(
  (permission) => permission === 'user:edit' || !/^(user|system):/.test(permission),
);
const NOT_FOR_TOKENS = "An API token can't manage accounts or settings";

/** The reasons why a token rests: its maker's password changed, or a second factor became required of them (D-29). */
const RESTING_BECAUSE = ['password', 'second_factor'] as const;
export type RestingBecause = (typeof RESTING_BECAUSE)[number];

/** The refusal of a resting token's calls, with 403 and TOKEN_RESTING_CODE. */
export const TOKEN_RESTING: Record<RestingBecause, string> = {
  password:
    "This API token is resting because its maker's password changed. Its maker must confirm it under Settings, Connect.",
  second_factor:
    'This API token is resting because its maker must set up a second factor and then confirm it under Settings, Connect.',
};
export const TOKEN_RESTING_CODE = 'token_resting';

/**
 * An API token. It may use `permissions` at `allowedLocationIds` (empty: all locations of its maker, `createdBy`), never more than its
 * maker may today. While `restingSince` is set its calls are refused until its maker confirms it; `isOwn`: the caller made it. `ending` is
 * its last four characters. `lastUsedAt` is exact to a minute.
 */
export const ApiToken = z.object({
  id: z.int(),
  name: z.string(),
  ending: z.string(),
  permissions: z.array(z.enum(PERMISSIONS)),
  allowedLocationIds: z.array(z.int()),
  createdBy: z.string(),
  isOwn: z.boolean(),
  restingSince: z.nullable(instant),
  restingBecause: z.nullable(z.enum(RESTING_BECAUSE)),
  createdAt: instant,
  expiresAt: instant,
  lastUsedAt: z.nullable(instant),
});
export type ApiToken = z.infer<typeof ApiToken>;

/** The reply of creating a token, the only one that contains it. */
export const NewApiToken = z.extend(ApiToken, { token: z.optional(z.string()) });
export type NewApiToken = z.infer<typeof NewApiToken>;

const isPermission = (word: unknown): boolean => PERMISSIONS.some((one) => one === word);
const NO_PERMISSION = 'Choose what the token may do';
export const TOKEN_EXPIRES = `Choose a moment within the next ${TOKEN_DAYS_MAX} days`;

/** POST /api/tokens. `permissions` and `allowedLocationIds` (empty: all) are nothing that the caller lacks. */
export const ApiTokenForm = z.object({
  name: requiredLine('Name is required', TOKEN_NAME_MAX),
  permissions: z
    .array(
      z.enum(TOKEN_PERMISSIONS, {
        error: ({ input }) => (isPermission(input) ? NOT_FOR_TOKENS : 'Unknown permission'),
      }),
      NO_PERMISSION,
    )
    .check(z.minLength(1, NO_PERMISSION), z.maxLength(100, 'Unknown permission')),
  allowedLocationIds: z.optional(
    z.array(idField('Unknown location'), 'Unknown location').check(z.maxLength(5000, 'Unknown location')),
  ),
  /** A moment in the future, at most TOKEN_DAYS_MAX days ahead, by the clock of the database: 400 else. */
  expiresAt: instantQuery,
});
