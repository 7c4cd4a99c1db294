import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { queries } from './api/queries.ts';
import { router } from './routes.ts';
import { readSessionHint, SessionProvider } from './session.tsx';
import { followSystemTheme } from './shell/theme.ts';
import './styles.css';
import { nonce } from './ui/nonce.ts';
import { watchPresses } from './ui/overlay/last-press.ts';
import { keepLayersApart } from './ui/overlay/layers.ts';
import { showCarriedToast } from './ui/overlay/toast-carry.ts';

const given = nonce();
if (given) setNonce(given);
followSystemTheme();
showCarriedToast();
watchPresses();
readSessionHint();
keepLayersApart(router.history);

/** Comes with the frame of the pages: a toast waits for it. */
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
