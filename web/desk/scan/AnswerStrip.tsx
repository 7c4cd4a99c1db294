import { exactClockTime } from '../../format.ts';
import { cx } from '../../ui/cx.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import type { Desk } from '../work/use-desk.ts';
import { ANSWER_LOOKS } from './answer-looks.ts';

/** What the last scan came to, large enough for arm's length; its height is there from the first one on. */
export function AnswerStrip({ desk: { state, checking } }: { desk: Desk }) {
  const { answer } = state;
  const { icon: Picture = null, strip = 'text-muted' } = answer ? ANSWER_LOOKS[answer.tone] : {};
  return (
    <div role="status" aria-label="Scan result" className={cx(!answer && checking === 0 && 'sr-only')}>
      {(answer || checking > 0) && (
        <div className={cx('flex min-h-19 items-center gap-4 border-t px-4 py-2.5', checking === 0 && strip)}>
          {checking > 0 ? (
            <>
              <Spinner className="size-9 text-muted" />
              <span className="text-title text-muted">Looking it up...</span>
            </>
          ) : (
            answer &&
            Picture && (
              <>
                <span className="grid size-9 shrink-0 place-items-center rounded-full border-2 border-current">
                  <Picture aria-hidden className="size-5 stroke-[2.5]!" />
                </span>
                <span className="min-w-0 flex-1">
                  <b className="block text-[22px]/7 font-semibold tracking-tight wrap-anywhere">
                    {answer.title} <span className="font-medium">{answer.word}</span>
                  </b>
                  <span className="block text-pretty tabular-nums">{answer.detail}</span>
                </span>
                <time
                  dateTime={new Date(answer.at).toISOString()}
                  className="self-start pt-1 text-hint tabular-nums"
                >
                  {exactClockTime(new Date(answer.at))}
                </time>
              </>
            )
          )}
        </div>
      )}
    </div>
  );
}
