import * as z from 'zod/mini';
import { FINDER_LINE_MAX, OFFLINE_DAYS_MAX, OFFLINE_DAYS_MIN, PASSWORD_MAX, PASSWORD_MIN } from './limits.ts';
import { ROLES } from './permissions.ts';
import { PLAN_TYPES } from './plan.ts';
import { emailField, instant, notRead, optionalLine, optionalText, requiredLine, zone } from './text.ts';

const limit = z.nullable(z.int());

/** The company record. `limits` null = unlimited; `usage` counts towards the plan, null for users with limited locations. */
export const Company = z.object({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  adminEmail: z.string(),
  planType: z.enum(PLAN_TYPES),
  isActive: z.boolean(),
  settings: z.record(z.string(), z.unknown()),
  /** IANA name of the time zone for due times. */
  timezone: z.string(),
  /** Printed at the bottom of receipts of issues and handovers. */
  receiptTerms: z.nullable(z.string()),
  /** Shown to finders of keys, and whether the company's name is shown too. */
  finderLine: z.nullable(z.string()),
  finderShowsName: z.boolean(),
  /** People of these roles must have a second factor. */
  secondFactorRoles: z.array(z.enum(ROLES)),
  /** The percentage of its sets that an audit must find to allow a bulk move (D-27). */
  auditShare: z.int(),
  /** After how many days without an answer a device forgets what it read (decision 0077). */
  offlineDays: z.int(),
  /** Whether users without key:issue may reserve sets for themselves (decision 0079). */
  staffReserve: z.boolean(),
  /** Whether keys may leave with a reason instead of a second person; every approver is notified (decision 0083). */
  emergencyIssue: z.boolean(),
  /** Whether the dashboard lists first steps: not dismissed, and the company is younger than FIRST_STEPS_DAYS. */
  firstStepsOpen: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
  trialEndsAt: instant,
  limits: z.object({ keys: limit, locations: limit, users: limit }),
  usage: z.nullable(z.object({ keys: z.int(), locations: z.int(), users: z.int() })),
  /** Nothing of a register is or was here, so a whole one can come in; false for users with limited locations. */
  isEmpty: z.boolean(),
});
export type Company = z.infer<typeof Company>;

const NOT_DAYS = `Must be a whole number from ${OFFLINE_DAYS_MIN} to ${OFFLINE_DAYS_MAX}`;

/** PATCH /api/companies/current: only the fields sent are changed. The company cannot change its URL identifier or its plan. */
export const CompanyPatch = z.object({
  name: z.optional(requiredLine('Company name is required')),
  description: optionalText(),
  adminEmail: z.optional(emailField()),
  timezone: z.optional(zone),
  receiptTerms: optionalText(),
  finderLine: optionalLine(FINDER_LINE_MAX),
  finderShowsName: z.optional(z.boolean('Must be yes or no')),
  auditShare: z.optional(
    z
      .int('Must be a whole number from 1 to 100')
      .check(
        z.gte(1, 'Must be a whole number from 1 to 100'),
        z.lte(100, 'Must be a whole number from 1 to 100'),
      ),
  ),
  offlineDays: z.optional(
    z.int(NOT_DAYS).check(z.gte(OFFLINE_DAYS_MIN, NOT_DAYS), z.lte(OFFLINE_DAYS_MAX, NOT_DAYS)),
  ),
  staffReserve: z.optional(z.boolean('Must be yes or no')),
  emergencyIssue: z.optional(z.boolean('Must be yes or no')),
});

/** The URL identifier made from a company name. May be empty. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');

/** A password as the server takes it: 6 to 200 characters, never trimmed. */
export const passwordField = z
  .string('Password is required')
  .check(
    z.minLength(PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters long.`),
    z.maxLength(PASSWORD_MAX, `Password must be at most ${PASSWORD_MAX} characters long.`),
  );

const aboutCompany = {
  name: requiredLine('Company name is required'),
  slug: z.optional(
    z.string('This URL identifier is not valid').check(z.maxLength(255, 'Must be at most 255 characters')),
  ),
  planType: z.optional(z.enum(PLAN_TYPES, 'Unknown plan')),
  settings: z.optional(z.object({ description: optionalText() })),
  /** UTC when not sent; a browser sends its own. */
  timezone: z.optional(zone),
};

/** POST /api/companies/setup, without a session. The server applies the slug rule again. */
export const SetupForm = z.object({
  ...aboutCompany,
  email: emailField(),
  firstName: requiredLine('First name is required'),
  lastName: optionalLine(),
  password: passwordField,
});

/** The setup call by a signed-in user without a company: email and password in the body are ignored. */
export const AttachForm = z.object({
  ...aboutCompany,
  firstName: z.optional(requiredLine('First name is required')),
  lastName: optionalLine(),
  /** The account has them already (S-07). */
  email: notRead,
  password: notRead,
});

/** The body before it is known which of the two forms applies. */
export const SetupBody = z.looseObject({});
