import { useEffect, useRef, useState } from 'react';
import { type ActionName, isPreCompany, type ReplyOf } from '../../shared/api.ts';
import { type ActionMessages, NO_SIGNAL, READ_FAILED } from '../../shared/messages.ts';
import { relativeTime } from '../format.ts';
import { currentToasts, type ToastContent, toast } from '../ui/overlay/toast.ts';
import { ApiError, call, type Input, type Options, type Refused } from './call.ts';
import { isOffline, serverAnswers } from './connection.ts';
import { queries } from './queries.ts';
import { asksToConfirm, withReauthentication } from './reauthentication.ts';
import { ownKeys, refreshAfter } from './refresh.ts';

/**
 * The detail of a refusal: what another user did first, and when, in the company's zone. A fault's reference is shown with every error
 * instead.
 */
export const detailOf = ({ detail, happened }: Refused): string | undefined =>
  detail?.startsWith('Reference ')
    ? undefined
    : detail && happened
      ? `${detail.replace(/\.$/, '')} ${relativeTime(happened.at).toLowerCase()}.`
      : detail;

type ActionOptions<N extends ActionName> = {
  /** Replaces the contract's text. */
  messages?: ActionMessages;
  /** The caller shows the error itself. */
  quiet?: boolean;
  /** The toast of a failure, instead of "Error" and the server's message; undefined keeps the default. */
  failure?: (error: ApiError) => Omit<ToastContent, 'variant'> | undefined;
  /** A line under the success text: the record. */
  about?: (reply: ReplyOf<N>) => string;
  /** A button beside the success text, such as Undo. */
  offer?: (reply: ReplyOf<N>) => ToastContent['action'];
};
/** A reply that was recorded on this device only, with what to say of it. */
type Noted = { note?: Partial<ToastContent> };
type ActionInput<N extends ActionName> = Input<N> & {
  /** The `updatedAt` the caller saw; a newer one refuses the change with 409, code `stale`. */
  ifMatch?: string | undefined;
};
/** Said of an action that was sent and not answered. */
export const UNANSWERED = 'No answer came. Try again: it is recorded once, however often it is sent.';

/** Result of an action: the response or the error; `refreshed` resolves once the reads are refreshed. */
export type Outcome<R> = { ok: true; reply: R } | { ok: false; error: ApiError; refreshed: Promise<void> };

/** The texts of all actions, which the first page is shown without; null if they can't be loaded. */
const loadMessages = () =>
  import('../../shared/action-messages.ts').then(
    ({ ACTION_MESSAGES }) => ACTION_MESSAGES,
    () => null,
  );

/**
 * An action of the contract. `run` sends it, shows a toast, refreshes what changed and returns the result; field messages of a refusal are
 * in `error.body.errors`.
 */
export function useAction<N extends ActionName>(name: N, options: ActionOptions<N> = {}) {
  const [pending, setPending] = useState(false);
  const intention = useRef<{ sent: string; key: string } | null>(null);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    void loadMessages();
    return () => {
      isGone.current = true;
    };
  }, []);

  /** Whether the dialog was closed while it was sending, and a toast promised the result. */
  const isAwaited = () => isGone.current && currentToasts()[0]?.awaits;

  /** The same input without a response keeps its Idempotency-Key. */
  function keyOf(input: unknown): string | undefined {
    if (isPreCompany(name)) return undefined;
    const sent = JSON.stringify(input);
    if (intention.current?.sent !== sent) intention.current = { sent, key: crypto.randomUUID() };
    return intention.current.key;
  }

  function showFailure(error: ApiError, failed: string | undefined): void {
    const more = error.unsent
      ? 'No signal. Nothing was sent: try again when you have one.'
      : detailOf(error.body);
    const description =
      error.status === 0 && !error.unsent && !isPreCompany(name)
        ? UNANSWERED
        : [error.body.message || failed, more].filter(Boolean).join('\n');
    toast({
      ...(options.failure?.(error) ?? { title: 'Error', description }),
      reference: error.reference,
      variant: 'destructive',
    });
  }

  async function run({ ifMatch, ...input }: ActionInput<N>): Promise<Outcome<ReplyOf<N>>> {
    const key = keyOf(input);
    const sending = { ...(key && { key }), ...(ifMatch && { ifMatch }) };
    const loading = options.messages ?? loadMessages().then((all) => all?.[name]);
    if (key) ownKeys.add(key);
    setPending(true);
    try {
      const reply = await withReauthentication(name, () => sendWithRetry(name, input as Input<N>, sending));
      intention.current = null;
      // Not awaited: a long list must not delay the toast.
      void refreshAfter(name);
      const done = (await loading)?.done ?? (isAwaited() && { title: 'Done' });
      if (done) {
        const [about, action] = [options.about?.(reply), options.offer?.(reply)];
        toast({ ...done, about, action, variant: 'success', ...(reply as Noted | null)?.note });
      }
      return { ok: true, reply };
    } catch (thrown) {
      const error = thrown instanceof ApiError ? thrown : new ApiError(0, '', READ_FAILED);
      if (!isUnknown(error)) intention.current = null;
      // Another user was first, or the result is unknown.
      const refreshed =
        error.status === 409
          ? queries.invalidateQueries()
          : isUnknown(error) && !error.unsent
            ? refreshAfter(name)
            : Promise.resolve();
      // After a cancelled confirmation no toast is needed.
      if ((!options.quiet || isAwaited()) && !asksToConfirm(error))
        showFailure(error, (await loading)?.failed);
      return { ok: false, error, refreshed };
    } finally {
      setPending(false);
    }
  }
  return { run, pending };
}

