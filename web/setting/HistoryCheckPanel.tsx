import { ShieldCheck } from 'lucide-react';
import type { HistoryCheck } from '../../shared/history-check.ts';
import { useAction } from '../api/action.ts';
import { useRead } from '../api/read.ts';
import { count } from '../format.ts';
import { ReadFailed } from '../shell/ReadFailed.tsx';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Time } from '../ui/Time.tsx';

/** Recomputes both hash chains of the history and names the first entry that does not match. */
export function HistoryCheckPanel() {
  const { data, error, refetch } = useRead('getHistoryCheck');
  const verify = useAction('verifyHistory');
  return (
    <Panel>
      <PanelHead title="History check" />
      <div className="grid gap-4 p-4">
        <p className="text-label text-muted">
          Every entry in the history is chained to the one before it. Verifying re-checks the whole history
          and finds any entry that was changed, added or removed.
        </p>
        {error ? (
          <ReadFailed error={error} onRetry={refetch} />
        ) : !data ? (
          <Skeleton className="h-[86px] w-full rounded-xl" />
        ) : data.last ? (
          <Found check={data.last} />
        ) : (
          <p className="text-label">Not checked yet.</p>
        )}
      </div>
      <div className="flex justify-end border-t bg-soft/40 px-4 py-3">
        <Button
          icon={ShieldCheck}
          pending={verify.pending}
          pendingLabel="Verifying..."
          onClick={() => void verify.run({ body: {} })}
          className="phone:w-full"
        >
          Verify history
        </Button>
      </div>
    </Panel>
  );
}

const NOUNS = { movement: 'Movement', log: 'Log entry' } as const;

function Found({ check }: { check: HistoryCheck }) {
  const { isWhole, firstMisfit, entries, movements, logEntries } = check;
  const read = `${count(entries, 'entry', 'entries')} checked: ${count(movements, 'movement')} and ${count(logEntries, 'log entry', 'log entries')}.`;
  const when = (
    <p className="mt-1 text-hint">
      <Time at={check.checkedAt} focusable /> by {check.checkedBy}
    </p>
  );
  if (isWhole || !firstMisfit)
    return (
      <Notice variant="success" title="The history is intact">
        {read}
        {when}
      </Notice>
    );
  return (
    <Notice
      variant="error"
      title={`${NOUNS[firstMisfit.chain]} ${firstMisfit.entry.toLocaleString()} is not intact: ${firstMisfit.reason}`}
    >
      {read} Don't change anything. Keep a copy of the data and tell the operator of this server.
      {when}
    </Notice>
  );
}
