import { useRef, useState } from 'react';
import { type ActionName, isPreCompany, type ReplyOf } from '../../shared/api.ts';
import { ACTION_MESSAGES, READ_FAILED } from '../../shared/messages.ts';
import { type ToastContent, toast } from '../ui/overlay/toast.ts';
import { ApiError, detailOf, type Input } from './call.ts';
import { queries } from './queries.ts';
import { asksToConfirm, withReauthentication } from './reauthentication.ts';
import { ownKeys, refreshAfter } from './refresh.ts';
import { isUnknown, sendWithRetry } from './retry.ts';

type ActionOptions<N extends ActionName> = {
  /** Replaces the contract's text. */
  messages?: { done: { title: string; description?: string } | null; failed: string };
  /** The caller shows the error itself. */
  quiet?: boolean;
  /** The toast of a failure, instead of "Error" and the server's message; undefined keeps the default. */
  failure?: (error: ApiError) => Omit<ToastContent, 'variant'> | undefined;
  /** A line under the success text: the record. */
  about?: (reply: ReplyOf<N>) => string;
  /** A button beside the success text, such as Undo. */
  offer?: (reply: ReplyOf<N>) => ToastContent['action'];
};
export type ActionInput<N extends ActionName> = Input<N> & {
  /** The `updatedAt` the caller saw; a newer one refuses the change with 409, code `stale`. */
  ifMatch?: string | undefined;
};
/** Result of an action: the response or the error; `refreshed` resolves once the reads are refreshed. */
export type Outcome<R> = { ok: true; reply: R } | { ok: false; error: ApiError; refreshed: Promise<void> };

/**
 * An action of the contract. `run` sends it, shows a toast, refreshes what changed and returns the result; field messages of a refusal are
 * in `error.body.errors`.
 */
export function useAction<N extends ActionName>(name: N, options: ActionOptions<N> = {}) {
  const [pending, setPending] = useState(false);
  const intention = useRef<{ sent: string; key: string } | null>(null);
  const { done, failed } = options.messages ?? ACTION_MESSAGES[name];

  /** The same input without a response keeps its Idempotency-Key. */
  function keyOf(input: unknown): string | undefined {
    if (isPreCompany(name)) return undefined;
    const sent = JSON.stringify(input);
    if (intention.current?.sent !== sent) intention.current = { sent, key: crypto.randomUUID() };
    return intention.current.key;
  }

  function showFailure(error: ApiError): void {
    const more = error.unsent
      ? 'No signal. Nothing was sent: try again when you have one.'
      : detailOf(error.body);
    const description = [error.body.message || failed, more].filter(Boolean).join('\n');
    toast({
      ...(options.failure?.(error) ?? { title: 'Error', description }),
      reference: error.reference,
      variant: 'destructive',
    });
  }

  async function run({ ifMatch, ...input }: ActionInput<N>): Promise<Outcome<ReplyOf<N>>> {
    const key = keyOf(input);
    const sending = { ...(key && { key }), ...(ifMatch && { ifMatch }) };
    if (key) ownKeys.add(key);
    setPending(true);
    try {
      const reply = await withReauthentication(name, () => sendWithRetry(name, input as Input<N>, sending));
      intention.current = null;
      // Not awaited: a long list must not delay the toast.
      void refreshAfter(name);
      if (done) {
        const [about, action] = [options.about?.(reply), options.offer?.(reply)];
        toast({ ...done, about, action, variant: 'success' });
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
      if (!options.quiet && !asksToConfirm(error)) showFailure(error);
      return { ok: false, error, refreshed };
    } finally {
      setPending(false);
    }
  }
  return { run, pending };
}
