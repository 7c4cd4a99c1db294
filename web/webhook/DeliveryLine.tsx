import { RotateCw } from 'lucide-react';
import type { Delivery, EventType } from '../../shared/webhook.ts';
import { useAction } from '../api/action.ts';
import { count } from '../format.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Time } from '../ui/Time.tsx';
import { EVENT_WORDS } from './event-words.ts';

const STATES = {
  pending: { word: 'Waiting', tint: 'amber' },
  delivered: { word: 'Delivered', tint: 'emerald' },
  failed: { word: 'Failed', tint: 'red' },
  left_out: { word: 'Left out', tint: 'gray' },
} as const;
const PURPOSES = { event: '', test: '', replay: ' · sent again' };

/** One event on its way to an address or arrived; `held` when it holds up the others. */
export function DeliveryLine({ delivery, held = false }: { delivery: Delivery; held?: boolean }) {
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
