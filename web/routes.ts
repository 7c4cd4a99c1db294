import { createRouter } from '@tanstack/react-router';
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

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** Every page of Keyhold; each is loaded when it is visited. */
export const router = createRouter({
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
