import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { CallName } from '../shared/api.ts';
import type { Company } from '../shared/company.ts';
import { meets, type Needs } from '../shared/permissions.ts';
import type { User } from '../shared/user.ts';
import { ApiError, call } from './api/call.ts';
import { queries } from './api/queries.ts';
import { useRead } from './api/read.ts';
import { whenExpired, whenUnconfirmed } from './api/reauthentication.ts';
import { setCompanyZone } from './format.ts';
import { isDialogOpen } from './ui/overlay/layers.ts';

/** Who is here: nobody, somebody without a company, or a member of one; `failed` when nobody could say. */
export type Session =
  | { state: 'loading' }
  | { state: 'failed'; error: ApiError; retry: () => void }
  | { state: 'out' }
  | { state: 'noCompany'; me: User }
  /** Their company requires a second factor: they set one up before anything else. */
  | { state: 'factorDue'; me: User }
  | { state: 'in'; me: User; company: Company | null };

const SignInAgain = lazy(() => import('./public/SignInAgain.tsx').then((m) => ({ default: m.SignInAgain })));

const ConfirmIdentity = lazy(() =>
  import('./confirmation/ConfirmIdentity.tsx').then((m) => ({ default: m.ConfirmIdentity })),
);

const SessionContext = createContext<Session>({ state: 'loading' });

export const useSession = (): Session => useContext(SessionContext);

/** The signed-in person; only for what is shown inside the shell. */
export function useMe(): User {
  const session = useSession();
  if (!('me' in session)) throw new Error('Nobody is signed in here');
  return session.me;
}

/** Whether the signed-in person meets what a call needs; buttons and screens ask it. */
export function useMay(): (needs: Needs) => boolean {
  const session = useSession();
  return (needs) => (session.state === 'in' ? meets(needs, session.me) : false);
}

const forget = () => {
  queries.removeQueries({ predicate: (query) => query.queryKey[0] !== 'getMe' });
  queries.setQueryData(['getMe', {}], null);
};

/**
 * A visitor's page says that its request carried no session: then nobody is asked who is here, and no 401 is in the console. A
 * page that Back took from the browser's cache may say so from before the sign-in.
 */
export function readSessionHint(): void {
  const said = document.querySelector('meta[name=session]')?.getAttribute('content');
  const [arrival] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (said === 'none' && arrival?.type !== 'back_forward') queries.setQueryData(['getMe', {}], null);
}

/** Whether the server says that nobody is signed in; without an answer nothing is known and nothing changes. */
const hasEnded = (): Promise<boolean> =>
  call('getMe').then(
    () => false,
    (error: unknown) => error instanceof ApiError && error.status === 401,
  );

/** The sign-in says what happened and leads back to where it happened. */
function leaveForSignIn(): void {
  const { pathname, search, hash } = window.location;
  const query = new URLSearchParams({ notice: 'ended', next: pathname + search + hash });
  window.location.replace(`/login?${query}`);
}

type Asking = ((yes: boolean) => void) | null;
/** `call` is the one that was refused until its caller confirms. */
type Confirming = { call: CallName; answer: (confirmed: boolean) => void } | null;

/** Asks once, however many calls ask at the same moment. */
function onceAtATime<A extends unknown[]>(
  ask: (...about: A) => Promise<boolean>,
): (...about: A) => Promise<boolean> {
  let asked: Promise<boolean> | null = null;
  return (...about) => {
    asked ??= ask(...about).finally(() => {
      asked = null;
    });
    return asked;
  };
}

/**
 * Knows who is here, asks for the password in place when a session ended under a half-filled dialog, and whether it is still they before
 * what cannot be undone.
 */
export function SessionProvider({ children }: { children: ReactNode }) {
  const me = useRead('getMe');
  const { refetch } = me;
  // Until the page is loaded anew: the recovery codes that come with a first factor are still to be kept.
  const wasDue = useRef(false);
  wasDue.current ||= me.data?.factorDue === true;
  const factorDue = wasDue.current;
  const inCompany = Boolean(me.data?.companyId) && !factorDue;
  const company = useRead('getCompany', {}, { enabled: inCompany });
  const [asking, setAsking] = useState<Asking>(null);
  const [confirming, setConfirming] = useState<Confirming>(null);

  useEffect(() => {
    const signInAgain = async (): Promise<boolean> => {
      if (!(await hasEnded())) return true;
      if (isDialogOpen()) return new Promise((resolve) => setAsking(() => resolve));
      leaveForSignIn();
      // What waits for the answer is left with the page.
      return new Promise(() => {});
    };
    whenExpired(onceAtATime(signInAgain));
    whenUnconfirmed(onceAtATime((name) => new Promise((answer) => setConfirming({ call: name, answer }))));
  }, []);

  const session = useMemo((): Session => {
    // Asked once: the page of a company that could not be read asks again, and would be taken away for it.
    if (me.isPending || (inCompany && !company.isFetched)) return { state: 'loading' };
    if (!me.data) {
      return me.error && me.error.status !== 401
        ? { state: 'failed', error: me.error, retry: () => void refetch() }
        : { state: 'out' };
    }
    if (factorDue) return { state: 'factorDue', me: me.data };
    // A company that could not be read: one clock for all readers still, whatever their device says.
    if (inCompany) setCompanyZone(company.data?.timezone ?? 'Etc/UTC');
    return inCompany
      ? { state: 'in', me: me.data, company: company.data ?? null }
      : { state: 'noCompany', me: me.data };
  }, [me.isPending, me.data, me.error, refetch, factorDue, inCompany, company.isFetched, company.data]);

  const answer = (signedIn: boolean) => {
    asking?.(signedIn);
    setAsking(null);
    if (!signedIn) forget();
  };
  const confirm = (confirmed: boolean) => {
    confirming?.answer(confirmed);
    setConfirming(null);
  };
  return (
    <SessionContext value={session}>
      {children}
      {confirming && me.data && (
        <Suspense>
          <ConfirmIdentity email={me.data.email} call={confirming.call} onDone={confirm} />
        </Suspense>
      )}
      {asking && me.data && (
        <Suspense>
          <SignInAgain email={me.data.email} onDone={answer} />
        </Suspense>
      )}
    </SessionContext>
  );
}
