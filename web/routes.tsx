import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  Outlet,
  type SearchSchemaInput,
  type StaticDataRouteOption,
  stripSearchParams,
  useMatches,
} from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { all, any, type Needs } from '../shared/permissions.ts';
import { isSignOnFailure, type SignOnFailure } from '../shared/single-sign-on.ts';
import { type Session, useMay, useSession } from './session.tsx';
import { type Back, NoAccess } from './shell/NoAccess.tsx';
import { NOT_FOUND_TITLE, NotFoundPage } from './shell/NotFoundPage.tsx';
import { ReadFailed } from './shell/ReadFailed.tsx';
import { useTitle } from './shell/title.ts';
import { LoadingScreen } from './ui/LoadingScreen.tsx';

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** What the browser's tab says before the name of the product. */
    title?: string;
    /** Served to visitors; a signed-in person is sent to the dashboard. */
    signedOut?: boolean;
    /** Served to everybody, signed in or not, without the shell. */
    everyone?: boolean;
    /** What the page needs, and the sentence that refuses it. */
    needs?: Needs;
    refusal?: string;
    /** Where the refusal leads back to; the dashboard unless told. */
    back?: Back;
  }
}

const SETUP_TITLE = 'Set up your company';

const Shell = lazy(() => import('./shell/Shell.tsx').then((m) => ({ default: m.Shell })));
const LandingPage = lazy(() =>
  import('./public/landing/LandingPage.tsx').then((m) => ({ default: m.LandingPage })),
);
const SetupPage = lazy(() => import('./public/SetupPage.tsx').then((m) => ({ default: m.SetupPage })));

/** Decides by who is here (SPEC 2.1): visitors see public pages only, a user without company the wizard, members the shell. */
function Root() {
  const session = useSession();
  const may = useMay();
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData }) ?? {};
  const refused = page.needs !== undefined && !may(page.needs);
  useTitle(titleOf(session.state, page, refused));
  if (session.state === 'loading') return <LoadingScreen />;
  if (session.state === 'failed') {
    return (
      <main className="mx-auto grid min-h-dvh max-w-md content-center p-4">
        <ReadFailed onRetry={session.retry} />
      </main>
    );
  }
  if (page.everyone) return <Waiting page={<Outlet />} />;
  if (session.state === 'noCompany') return <Waiting page={<SetupPage />} />;
  if (session.state === 'out') return <Waiting page={page.signedOut ? <Outlet /> : <LandingPage />} />;
  if (page.signedOut) return <Navigate to="/" replace />;
  const inside = refused ? (
    <NoAccess needs={page.needs ?? 'company'} text={page.refusal ?? ''} back={page.back} />
  ) : (
    <Waiting page={<Outlet />} inside />
  );
  return <Waiting page={<Shell>{inside}</Shell>} />;
}

function titleOf(state: Session['state'], page: StaticDataRouteOption, refused: boolean): string | null {
  if (page.everyone) return page.title ?? null;
  if (state === 'noCompany') return SETUP_TITLE;
  if (state === 'out' && !page.signedOut) return null;
  if (state === 'in' && refused) return 'Access Denied';
  return page.title ?? (state === 'in' ? NOT_FOUND_TITLE : null);
}

const Waiting = ({ page, inside = false }: { page: React.ReactNode; inside?: boolean }) => (
  <Suspense fallback={<LoadingScreen full={!inside} />}>{page}</Suspense>
);

const rootRoute = createRootRoute({ component: Root, notFoundComponent: NotFoundPage });
const root = () => rootRoute;

const dashboard = createRoute({
  getParentRoute: root,
  path: '/',
  staticData: { title: 'Dashboard' },
  component: lazyRouteComponent(() => import('./dashboard/DashboardPage.tsx'), 'DashboardPage'),
});

/** The filters of the key list as they stand in its address (SPEC 2.8); `locationId` is another name of `location`. */
const NO_KEY_FILTERS = { search: '', type: '', location: '', status: '', sort: '' };
type KeyFilters = typeof NO_KEY_FILTERS;
const text = (value: unknown) => (typeof value === 'string' ? value : '');

const keyBunches = createRoute({
  getParentRoute: root,
  path: '/key-bunches',
  validateSearch: (
    search: Partial<Record<keyof KeyFilters | 'locationId', unknown>> & SearchSchemaInput,
  ): KeyFilters => ({
    search: text(search.search),
    type: text(search.type),
    location: text(search.location) || text(search.locationId),
    status: text(search.status),
    sort: text(search.sort),
  }),
  search: { middlewares: [stripSearchParams(NO_KEY_FILTERS)] },
  staticData: { title: 'Keys', needs: 'key:view', refusal: "You don't have permission to view keys." },
  component: lazyRouteComponent(() => import('./key-bunch/list/KeyBunchesPage.tsx'), 'KeyBunchesPage'),
});

