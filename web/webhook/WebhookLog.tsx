import { RotateCw, Send } from 'lucide-react';
import { useState } from 'react';
import { DELIVERY_PAGE } from '../../shared/limits.ts';
import { type Delivery, EVENT_TYPES, type EventType, type Webhook } from '../../shared/webhook.ts';
import { useAction } from '../api/action.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { useRead } from '../api/read.ts';
import { count, shortTime } from '../format.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import type { Tint } from '../ui/classes.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Time } from '../ui/Time.tsx';

type Props = { webhook: Webhook; open: boolean; onClose: () => void; onClosed: () => void };

/** Deliveries of a webhook in the last 30 days, newest first, by page. */
export function WebhookLog({ webhook, open, onClose, onClosed }: Props) {
  const [before, setBefore] = useState<number | undefined>();
  const test = useAction('testWebhook');
  const { data, error, refetch } = useRead(
    'listDeliveries',
    { params: { id: webhook.id }, query: { ...(before && { before: String(before) }) } },
    { keepPrevious: true, fresh: true },
  );
  const { data: now } = useRead('listWebhooks');
  const held = now?.find(({ id }) => id === webhook.id)?.heldUpBy;
  const last = data?.at(-1);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title="Deliveries"
      description={webhook.url}
      size={560}
      cancelLabel={null}
      foot={
        <>
          <Button
            icon={Send}
            pending={test.pending}
            onClick={() => void test.run({ params: { id: webhook.id }, body: {} })}
          >
            Send a test
          </Button>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      {held && <HeldUp delivery={held} />}
      {error ? (
        <ReadFailed error={error} onRetry={refetch} />
      ) : !data ? (
        <Skeleton className="h-24 w-full" />
      ) : data.length === 1 && data[0]?.id === held?.id ? null : data.length === 0 ? (
        <p className="text-body text-muted">Nothing was sent in the last 30 days.</p>
      ) : (
        <ul className="divide-y rounded-lg border">
          {data
            .filter(({ id }) => id !== held?.id)
            .map((delivery) => (
              <DeliveryLine key={delivery.id} delivery={delivery} />
            ))}
        </ul>
      )}
      {(before || data?.length === DELIVERY_PAGE) && (
        <div className="mt-3 flex gap-2">
          {before && (
            <Button size="sm" onClick={() => setBefore(undefined)}>
              Newest
            </Button>
          )}
          {last && data?.length === DELIVERY_PAGE && (
            <Button size="sm" onClick={() => setBefore(last.id)}>
              Older
            </Button>
          )}
        </div>
      )}
    </Dialog>
  );
}

/** The event that is being retried and holds up the others, above the log. */
function HeldUp({ delivery }: { delivery: Delivery }) {
  return (
    <section className="mb-4 grid gap-1.5">
      <h3 className="text-label font-medium">Holds up the others</h3>
      <ul className="rounded-lg border">
        <DeliveryLine delivery={delivery} held />
      </ul>
      <p className="text-hint text-pretty text-muted">
        Events arrive in their order, so what happened since waits. Left out, this one is passed over; it
        stays in this log for 30 days, and can still be sent.
      </p>
    </section>
  );
}

const STATES = {
  pending: { word: 'Waiting', tint: 'amber' },
  delivered: { word: 'Delivered', tint: 'emerald' },
  failed: { word: 'Failed', tint: 'red' },
  left_out: { word: 'Left out', tint: 'gray' },
} as const;
const PURPOSES = { event: '', test: '', replay: ' · sent again' };

