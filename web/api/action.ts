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
  /** In place of the contract's own wording. */
  messages?: { done: { title: string; description?: string } | null; failed: string };
  /** The caller shows what failed itself. */
  quiet?: boolean;
  /** What to say of a failure, in place of the title Error and the server's message; undefined leaves it at those. */
  failure?: (error: ApiError) => Omit<ToastContent, 'variant'> | undefined;
  /** A line under what is said when it worked: what it was about. */
  about?: (reply: ReplyOf<N>) => string;
  /** A button beside what is said when it worked, such as Undo. */
  offer?: (reply: ReplyOf<N>) => ToastContent['action'];
};
export type ActionInput<N extends ActionName> = Input<N> & {
  /** The `updatedAt` of the record as the caller saw it; a newer one refuses the change with 409, code `stale`. */
  ifMatch?: string | undefined;
};
/** How an action ended: what the server answered, or why it did not happen; `askedAgain` resolves once the screen knows what holds now. */
export type Outcome<R> = { ok: true; reply: R } | { ok: false; error: ApiError; askedAgain: Promise<void> };

/**
 * An action of the contract. `run` sends it once per intention, says how it went, refreshes what it changed and answers the
 * outcome; the field messages of a refusal are in `error.body.errors`.
 */
export function useAction<N extends ActionName>(name: N, options: ActionOptions<N> = {}) {
  const [pending, setPending] = useState(false);
  const intention = useRef<{ sent: string; key: string } | null>(null);
  const { done, failed } = options.messages ?? ACTION_MESSAGES[name];

  /** The same input that was never answered is the same intention, and keeps its key. */
  function keyOf(input: unknown): string | undefined {
    if (isPreCompany(name)) return undefined;
    const sent = JSON.stringify(input);
    if (intention.current?.sent !== sent) intention.current = { sent, key: crypto.randomUUID() };
    return intention.current.key;
  }

  function tell(error: ApiError): void {
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
      // Not awaited: a long list takes its time, and the word about what happened must not wait for it.
      void refreshAfter(name);
      if (done) {
        const [about, action] = [options.about?.(reply), options.offer?.(reply)];
        toast({ ...done, about, action, variant: 'success' });
      }
      return { ok: true, reply };
    } catch (thrown) {
      const error = thrown instanceof ApiError ? thrown : new ApiError(0, '', READ_FAILED);
      if (!isUnknown(error)) intention.current = null;
      // Somebody else was first, or nobody knows whether it happened.
      const askedAgain =
        error.status === 409
          ? queries.invalidateQueries()
          : isUnknown(error) && !error.unsent
            ? refreshAfter(name)
            : Promise.resolve();
      // Whoever would not confirm that it is they knows that nothing happened.
      if (!options.quiet && !asksToConfirm(error)) tell(error);
      return { ok: false, error, askedAgain };
    } finally {
      setPending(false);
    }
  }
  return { run, pending };
}
