import { createRoute, type SearchSchemaInput } from '@tanstack/react-router';
import type { CONFIRMED_PATH } from '../../shared/single-sign-on.ts';
import { page, root, SETUP_TITLE, SetupPage } from './root.tsx';

const signedOut = { signedOut: true };
/** Search of a sign-in page: why it is shown, and the path to open afterwards. */
type Arrival = { notice?: unknown; next?: unknown };
const nextOf = (next: unknown) => (typeof next === 'string' && next !== '' ? { next } : {});

/** Pages of visitors, and those for all. */
export const publicRoutes = [
  createRoute({
    getParentRoute: root,
    path: '/login',
    validateSearch: ({
      notice,
      next,
    }: Arrival & SearchSchemaInput): { notice?: 'sso' | 'ended'; next?: string } => ({
      ...((notice === 'sso' || notice === 'ended') && { notice }),
      ...nextOf(next),
    }),
    staticData: { ...signedOut, title: 'Sign in' },
    ...page(() => import('../public/LoginPage.tsx'), 'LoginPage'),
  }),
  createRoute({
    getParentRoute: root,
    path: '/signup',
    staticData: { ...signedOut, title: SETUP_TITLE },
    component: SetupPage,
  }),
  createRoute({
    getParentRoute: root,
    path: '/auth/login',
    validateSearch: ({ notice, next }: Arrival & SearchSchemaInput): { notice?: string; next?: string } => ({
      ...(typeof notice === 'string' && { notice }),
      ...nextOf(next),
    }),
    staticData: { ...signedOut, title: 'Sign in' },
    ...page(() => import('../public/AuthLoginPage.tsx'), 'AuthLoginPage'),
  }),
  createRoute({
    getParentRoute: root,
    path: '/auth/signup',
    staticData: { ...signedOut, title: 'Create your account' },
    ...page(() => import('../public/SignUpPage.tsx'), 'SignUpPage'),
  }),
  createRoute({
    getParentRoute: root,
    path: '/auth/forgot-password',
    staticData: { ...signedOut, title: 'Forgot password' },
    ...page(() => import('../public/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
  }),
  createRoute({
    getParentRoute: root,
    path: '/auth/reset-password/$token',
    staticData: { everyone: true, title: 'Set your password' },
    ...page(() => import('../public/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
  }),
  // The link at the foot of a reminder to a person without an account.
  createRoute({
    getParentRoute: root,
    path: '/stop-reminders/$token',
    staticData: { everyone: true, title: 'Stop reminders' },
    ...page(() => import('../public/LinkPages.tsx'), 'StopRemindersPage'),
  }),
  // Return page after confirming with the identity provider, in its own window.
  createRoute({
    getParentRoute: root,
    path: '/confirmed' satisfies typeof CONFIRMED_PATH,
    validateSearch: ({ why }: { why?: unknown } & SearchSchemaInput): { why?: string } =>
      typeof why === 'string' ? { why } : {},
    staticData: { everyone: true, title: "Confirm it's you" },
    ...page(() => import('../public/LinkPages.tsx'), 'ConfirmedPage'),
  }),
  // Target of a label's QR code, signed in or not.
  createRoute({
    getParentRoute: root,
    path: '/k/$code',
    staticData: { everyone: true, title: 'Found keys' },
    ...page(() => import('../finder/FinderPage.tsx'), 'FinderPage'),
  }),
  // A tablet with a session of its own, which opens without network too.
  createRoute({
    getParentRoute: root,
    path: '/kiosk',
    staticData: { everyone: true, alone: true, title: 'Kiosk' },
    ...page(() => import('../kiosk/KioskPage.tsx'), 'KioskPage'),
  }),
] as const;
