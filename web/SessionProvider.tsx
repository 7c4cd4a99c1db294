import { type ReactNode, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { CallName } from '../shared/api.ts';
import type { User } from '../shared/user.ts';
import { ApiError, call } from './api/call.ts';
import { forgetRegister } from './api/kept/forget.ts';
import { queries } from './api/queries.ts';
import { readOf, useRead } from './api/read.ts';
import { whenExpired, whenUnconfirmed } from './api/reauthentication.ts';
import { setCompanyZone } from './api/server-clock.ts';
import { LOADING, type Session, SessionContext } from './session.tsx';
import { lazyExport } from './ui/lazy-export.ts';
import { hasInput, useHasInput } from './ui/overlay/layers.ts';

const SignInAgain = lazyExport(() => import('./public/SignInAgain.tsx'), 'SignInAgain');

const ConfirmIdentity = lazyExport(() => import('./public/ConfirmIdentity.tsx'), 'ConfirmIdentity');

const forget = () => {
  queries.removeQueries({ predicate: (query) => query.queryKey[0] !== 'getMe' });
  queries.setQueryData(['getMe', {}], null);
};

/**
 * Whether the document was served without a session: then the user is not read, which avoids a 401. Invalid for a page restored by Back.
 */
export function readSessionHint(): void {
  const sessionFact = document.querySelector('meta[name=session]')?.getAttribute('content');
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (sessionFact === 'none' && arrival?.type !== 'back_forward') queries.setQueryData(['getMe', {}], null);
}

/** Starts reading the user, and then a member's company (API-08), before the first render: all pages wait for both. */
export async function startReading(): Promise<void> {
  // A failed read is shown by the page.
  const me = await queries.ensureQueryData(readOf('getMe')).catch(() => null);
  if (me?.companyId && !me.factorDue) await queries.prefetchQuery(readOf('getCompany'));
}

/** Whether the server reports no session; without a response nothing changes. */
const hasEnded = (): Promise<boolean> =>
  call('getMe').then(
    () => false,
    async (error: unknown) => {
      const ended = error instanceof ApiError && error.status === 401;
      if (ended) await forgetRegister();
      return ended;
    },
  );

/** Shows the message at the sign-in and returns afterwards. */
function leaveForSignIn(): void {
  const { pathname, search, hash } = window.location;
  const query = new URLSearchParams({ notice: 'ended', next: pathname + search + hash });
  window.location.replace(`/login?${query}`);
}

type SignInPrompt = ((yes: boolean) => void) | null;
/** `call` is the refused one. */
type Confirming = { call: CallName; answer: (confirmed: boolean) => void } | null;

/** Shares one prompt among concurrent calls. */
function singleFlight<A extends unknown[]>(
  ask: (...about: A) => Promise<boolean>,
): (...about: A) => Promise<boolean> {
  let running: Promise<boolean> | null = null;
  return (...about) => {
    running ??= ask(...about).finally(() => {
      running = null;
    });
    return running;
  };
}

const rightsOf = ({ permissions, allowedLocationIds }: User) => `${permissions} ${allowedLocationIds}`;

/**
 * The user as the page knows them. While a dialog is open or a form has unsaved input they keep their former rights: without one the page
 * would go with what is typed in it. The server refuses what they may no longer do.
 */
function useShown<U extends User | null | undefined>(me: U): U {
  const shown = useRef(me);
  const hasInput = useHasInput();
  const last = shown.current;
  const keeps = hasInput && me && last && me.id === last.id && rightsOf(me) !== rightsOf(last);
  if (!keeps) shown.current = me;
  return shown.current;
}

/** Provides the session, asks for the password when it ended during work, and for a confirmation before sensitive calls. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const me = useRead('getMe');
  const { refetch } = me;
  const user = useShown(me.data);
  // Until the page reloads: the recovery codes of a first factor must still be saved.
  const wasDue = useRef(false);
  wasDue.current ||= me.data?.factorDue === true;
  const factorDue = wasDue.current;
  const inCompany = Boolean(me.data?.companyId) && !factorDue;
  const company = useRead('getCompany', {}, { enabled: inCompany });
  const [signInPrompt, setSignInPrompt] = useState<SignInPrompt>(null);
  const [confirming, setConfirming] = useState<Confirming>(null);

  useEffect(() => {
    const signInAgain = async (): Promise<boolean> => {
      if (!(await hasEnded())) return true;
      if (hasInput()) return new Promise((resolve) => setSignInPrompt(() => resolve));
      leaveForSignIn();
      // Pending calls end with the page.
      return new Promise(() => {});
    };
    whenExpired(singleFlight(signInAgain));
    whenUnconfirmed(singleFlight((name) => new Promise((answer) => setConfirming({ call: name, answer }))));
  }, []);

  const session = useMemo((): Session => {
    // Loaded once: a later read would unmount the page.
    if (me.isPending || (inCompany && !company.isFetched)) return LOADING;
    if (!user) {
      return me.error && me.error.status !== 401
        ? { state: 'failed', error: me.error, retry: () => void refetch() }
        : { state: 'out' };
    }
    if (factorDue) return { state: 'factorDue', me: user };
    // If the company could not be read, all times use UTC for every user.
    if (inCompany) setCompanyZone(company.data?.timezone ?? 'Etc/UTC');
    return inCompany
      ? { state: 'in', me: user, company: company.data ?? null }
      : { state: 'noCompany', me: user };
  }, [me.isPending, user, me.error, refetch, factorDue, inCompany, company.isFetched, company.data]);

  // The first screen renders in a transition: in short tasks, and without a fallback, which React keeps for 300 ms.
  const shown = useDeferredValue(session, LOADING);

  // What the device keeps is one member's: any other user, and a visitor, ends it.
  const owner = session.state === 'in' ? session.me.id : undefined;
  const isKnown = session !== LOADING && session.state !== 'failed';
  useEffect(() => {
    if (isKnown) void forgetRegister(owner);
  }, [isKnown, owner]);

  const answer = (signedIn: boolean) => {
    signInPrompt?.(signedIn);
    setSignInPrompt(null);
    if (!signedIn) forget();
  };
  const confirm = (confirmed: boolean) => {
    confirming?.answer(confirmed);
    setConfirming(null);
  };
  return (
    <SessionContext value={shown === LOADING ? shown : session}>
      {children}
      {confirming && me.data && (
        <Suspense>
          <ConfirmIdentity email={me.data.email} call={confirming.call} onDone={confirm} />
        </Suspense>
      )}
      {signInPrompt && me.data && (
        <Suspense>
          <SignInAgain email={me.data.email} onDone={answer} />
        </Suspense>
      )}
    </SessionContext>
  );
}
