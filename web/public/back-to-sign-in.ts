/** The way back of the pages about a lost password (DECISIONS S-01). */
export const BACK_TO_SIGN_IN = { to: '/auth/login', label: 'Back to Sign In' } as const;
