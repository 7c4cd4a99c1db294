/**
 * Why single sign-on ended without a session, as `notice` of /auth/login has it, and what the page then says.
 * Not being set up is no failure: that leads to /login?notice=sso.
 */
export const SIGN_ON_FAILURES = {
  failed: "Single sign-on didn't finish. Please try again.",
  refused: 'Single sign-on was cancelled or refused.',
  unavailable:
    "Single sign-on can't be reached at the moment. Try again shortly, or sign in with your email and password.",
  unverified:
    "An account with your email already exists, but single sign-on hasn't verified that the email is yours. Sign in with your password.",
  noEmail: "Single sign-on didn't share your email. Contact your single sign-on administrator.",
  noEntry: "You can't sign in here. Ask your company's administrator.",
  tooMany: 'Too many attempts. Please try again later.',
} as const;

/** Return page of a confirmation by single sign-on. */
export const CONFIRMED_PATH = '/confirmed';

/** Why they were not confirmed, as `why` of that page has it. */
export const CONFIRM_FAILURES = {
  failed:
    "Single sign-on didn't say that you have just signed in there. Try again, or sign out and in again.",
  refused: 'Single sign-on was cancelled or refused.',
  unavailable: "Single sign-on can't be reached at the moment. Try again shortly.",
  other: 'You signed in there as a different person.',
  tooMany: 'Too many attempts. Please try again later.',
} as const;
export type ConfirmFailure = keyof typeof CONFIRM_FAILURES | SignOnFailure;

export type SignOnFailure = keyof typeof SIGN_ON_FAILURES;

export const isSignOnFailure = (value: unknown): value is SignOnFailure =>
  typeof value === 'string' && Object.hasOwn(SIGN_ON_FAILURES, value);
