import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRouter, RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { queries } from './api/queries.ts';
import { dashboard, notifications, profile, settings, users } from './routes/company.ts';
import { desk, out, people, person, receipt } from './routes/custody.ts';
import { finder, importing, keyBunches, keyHistory, labels } from './routes/key-bunch.ts';
import { bulkMove, locationReport, locations, premises, premisesList } from './routes/location.ts';
import { plainSearch } from './routes/page.ts';
import {
  authForgot,
  authLogin,
  authReset,
  authSignup,
  confirmed,
  login,
  signup,
  stopReminders,
} from './routes/public.ts';
import { activity, audit, auditReport, history } from './routes/record.ts';
import { rootRoute } from './routes/root.tsx';
import { readSessionHint, SessionProvider } from './session.tsx';
import { PageFailed } from './shell/PageFailed.tsx';
import { followSystemTheme } from './shell/theme.ts';
import { watchPresses } from './ui/overlay/last-press.ts';
import { keepLayersApart } from './ui/overlay/layers.ts';
import { showCarriedToast } from './ui/overlay/toast.ts';
import { nonce } from './ui/page-meta.ts';

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** All routes; each page is loaded on demand. */
const router = createRouter({
  routeTree: rootRoute.addChildren([
    keyBunches,
    keyHistory,
    labels,
    finder,
    out,
    people,
    person,
    premisesList,
    premises,
    importing,
    locations,
    locationReport,
    desk,
    receipt,
    audit,
    auditReport,
    bulkMove,
    history,
    profile,
    users,
    activity,
    settings,
    login,
    signup,
    confirmed,
    authLogin,
    authSignup,
    authForgot,
    authReset,
    stopReminders,
    dashboard,
    notifications,
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: PageFailed,
  scrollRestoration: true,
  ...plainSearch,
});

const given = nonce();
if (given) setNonce(given);
followSystemTheme();
showCarriedToast();
watchPresses();
readSessionHint();
keepLayersApart(router.history);

/** Loaded with the shell; toasts wait for it. */
const Toaster = lazy(() => import('./ui/overlay/Toaster.tsx').then((m) => ({ default: m.Toaster })));

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <SessionProvider>
          <RouterProvider router={router} />
        </SessionProvider>
        <Suspense>
          <Toaster />
        </Suspense>
      </QueryClientProvider>
    </StrictMode>,
  );
}
