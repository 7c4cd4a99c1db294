import { Send } from 'lucide-react';
import { useState } from 'react';
import { DELIVERY_PAGE } from '../../shared/limits.ts';
import type { Delivery, Webhook } from '../../shared/webhook.ts';
import { useAction } from '../api/action.ts';
import { useRead } from '../api/read.ts';
import { ReadFailed } from '../shell/ReadFailed.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { DeliveryLine } from './DeliveryLine.tsx';

type Props = { webhook: Webhook; open: boolean; onClose: () => void; onClosed: () => void };

/** What was sent to an address in the last 30 days, newest first, a page at a time. */
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

/** The event that is tried again and again, above all, wherever in the log it stands. */
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
