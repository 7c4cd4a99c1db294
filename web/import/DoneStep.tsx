import { Link } from '@tanstack/react-router';
import { CircleCheck, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useAction } from '../api/action.ts';
import { serverNow } from '../api/server-clock.ts';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { Panel } from '../ui/Panel.tsx';
import { ImportFoot } from './ImportFoot.tsx';
import { counted, figure, KINDS } from './kinds.ts';
import type { ImportWork } from './use-import.ts';

/** The last step: what came in, and the way to take it back while that is possible. */
export function DoneStep({ work }: { work: ImportWork }) {
  const { done } = work.state;
  const undo = useAction('undoImport');
  const [undone, setUndone] = useState(false);
  const minutes = useMinutesLeft(done?.undoUntil);
  if (!done) return null;
  const { created, changed, same, refused, newLocations } = done;
  const facts = [
    [created, 'new'],
    [changed, 'changed'],
    [work.kind === 'locations' ? 0 : newLocations, newLocations === 1 ? 'new location' : 'new locations'],
    [same, 'as they were'],
    [refused, 'left out'],
  ] as const;
  const { back } = KINDS[work.kind];
  return (
    <>
      <Panel className="overflow-hidden">
        <div className="flex items-center gap-4 bg-emerald-500/8 px-6 py-5">
          <CircleCheck aria-hidden className="size-10 text-emerald-600 dark:text-emerald-400" />
          <div role="status">
            <h2 className="text-[22px] leading-7 font-semibold">
              {undone ? 'The import was undone' : `${counted(created + changed, work.kind)} imported`}
            </h2>
            <p className="text-label text-muted">
              {undone
                ? 'Everything is as it was before.'
                : 'The file and its counts are kept in the audit log.'}
            </p>
          </div>
        </div>
        <dl className="flex flex-wrap gap-x-10 gap-y-3 px-6 py-5">
          {facts
            .filter(([count]) => count > 0)
            .map(([count, label]) => (
              <div key={label}>
                <dd className="text-lg font-semibold tabular-nums">{figure(count)}</dd>
                <dt className="text-hint text-muted">{label}</dt>
              </div>
            ))}
        </dl>
      </Panel>
      <ImportFoot
        note={
          undone
            ? null
            : minutes > 0
              ? `It can be undone for ${minutes} more ${minutes === 1 ? 'minute' : 'minutes'}, as long as nothing else happens to it.`
              : null
        }
      >
        {!undone && minutes > 0 && (
          <Button
            icon={Undo2}
            pending={undo.pending}
            onClick={() => void undo.run({ params: { id: done.id } }).then(({ ok }) => ok && setUndone(true))}
          >
            Undo import
          </Button>
        )}
        <Button onClick={work.again}>Import another file</Button>
        <Link to={back.to} data-button="" className={buttonClass({ variant: 'primary' })}>
          {`Go to ${back.label}`}
        </Link>
      </ImportFoot>
    </>
  );
}

const MINUTE = 60_000;

function useMinutesLeft(until: string | undefined): number {
  const left = () => (until ? Math.max(0, Math.ceil((Date.parse(until) - serverNow()) / MINUTE)) : 0);
  const [minutes, setMinutes] = useState(left);
  useEffect(() => {
    const timer = setInterval(() => setMinutes(left()), 5000);
    return () => clearInterval(timer);
  });
  return minutes;
}
