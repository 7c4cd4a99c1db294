import {
  createRootRoute,
  lazyRouteComponent,
  Navigate,
  Outlet,
  type RouteComponent,
  type SearchSchemaInput,
  type StaticDataRouteOption,
  stripSearchParams,
  useMatches,
  useSearch,
} from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { NAME_MAX } from '../../shared/limits.ts';
import type { Needs } from '../../shared/permissions.ts';
import { queries } from '../api/queries.ts';
import { readOf } from '../api/read.ts';
import { isBoundTablet } from '../kiosk/bound.ts';
import { pathAfterSignIn } from '../public/next.ts';
import { type Session, useMay, useSession } from '../session.tsx';
import type { Back } from '../shell/NoAccess.tsx';
import { PageNotLoaded, pageLoaded } from '../shell/PageFailed.tsx';
import { LoadingScreen } from '../ui/Loading.tsx';
import { lazyExport } from '../ui/lazy-export.ts';
import { NOT_FOUND_TITLE, useTitle } from '../ui/page-meta.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Title of the browser's tab, before the product's name. */
    title?: string;
    /** For visitors; a signed-in user is redirected to the dashboard. */
    signedOut?: boolean;
    /** For all, signed in or not, without the shell. */
    everyone?: boolean;
    /** Needs no user's session: shown before one is read, and when none can be. */
    alone?: boolean;
    /** Needed permission, and the sentence of the refusal. */
    needs?: Needs;
    refusal?: string;
    /** Back link of the refusal; the dashboard by default. */
    back?: Back;
  }
}

export const SETUP_TITLE = 'Set up your company';

const Shell = lazyExport(() => import('../shell/Shell.tsx'), 'Shell');
const NoAccess = lazyExport(() => import('../shell/NoAccess.tsx'), 'NoAccess');
const TooltipProvider = lazyExport(() => import('../ui/overlay/Tooltip.tsx'), 'TooltipProvider');
const LandingPage = lazyExport(() => import('../public/landing/LandingPage.tsx'), 'LandingPage');
export const SetupPage = lazyExport(() => import('../public/SetupPage.tsx'), 'SetupPage');

const StartFailed = lazyExport(() => import('../shell/StartFailed.tsx'), 'StartFailed');

const FactorDuePage = lazyExport(() => import('../second-factor/FactorDuePage.tsx'), 'FactorDuePage');

/** One boundary for all screens: the first one waits here for its scripts once the session is known, without showing another fallback. */
const Root = () => (
  <Suspense fallback={<LoadingScreen />}>
    <Screen />
  </Suspense>
);

/** Chooses by session: visitors see public pages only, a user without a company the wizard, others the shell. */
function Screen() {
  const session = useSession();
  const may = useMay();
  const page = useMatches({ select: (matches) => matches.at(-1)?.staticData }) ?? {};
  const { next } = useSearch({ strict: false });
  const refused = page.needs !== undefined && !may(page.needs);
  useTitle(titleOf(session.state, page, refused));
  if (page.alone) return withTooltips(<Outlet />);
  // No user signs in on a tablet that people stand before (decision 0081).
  if (isBoundTablet()) return <Navigate to="/kiosk" replace />;
  if (session.state === 'loading') return <LoadingScreen />;
  if (session.state === 'failed')
    return withTooltips(<StartFailed error={session.error} retry={session.retry} />);
  if (page.everyone) return withTooltips(<Outlet />);
  if (session.state === 'noCompany') return withTooltips(<SetupPage />);
  if (session.state === 'factorDue') return withTooltips(<FactorDuePage />);
  if (session.state === 'out') return page.signedOut ? <Outlet /> : <LandingPage />;
  if (page.signedOut) return <Navigate to="/" href={pathAfterSignIn(next)} replace />;
  const inside = refused ? (
    <NoAccess needs={page.needs ?? 'company'} text={page.refusal ?? ''} back={page.back} />
  ) : (
    <Outlet />
  );
  return withTooltips(
    <Shell>
      <Suspense fallback={<LoadingScreen full={false} />}>{inside}</Suspense>
    </Shell>,
  );
}