/** The filters of a bunch's timeline as they stand in its address; `from` and `to` belong to `date=custom`. */
const NO_TIMELINE_FILTERS = { kind: '', action: '', date: '', from: '', to: '' };
type TimelineFilters = typeof NO_TIMELINE_FILTERS;

const keyHistory = createRoute({
  getParentRoute: root,
  path: '/key-history/$id',
  validateSearch: (
    search: Partial<Record<keyof TimelineFilters, unknown>> & SearchSchemaInput,
  ): TimelineFilters => ({
    kind: text(search.kind),
    action: text(search.action),
    date: text(search.date),
    from: text(search.from),
    to: text(search.to),
  }),
  search: { middlewares: [stripSearchParams(NO_TIMELINE_FILTERS)] },
  staticData: {
    title: 'Key History',
    needs: all('key:view', 'history:view'),
    refusal: "You don't have permission to view the history of a key set.",
  },
  component: lazyRouteComponent(() => import('./key-bunch/history/KeyHistoryPage.tsx'), 'KeyHistoryPage'),
});

const locations = createRoute({
  getParentRoute: root,
  path: '/locations',
  staticData: {
    title: 'Locations',
    needs: 'location:view',
    refusal: "You don't have permission to view locations.",
  },
  component: lazyRouteComponent(() => import('./location/LocationsPage.tsx'), 'LocationsPage'),
});

const locationReport = createRoute({
  getParentRoute: root,
  path: '/location-report/$locationId',
  staticData: {
    title: 'Location Report',
    needs: 'reports:view',
    refusal: "You don't have permission to view location reports.",
  },
  component: lazyRouteComponent(
    () => import('./location-report/LocationReportPage.tsx'),
    'LocationReportPage',
  ),
});

/** The session that is worked in, or what a new one begins with; all may be empty. */
const NO_AUDIT = { session: '', location: '', type: '' };
type AuditSearch = typeof NO_AUDIT;
const NO_AUDITS = "You don't have permission to audit locations.";

const audit = createRoute({
  getParentRoute: root,
  path: '/audit',
  validateSearch: (search: Partial<Record<keyof AuditSearch, unknown>> & SearchSchemaInput): AuditSearch => ({
    session: text(search.session),
    location: text(search.location),
    type: text(search.type),
  }),
  search: { middlewares: [stripSearchParams(NO_AUDIT)] },
  staticData: { title: 'Location Audit', needs: 'audit:create', refusal: NO_AUDITS },
  component: lazyRouteComponent(() => import('./audit/AuditPage.tsx'), 'AuditPage'),
});

const auditReport = createRoute({
  getParentRoute: root,
  path: '/audit/$id',
  staticData: { title: 'Audit', needs: any('audit:view', 'audit:create'), refusal: NO_AUDITS },
  component: lazyRouteComponent(() => import('./audit/report/AuditReportPage.tsx'), 'AuditReportPage'),
});

/** The choices of a bulk move as they stand in its address; `type=all` means all types. */
const NO_MOVE_CHOICES = { type: '', from: '', to: '' };
type MoveChoices = typeof NO_MOVE_CHOICES;

const bulkMove = createRoute({
  getParentRoute: root,
  path: '/bulk-move-keys',
  validateSearch: (search: Partial<Record<keyof MoveChoices, unknown>> & SearchSchemaInput): MoveChoices => ({
    type: text(search.type),
    from: text(search.from),
    to: text(search.to),
  }),
  search: { middlewares: [stripSearchParams(NO_MOVE_CHOICES)] },
  staticData: {
    title: 'Bulk Move Keys',
    needs: 'key:bulk_move',
    refusal: "You don't have permission to bulk move keys.",
    back: { to: '/locations', label: 'Back to Locations' },
  },
  component: lazyRouteComponent(() => import('./bulk-move/BulkMovePage.tsx'), 'BulkMovePage'),
});

/** The filters of the history as they stand in its address; `from` and `to` belong to `date=custom`. */
const NO_HISTORY_FILTERS = { search: '', date: '', action: '', from: '', to: '' };
type HistoryFilters = typeof NO_HISTORY_FILTERS;

const history = createRoute({
  getParentRoute: root,
  path: '/history',
  validateSearch: (
    search: Partial<Record<keyof HistoryFilters, unknown>> & SearchSchemaInput,
  ): HistoryFilters => ({
    search: text(search.search),
    date: text(search.date),
    action: text(search.action),
    from: text(search.from),
    to: text(search.to),
  }),
  search: { middlewares: [stripSearchParams(NO_HISTORY_FILTERS)] },
  staticData: {
    title: 'Movement History',
    needs: 'history:view',
    refusal: "You don't have permission to view key movement history.",
  },
  component: lazyRouteComponent(() => import('./movement/HistoryPage.tsx'), 'HistoryPage'),
});

