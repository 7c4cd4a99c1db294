import * as z from 'zod/mini';
import { plainDigits } from './digits.ts';
import { ROLES } from './permissions.ts';
import { instant, requiredLine } from './text.ts';

/** Second factors, in the order offered. */
export const FACTORS = ['passkey', 'app', 'recovery'] as const;
export type Factor = (typeof FACTORS)[number];

/** The time limits for the second step of a sign-in, and for completing a set-up. */
export const HALF_SIGN_IN_MINUTES = 10;
export const RECOVERY_CODES = 10;
export const PASSKEYS_MAX = 10;
const PASSKEY_NAME_MAX = 100;

const NOT_RIGHT = 'Incorrect code';

/** Six digits of an authenticator app, of any script and in any grouping. */
const code = z.pipe(
  z.string(NOT_RIGHT).check(z.maxLength(20, NOT_RIGHT)),
  z.pipe(
    z.transform((text: string) => plainDigits(text).replace(/[\s-]/g, '')),
    z.string().check(z.regex(/^\d{6}$/, 'Enter the 6 digits from your authenticator app')),
  ),
);
/** A recovery code in any case, with or without its hyphens; letters that look like digits are read as them. */
const recoveryCode = z.pipe(
  z.string(NOT_RIGHT).check(z.maxLength(60, NOT_RIGHT)),
  z.pipe(
    z.transform((text: string) =>
      plainDigits(text).toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1'),
    ),
    z.string().check(z.regex(/^[0-9A-HJKMNP-TV-Z]{16}$/, 'A recovery code has 16 letters and digits')),
  ),
);
const BAD_PASSKEY = 'This passkey was not accepted';
/** A browser's answer to a passkey's options (PublicKeyCredential, as JSON). */
const passkey = z.looseObject(
  { id: z.string(BAD_PASSKEY).check(z.minLength(1, BAD_PASSKEY), z.maxLength(1400, BAD_PASSKEY)) },
  BAD_PASSKEY,
);

/** The proof of a second factor; if several are sent, the first in this order counts. */
export const answers = {
  code: z.optional(code),
  recoveryCode: z.optional(recoveryCode),
  passkey: z.optional(passkey),
};
/** POST /api/auth/second-factor. */
export const SecondFactorForm = z.object(answers);
export type SecondFactorAnswer = z.output<typeof SecondFactorForm>;

/** POST /api/auth/factors/app: the first code of the new app, which replaces the previous one. */
export const AppForm = z.object({ newCode: code });
/** POST /api/auth/factors/passkeys. */
export const PasskeyForm = z.object({
  name: requiredLine('Name is required', PASSKEY_NAME_MAX),
  registration: passkey,
});

/** The options of WebAuthn with which a browser asks for a passkey, as JSON. */
export const PasskeyOptions = z.record(z.string(), z.unknown());

/** The app that is being set up: its secret as text, and as the address in the QR code. */
export const NewApp = z.object({ secret: z.string(), address: z.string() });

/** Recovery codes are shown once, when created. */
export const FactorAdded = z.object({ recoveryCodes: z.nullable(z.array(z.string())) });
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

const used = { createdAt: instant, lastUsedAt: z.nullable(instant) };
export const Passkey = z.object({ id: z.int(), name: z.string(), ...used });
export type Passkey = z.infer<typeof Passkey>;

/**
 * One's own second factors. `recoveryCodes`: how many are left. `required`: by the company, for one's role. `canAdd` is what this server,
 * at the address it was asked, can set up.
 */
export const Factors = z.object({
  app: z.nullable(z.object(used)),
  passkeys: z.array(Passkey),
  recoveryCodes: z.int(),
  required: z.boolean(),
  hasPassword: z.boolean(),
  canAdd: z.object({ app: z.boolean(), passkey: z.boolean() }),
});
export type Factors = z.infer<typeof Factors>;

/** PATCH /api/companies/current/second-factor: people of these roles must have one. */
export const RequireForm = z.object({
  roles: z
    .array(z.enum(ROLES, 'Unknown role'), 'Unknown role')
    .check(z.maxLength(ROLES.length, 'Unknown role')),
});
