import { createContext, useContext } from 'react';
import type { Company } from '../shared/company.ts';
import { meets, type Needs } from '../shared/permissions.ts';
import type { Me, User } from '../shared/user.ts';
import type { ApiError } from './api/call.ts';

/** Session state: visitor, user without a company, or member; `failed` when it could not be read. */
export type Session =
  | { state: 'loading' }
  | { state: 'failed'; error: ApiError; retry: () => void }
  | { state: 'out' }
  | { state: 'noCompany'; me: User }
  /** The company requires a second factor, which must be set up first. */
  | { state: 'factorDue'; me: User }
  | { state: 'in'; me: Me; company: Company | null };

export const LOADING: Session = { state: 'loading' };

export const SessionContext = createContext<Session>(LOADING);

export const useSession = (): Session => useContext(SessionContext);

/** The signed-in user; only inside the shell. */
export function useMe(): Me {
  const session = useSession();
  if (!('me' in session)) throw new Error('No person is signed in here');
  return session.me;
}

/** Whether the signed-in user has a call's permission. */
export function useMay(): (needs: Needs) => boolean {
  const session = useSession();
  return (needs) => (session.state === 'in' ? meets(needs, session.me) : false);
}
