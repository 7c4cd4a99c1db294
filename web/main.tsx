import { QueryClientProvider } from '@tanstack/react-query';
import { createRouter, RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { queries } from './api/queries.ts';
import { readSessionHint, SessionProvider } from './session.tsx';
import { followSystemTheme } from './shell/theme.ts';
import './styles.css';
import { activity } from './routes/activity.ts';
import { audit, auditReport } from './routes/audit.ts';
import { bulkMove } from './routes/bulk-move.ts';
import { out } from './routes/custody.ts';
import { desk, receipt } from './routes/desk.ts';
import { people, person } from './routes/holder.ts';
import { importing } from './routes/import.ts';
import { keyBunches, keyHistory } from './routes/key-bunch.ts';
import { finder, labels } from './routes/label.ts';
import { locationReport, locations } from './routes/location.ts';
import { history } from './routes/movement.ts';
import { premises, premisesList } from './routes/premises.ts';
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
import { rootRoute } from './routes/root.tsx';
import { plainSearch } from './routes/search.ts';
import { settings } from './routes/setting.ts';
import { dashboard, notifications } from './routes/shell.ts';
import { profile, users } from './routes/user.ts';
import { PageFailed } from './shell/PageFailed.tsx';
import { nonce } from './ui/nonce.ts';
import { watchPresses } from './ui/overlay/last-press.ts';
import { keepLayersApart } from './ui/overlay/layers.ts';
import { showCarriedToast } from './ui/overlay/toast-carry.ts';

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
