/**
 * Why single sign-on ended without a session, as `notice` of /auth/login has it, and what the page then says (DECISIONS S-02, S-06).
 * Not being set up is no failure: that leads to /login?notice=sso.
 */
export const SIGN_ON_FAILURES = {
  failed: 'Single sign-on did not finish. Please try again.',
  refused: 'Single sign-on was cancelled or refused.',
  unavailable:
    'Single sign-on cannot be reached just now. Try again in a moment, or sign in with your email and password.',
  unverified:
    'There is an account with your email, but single sign-on does not confirm that the email is yours. Sign in with your password.',
  noEmail: "Single sign-on didn't share your email. Contact your single sign-on administrator.",
  noEntry: 'You cannot sign in here. Ask an administrator of your company.',
  tooMany: 'Too many attempts. Please try again later.',
} as const;

export type SignOnFailure = keyof typeof SIGN_ON_FAILURES;

export const isSignOnFailure = (value: unknown): value is SignOnFailure =>
  typeof value === 'string' && Object.hasOwn(SIGN_ON_FAILURES, value);
