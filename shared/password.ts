/** The strength meter of /auth/signup (SPEC section 5): 25 points each; the server's own rule is only a length (DECISIONS C-10). */

export const STRENGTH_RULES = [
  { label: 'At least 8 characters', met: (password: string) => password.length >= 8 },
  { label: 'An uppercase letter', met: (password: string) => /[A-Z]/.test(password) },
  { label: 'A lowercase letter', met: (password: string) => /[a-z]/.test(password) },
  { label: 'A digit or !@#$%^&*', met: (password: string) => /[0-9!@#$%^&*]/.test(password) },
] as const;

/** 0 to 100. */
export const strengthOf = (password: string): number =>
  STRENGTH_RULES.filter((rule) => rule.met(password)).length * 25;

export const strengthLabel = (score: number): 'Weak' | 'Fair' | 'Strong' =>
  score < 50 ? 'Weak' : score < 75 ? 'Fair' : 'Strong';
