import './styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRouter, RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { queries } from './api/queries.ts';
import { memberRoutes } from './routes/members.ts';
import { publicRoutes } from './routes/public.ts';
import { plainSearch, rootRoute } from './routes/root.tsx';
import { readSessionHint, SessionProvider, startReading } from './SessionProvider.tsx';
import { PageFailed } from './shell/PageFailed.tsx';
import { followSystemTheme } from './shell/theme.ts';
import { lazyExport } from './ui/lazy-export.ts';
import { watchPresses } from './ui/overlay/last-press.ts';
import { keepLayersApart } from './ui/overlay/layers.ts';
import { showCarriedToast, useToasts } from './ui/overlay/toast.ts';
import { nonce } from './ui/page-meta.ts';
import { sharedValue } from './ui/shared-value.ts';

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** All routes; each page is loaded on demand. */
const router = createRouter({
  routeTree: rootRoute.addChildren([...memberRoutes, ...publicRoutes]),
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
void startReading();
keepLayersApart(router.history);

/** Toasts wait for it. It is part of the shell's script; a visitor's page loads it at the first input. */
const Toaster = lazyExport(() => import('./ui/overlay/Toaster.tsx'), 'Toaster');
const hasInput = sharedValue(false);
for (const event of ['pointerdown', 'keydown', 'input'])
  addEventListener(event, () => hasInput.set(true), { once: true, capture: true });

function Toasts() {
  const isNeeded = hasInput.use();
  const hasToasts = useToasts().length > 0;
  return (
    (isNeeded || hasToasts) && (
      <Suspense>
        <Toaster />
      </Suspense>
    )
  );
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <SessionProvider>
          <RouterProvider router={router} />
        </SessionProvider>
        <Toasts />
      </QueryClientProvider>
    </StrictMode>,
  );
}
