import { CheckCheck } from 'lucide-react';
import { useLabels } from '../setting/labels.ts';
import { Panel } from '../ui/Panel.tsx';
import { PanelHead } from '../ui/PanelHead.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { CompleteAudit } from './CompleteAudit.tsx';
import type { CompleteProps } from './CompleteDialog.tsx';

/** Scanned over expected, as figure, percentage and bar, and the way to end. */
export function ProgressPanel({ work, onOver, byHand }: CompleteProps) {
  const { label } = useLabels();
  const { scanned, expected, percent, unsaved, stuck } = work;
  return (
    <Panel>
      <PanelHead title="Progress" right={unsaved > 0 ? (stuck ? 'Not saved yet' : 'Saving...') : undefined} />
      <div className="p-4 max-lg:flex max-lg:items-center max-lg:gap-5 max-lg:py-3">
        <div className="min-w-0 flex-1">
          <p className="flex items-baseline gap-1.5">
            <span className="text-figure font-semibold tabular-nums">{scanned}</span>
            <span className="text-head text-muted tabular-nums">of {expected}</span>
            <span className="ml-auto text-muted tabular-nums">{percent}%</span>
          </p>
          <ProgressBar
            value={scanned}
            max={expected}
            label="Audit progress"
            valueText={`${scanned} of ${expected}`}
            tint={percent === 100 ? 'emerald' : undefined}
            className="mt-2"
          />
          <p role="status" className="mt-2.5 flex min-h-5 items-center gap-2 text-muted">
            {percent === 100 ? (
              <span className="flex items-center gap-1.5 font-medium text-emerald-800 dark:text-emerald-300">
                <CheckCheck aria-hidden className="size-4" />
                All expected keys scanned!
                {unsaved > 0 && ` ${unsaved} still to send`}
              </span>
            ) : (
              <>
                Not checked yet
                <b className="ml-auto font-semibold text-fg tabular-nums">
                  {Math.max(0, expected - scanned)}
                </b>
              </>
            )}
          </p>
        </div>
        {work.mayAct && (
          <div className="mt-4 max-lg:mt-0 max-lg:w-52">
            <CompleteAudit work={work} onOver={onOver} byHand={byHand} size="lg" block />
          </div>
        )}
        {percent < 100 && work.mayAct && (
          <p className="mt-3 text-hint text-pretty text-muted max-lg:hidden">
            Sets not checked when you complete the audit are marked{' '}
            <span className="font-medium text-red-700 dark:text-red-300">{label('statuses', 'missing')}</span>
            .
          </p>
        )}
      </div>
    </Panel>
  );
}