function titleOf(state: Session['state'], page: StaticDataRouteOption, refused: boolean): string | null {
  if (page.everyone) return page.title ?? null;
  if (state === 'noCompany') return SETUP_TITLE;
  if (state === 'factorDue') return 'Set up a second factor';
  if (state === 'out' && !page.signedOut) return null;
  if (state === 'in' && refused) return 'Access Denied';
  return page.title ?? (state === 'in' ? NOT_FOUND_TITLE : null);
}

/** Visitors' pages have no tooltips, and do without their script. */
const withTooltips = (page: ReactNode) => <TooltipProvider>{page}</TooltipProvider>;

/** Search parameters. */
type Search = Record<string, string>;
/** Cause and search of a route load. */
type Visit = { cause: 'preload' | 'enter' | 'stay'; location: { search: object } };
/** Exports of a page's module; `prefetch` starts the page's first reads (`web/api/list.ts`). */
type Page = { prefetch?: (search: Search) => void };

/** The component `name` of a module, loaded on first render or preload; a later visit tries again after a failure. */
const lazyPage = <M extends Record<string, unknown>>(
  load: () => Promise<M>,
  name: keyof M & string,
): RouteComponent =>
  lazyRouteComponent(
    () =>
      load().then(pageLoaded, () => {
        throw new PageNotLoaded();
      }),
    name,
  );

/**
 * A route's component and loader. The module's export `name` is the page. On each visit its `prefetch`, if any, starts the first reads
 * before the page renders; cached and running reads are reused.
 */
export const page = <M extends Record<string, unknown>, N extends keyof M & string>(
  load: () => Promise<M & Page>,
  name: N,
) => ({
  component: lazyPage<M>(load, name),
  loader: ({ cause, location }: Visit) => {
    // Not awaited; failed reads are shown in the page.
    if (cause === 'enter') void prefetch(load, location.search as Search).catch(() => undefined);
  },
});

async function prefetch(load: () => Promise<Page>, search: Search): Promise<void> {
  const who = readOf('getMe');
  if (queries.getQueryState(who.queryKey)?.status === 'error') return;
  const [module, me] = await Promise.all([load(), queries.ensureQueryData(who)]);
  if (me) module.prefetch?.(search);
}

export const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** Filters that the server refuses unless they are an id, or a line of `NAME_MAX`. */
const refusable: Record<string, (value: string) => string> = {
  location: (id) => (/^\d{1,9}$/.test(id) ? id : ''),
  search: (line) => line.slice(0, NAME_MAX),
  type: (line) => line.slice(0, NAME_MAX),
  client: (line) => line.slice(0, NAME_MAX),
};
const textOf = (name: string, value: unknown) => refusable[name]?.(text(value)) ?? text(value);

/** Validates search parameters as texts: missing or invalid ones become empty, and empty ones are not written. */
export function textsOf<T extends Record<string, string>>(empty: T) {
  return {
    validateSearch: (search: Partial<Record<keyof T, unknown>> & SearchSchemaInput): T =>
      Object.fromEntries(Object.keys(empty).map((name) => [name, textOf(name, search[name])])) as T,
    search: { middlewares: [stripSearchParams<T, T, T, T>(empty)] },
  };
}

/** Search values stay plain text: the router's own codec would turn `?location=3` into `?location=%223%22`. */
export const plainSearch = {
  parseSearch: (query: string) => Object.fromEntries(new URLSearchParams(query)),
  stringifySearch: (search: Record<string, unknown>) => {
    const pairs = Object.entries(search).filter(([, value]) => (value ?? '') !== '');
    const query = new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString();
    return query ? `?${query}` : '';
  },
};

export const rootRoute = createRootRoute({
  component: Root,
  notFoundComponent: lazyPage(() => import('../shell/NoAccess.tsx'), 'NotFoundPage'),
});
export const root = () => rootRoute;