/** One delivery; `held` when it holds up the others. */
function DeliveryLine({ delivery, held = false }: { delivery: Delivery; held?: boolean }) {
  const replay = useAction('replayDelivery');
  const leaveOut = useAction('leaveOutDelivery');
  const { id, type, purpose, subject, status, tries, createdAt, lastAt, responseStatus, response, problem } =
    delivery;
  const { word, tint } = STATES[status];
  const what = type === 'webhook.test' ? 'Test' : (EVENT_WORDS[type as EventType] ?? type);
  const answer = problem ?? (responseStatus === null ? null : `Answered ${responseStatus}`);
  return (
    <li className="flex items-start gap-3 px-3.5 py-2.5">
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-body">
          <span className="min-w-0 font-medium break-words">
            {what}
            {subject && ` · ${subject}`}
          </span>
          <Badge tint={tint} quiet={status === 'delivered'}>
            {word}
          </Badge>
        </p>
        <p className="text-hint text-muted">
          <Time at={lastAt ?? createdAt} />
          {tries > 0 && ` · ${count(tries, 'try', 'tries')}`}
          {PURPOSES[purpose]}
          {answer && ` · ${answer}`}
        </p>
        {response && <p className="font-mono text-hint break-words text-muted">{response}</p>}
      </div>
      {held && (
        <Button
          size="sm"
          pending={leaveOut.pending}
          onClick={() => void leaveOut.run({ params: { id }, body: {} })}
        >
          Leave out
        </Button>
      )}
      {status !== 'pending' && type !== 'webhook.test' && (
        <IconButton
          icon={RotateCw}
          label={`Send ${what} again`}
          onClick={() => void replay.run({ params: { id }, body: {} })}
        />
      )}
    </li>
  );
}

export const EVENT_WORDS: Record<EventType, string> = {
  'key_set.created': 'Created',
  'key_set.changed': 'Changed',
  'key_set.issued': 'Issued',
  'key_set.returned': 'Returned',
  'key_set.moved': 'Moved',
  'key_set.handed_over': 'Handed over',
  'key_set.overdue': 'Overdue',
  'key_set.missing': 'Missing',
  'key_set.found': 'Found',
  'key_set.deleted': 'Deleted',
  'audit.completed': 'Audit completed',
  'audit.reopened': 'Audit completion undone',
  'reservation.made': 'Reserved',
  'reservation.changed': 'Reservation changed',
  'reservation.cancelled': 'Reservation cancelled',
  'room_handover.closed': 'Room handed over',
  'approval.asked': 'Second person asked',
  'approval.decided': 'Second person answered',
  'approval.emergency': 'Emergency issue',
};

export const eventsInWords = (events: readonly EventType[]): string =>
  events.length === EVENT_TYPES.length ? 'Everything' : events.map((type) => EVENT_WORDS[type]).join(', ');

/** Whether the receiver rejects the event itself: a 4xx status other than timeouts, conflicts, gone and rate limits. */
const refuses = (answered: number): boolean =>
  answered >= 400 && answered < 500 && ![408, 409, 410, 425, 429].includes(answered);

/** Why deliveries fail, and how many events wait. */
function failureOf({ heldUpBy, waiting }: Webhook, since: string): string {
  const answered = heldUpBy?.responseStatus ?? 0;
  const refused = `refused since ${shortTime(since)} (${answered})`;
  if (refuses(answered))
    return waiting > 1
      ? `${count(waiting - 1, 'event')} waiting behind one ${refused}`
      : `An event is ${refused}`;
  const why =
    answered === 410
      ? `It answered on ${shortTime(since)} that it is gone`
      : `Nothing arrived since ${shortTime(since)}`;
  return waiting > 0 ? `${why}. ${count(waiting, 'event')} waiting` : why;
}

/** State of a webhook: a word, its colour and an explanation. */
export function stateOf(webhook: Webhook): { word: string; tint: Tint; line: string } {
  const { isActive, pausedAt, failingSince, nextTryAt, waiting } = webhook;
  const waits = waiting > 0 ? `${count(waiting, 'event')} waiting` : '';
  if (!isActive) return { word: 'Off', tint: 'gray', line: waits };
  const line = failingSince ? failureOf(webhook, failingSince) : waits;
  if (pausedAt) return { word: 'Paused', tint: 'red', line };
  if (!failingSince) return { word: 'On', tint: 'emerald', line };
  const next = nextTryAt ? `. Next try ${shortTime(nextTryAt)}` : '';
  return { word: 'Failing', tint: 'amber', line: `${line}${next}` };
}