const profile = createRoute({
  getParentRoute: root,
  path: '/profile',
  staticData: { title: 'My Profile' },
  component: lazyRouteComponent(() => import('./user/ProfilePage.tsx'), 'ProfilePage'),
});

/** The filters of the people as they stand in their address. */
const NO_USER_FILTERS = { search: '', role: '', status: '' };
type UserFilters = typeof NO_USER_FILTERS;

const users = createRoute({
  getParentRoute: root,
  path: '/users',
  validateSearch: (search: Partial<Record<keyof UserFilters, unknown>> & SearchSchemaInput): UserFilters => ({
    search: text(search.search),
    role: text(search.role),
    status: text(search.status),
  }),
  search: { middlewares: [stripSearchParams(NO_USER_FILTERS)] },
  staticData: {
    title: 'User Management',
    needs: 'user:view',
    refusal: "You don't have permission to access user management.",
  },
  component: lazyRouteComponent(() => import('./user/UsersPage.tsx'), 'UsersPage'),
});

/** The tab of the settings as it stands in their address; none is the first. */
const NO_TAB = { tab: '' };

const settings = createRoute({
  getParentRoute: root,
  path: '/settings',
  validateSearch: (search: { tab?: unknown } & SearchSchemaInput): typeof NO_TAB => ({
    tab: text(search.tab),
  }),
  search: { middlewares: [stripSearchParams(NO_TAB)] },
  staticData: {
    title: 'Settings',
    needs: 'system:admin',
    refusal: "You don't have permission to access system settings.",
  },
  component: lazyRouteComponent(() => import('./setting/SettingsPage.tsx'), 'SettingsPage'),
});
const notifications = createRoute({
  getParentRoute: root,
  path: '/notifications',
  staticData: { title: 'Notifications Demo' },
  component: lazyRouteComponent(() => import('./notification/NotificationsPage.tsx'), 'NotificationsPage'),
});

const signedOut = { signedOut: true };
const login = createRoute({
  getParentRoute: root,
  path: '/login',
  validateSearch: (search: { notice?: unknown } & SearchSchemaInput): { notice?: 'sso' } =>
    search.notice === 'sso' ? { notice: 'sso' } : {},
  staticData: { ...signedOut, title: 'Sign in' },
  component: lazyRouteComponent(() => import('./public/LoginPage.tsx'), 'LoginPage'),
});
const signup = createRoute({
  getParentRoute: root,
  path: '/signup',
  staticData: { ...signedOut, title: SETUP_TITLE },
  component: SetupPage,
});
const authLogin = createRoute({
  getParentRoute: root,
  path: '/auth/login',
  validateSearch: (search: { notice?: unknown } & SearchSchemaInput): { notice?: SignOnFailure } =>
    isSignOnFailure(search.notice) ? { notice: search.notice } : {},
  staticData: { ...signedOut, title: 'Sign in' },
  component: lazyRouteComponent(() => import('./public/AuthLoginPage.tsx'), 'AuthLoginPage'),
});
const authSignup = createRoute({
  getParentRoute: root,
  path: '/auth/signup',
  staticData: { ...signedOut, title: 'Create your account' },
  component: lazyRouteComponent(() => import('./public/SignUpPage.tsx'), 'SignUpPage'),
});
const authForgot = createRoute({
  getParentRoute: root,
  path: '/auth/forgot-password',
  staticData: { ...signedOut, title: 'Forgot password' },
  component: lazyRouteComponent(() => import('./public/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
});

const authReset = createRoute({
  getParentRoute: root,
  path: '/auth/reset-password/$token',
  staticData: { everyone: true, title: 'Set your password' },
  component: lazyRouteComponent(() => import('./public/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
});

/** Search values stay plain text: the router's own codec would turn `?location=3` into `?location=%223%22`. */
export const router = createRouter({
  routeTree: rootRoute.addChildren([
    dashboard,
    keyBunches,
    keyHistory,
    locations,
    locationReport,
    bulkMove,
    history,
    settings,
    audit,
    auditReport,
    profile,
    users,
    notifications,
    login,
    signup,
    authLogin,
    authSignup,
    authForgot,
    authReset,
  ]),
  defaultPreload: 'intent',
  scrollRestoration: true,
  parseSearch: (query) => Object.fromEntries(new URLSearchParams(query)),
  stringifySearch: (search) => {
    const pairs = Object.entries(search).filter(
      ([, value]) => value !== undefined && value !== null && value !== '',
    );
    const query = new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString();
    return query ? `?${query}` : '';
  },
});