/** Why a credential was rejected; `otherwise` where the server gives no reason. */
export function whyRefused(error: unknown, otherwise: string): string {
  const { status, body } = error instanceof ApiError ? error : { status: 0, body: {} };
  if (status === 0) return 'No connection. Check your signal and try again.';
  if (status >= 500) return 'Keyhold has a problem. Try again in a moment.';
  return Object.values(body.errors ?? {})[0] ?? (body.message || otherwise);
}

/** Records an action on this device under its Idempotency-Key; null for one that needs the server. */
type Enter = <N extends ActionName>(name: N, input: Input<N>, key: string) => Promise<ReplyOf<N> | null>;
let enter: Enter = async () => null;
/** Sets what records actions without signal (`outbox/enter.ts`), once the first screen is shown. */
export const whenCutOff = (record: Enter): void => {
  enter = record;
};

const WAITS_MS = [500, 1500, 4000];
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms * (0.75 + Math.random() / 2)));

/** Whether a call's result is unknown: no response, or a retry was requested. */
export const isUnknown = ({ status }: ApiError): boolean => status === 0 || status === 503;

/** Sends an action; without signal it is recorded on this device, if it can be. Errors: `sendUntilKnown`. */
export async function sendWithRetry<N extends ActionName>(
  name: N,
  input: Input<N>,
  options: Options,
): Promise<ReplyOf<N>> {
  const { key = '' } = options;
  const entered = isOffline() && (await enter(name, input, key));
  return (
    entered ||
    sendUntilKnown(name, input, options).catch(async (error: ApiError) => {
      const late = (error.unsent || isOffline()) && (await enter(name, input, key));
      if (!late) throw error;
      return late;
    })
  );
}

/**
 * Retries an action with the same Idempotency-Key until the result is known, or the device is offline; sends it once without a key. Offline
 * it is not sent at all: the error is `unsent` if no attempt can have reached the server.
 */
async function sendUntilKnown<N extends ActionName>(
  name: N,
  input: Input<N>,
  options: Options,
): Promise<ReplyOf<N>> {
  let mayBeSent = false;
  if (isOffline() && !(await serverAnswers())) throw new ApiError(0, '', NO_SIGNAL);
  for (const wait of [...WAITS_MS, null]) {
    try {
      return (await call(name, input, options)).data;
    } catch (error) {
      const again = error instanceof ApiError && isUnknown(error);
      if (!again) throw error;
      if (error.unsent && !mayBeSent) throw error;
      mayBeSent = true;
      const isLast = wait === null || !options.key;
      if (!isLast) await pause(wait);
      if (isLast || isOffline()) throw error.unsent ? new ApiError(0, '', READ_FAILED) : error;
    }
  }
  throw new ApiError(0, '', READ_FAILED);
}
