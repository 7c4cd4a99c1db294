/** The way back of the pages about a lost password. */
export const BACK_TO_SIGN_IN = { to: '/auth/login', label: 'Back to Sign In' } as const;
