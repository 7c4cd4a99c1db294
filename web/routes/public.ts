import { createRoute, lazyRouteComponent, type SearchSchemaInput } from '@tanstack/react-router';
import { isSignOnFailure, type SignOnFailure } from '../../shared/single-sign-on.ts';
import { root, SETUP_TITLE, SetupPage } from './root.tsx';

const signedOut = { signedOut: true };
export const login = createRoute({
  getParentRoute: root,
  path: '/login',
  validateSearch: (search: { notice?: unknown } & SearchSchemaInput): { notice?: 'sso' } =>
    search.notice === 'sso' ? { notice: 'sso' } : {},
  staticData: { ...signedOut, title: 'Sign in' },
  component: lazyRouteComponent(() => import('../public/LoginPage.tsx'), 'LoginPage'),
});
export const signup = createRoute({
  getParentRoute: root,
  path: '/signup',
  staticData: { ...signedOut, title: SETUP_TITLE },
  component: SetupPage,
});
export const authLogin = createRoute({
  getParentRoute: root,
  path: '/auth/login',
  validateSearch: (search: { notice?: unknown } & SearchSchemaInput): { notice?: SignOnFailure } =>
    isSignOnFailure(search.notice) ? { notice: search.notice } : {},
  staticData: { ...signedOut, title: 'Sign in' },
  component: lazyRouteComponent(() => import('../public/AuthLoginPage.tsx'), 'AuthLoginPage'),
});
export const authSignup = createRoute({
  getParentRoute: root,
  path: '/auth/signup',
  staticData: { ...signedOut, title: 'Create your account' },
  component: lazyRouteComponent(() => import('../public/SignUpPage.tsx'), 'SignUpPage'),
});
export const authForgot = createRoute({
  getParentRoute: root,
  path: '/auth/forgot-password',
  staticData: { ...signedOut, title: 'Forgot password' },
  component: lazyRouteComponent(() => import('../public/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
});

export const authReset = createRoute({
  getParentRoute: root,
  path: '/auth/reset-password/$token',
  staticData: { everyone: true, title: 'Set your password' },
  component: lazyRouteComponent(() => import('../public/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
});
