import { CloudOff, LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { useOfflineSince } from '../api/connection.ts';
import { useToSend } from '../device/to-send.ts';
import { clockTime } from '../format.ts';
import { cx } from '../ui/cx.ts';
import { OfflineSheet } from './OfflineSheet.tsx';

/** The one word on the connection, in the header: offline since when, or what is being sent. Opens the sheet. */
export function ConnectionChip() {
  const since = useOfflineSince();
  const toSend = useToSend();
  const [open, setOpen] = useState(false);
  return (
    <>
      <span className="sr-only" role="status">
        {since > 0 ? `Offline as of ${clockTime(new Date(since))}` : ''}
      </span>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={cx(
          'relative flex h-8 shrink-0 items-center gap-2 rounded-full border bg-soft pl-2.5 text-label whitespace-nowrap tabular-nums transition-colors hover:border-control phone:h-9 after:absolute after:-inset-1.5',
          since > 0 && toSend > 0 ? 'pr-1.5' : 'pr-3',
        )}
      >
        {since > 0 ? (
          <>
            <CloudOff aria-hidden className="size-4 text-muted" />
            <span className="font-medium">Offline</span>
            <span className="text-muted">
              <span className="max-[380px]:sr-only md:max-xl:sr-only">as of </span>
              {clockTime(new Date(since))}
            </span>
            {toSend > 0 && (
              <span className="grid h-5 min-w-5 place-items-center rounded-full bg-fg px-1 text-tiny font-semibold text-bg">
                {toSend}
                <span className="sr-only"> to send</span>
              </span>
            )}
          </>
        ) : (
          <>
            <LoaderCircle aria-hidden className="size-4 animate-spin text-muted" />
            <span className="font-medium">Sending {toSend}</span>
          </>
        )}
      </button>
      {open && <OfflineSheet onClose={() => setOpen(false)} />}
    </>
  );
}
