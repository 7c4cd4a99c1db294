import { exactClockTime } from '../../format.ts';
import { useDrawn } from '../audit-parts.tsx';
import type { AuditWork } from '../use-audit-session.ts';
import { readingText } from './BlindAnswer.tsx';
import type { Hooks } from './use-hooks.ts';

/** Rows drawn at first, and per press. */
const STEP = 60;

/** The readings that stand, newest first; a hook can be asked for again. */
export function ReadSoFar({ work, hooks }: { work: AuditWork; hooks: Hooks }) {
  const { drawn, more } = useDrawn(work.readings, STEP);
  if (work.readings.length === 0) return null;
  return (
    <section aria-labelledby="read-so-far">
      <h2 id="read-so-far" className="mb-1.5 px-1 text-hint text-muted">
        Read so far
      </h2>
      <ul aria-labelledby="read-so-far" className="overflow-clip rounded-xl border bg-panel shadow-xs">
        {drawn.map((one) => (
          <li
            key={`${one.hook} ${one.text}`}
            className="flex min-h-12 items-center gap-3 border-b px-4 last:border-b-0"
          >
            <Hook hook={one.hook} onChoose={work.mayAct ? hooks.choose : undefined} />
            <span
              className={
                one.text === null ? 'min-w-0 flex-1 text-muted' : 'min-w-0 flex-1 font-medium wrap-anywhere'
              }
            >
              {readingText(one)}
              {one.keyCount !== null && (
                <span className="ml-2 text-hint font-normal text-muted tabular-nums">
                  {one.keyCount} keys, {one.fobCount ?? 0} fobs
                </span>
              )}
            </span>
            <time dateTime={one.doneAt} className="text-hint text-muted tabular-nums">
              {one.waits ? 'to send' : exactClockTime(one.doneAt)}
            </time>
          </li>
        ))}
      </ul>
      {more && <div className="p-3 text-center">{more}</div>}
    </section>
  );
}

function Hook({ hook, onChoose }: { hook: string | null; onChoose: ((hook: string) => void) | undefined }) {
  const look = 'w-16 shrink-0 text-left font-semibold wrap-anywhere tabular-nums';
  if (hook === null) return <span className={look}>–</span>;
  if (!onChoose) return <span className={look}>{hook}</span>;
  return (
    <button
      type="button"
      aria-label={`Read hook ${hook} again`}
      className={`${look} min-h-11 underline-offset-2 hover:underline`}
      onClick={() => {
        onChoose(hook);
        window.scrollTo({ top: 0 });
      }}
    >
      {hook}
    </button>
  );
}
