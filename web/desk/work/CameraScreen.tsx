import { Check } from 'lucide-react';
import { contentsOf } from '../../../shared/opens-text.ts';
import { ANSWER_LOOKS } from '../../device/scan/answer-looks.ts';
import { CameraView } from '../../device/scan/CameraView.tsx';
import { count } from '../../format.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { countedLines, whatOf } from '../state/verdict.ts';
import type { Desk } from './use-desk.ts';

type Props = { desk: Desk; onClose: () => void };

const SHOWN = 3;

/** The full-screen camera: scans continuously, with the last answer and newest lines under it. */
export function CameraScreen({ desk, onClose }: Props) {
  const { state, context } = desk;
  const lines = countedLines(state, context);
  const who =
    state.mode === 'issue' && state.person
      ? `To ${state.person.name}`
      : state.mode === 'return'
        ? 'Return'
        : 'Scan';
  return (
    <CameraView title={who} onRead={desk.scan} onClose={onClose}>
      <Sheet desk={desk}>
        {lines
          .slice(-SHOWN)
          .reverse()
          .map(({ key, bunch }) => (
            <li key={key} className="flex min-h-11 items-center gap-3 px-5">
              <Check aria-hidden className="size-4 text-emerald-700 dark:text-emerald-400" />
              <b className="font-medium">{bunch.identifier}</b>
              <span className="min-w-0 flex-1 truncate text-hint text-muted">{whatOf(bunch)}</span>
              <span className="shrink-0 text-hint text-muted">{contentsOf(bunch)}</span>
            </li>
          ))}
      </Sheet>
      <div className="bg-panel px-4 pt-2 pb-[calc(16px+env(safe-area-inset-bottom))] text-fg">
        <Button variant="primary" size="xl" block onClick={onClose}>
          {lines.length > 0 ? `Done, ${count(lines.length, 'set')}` : 'Done'}
        </Button>
      </div>
    </CameraView>
  );
}

function Sheet({ desk: { state, context }, children }: { desk: Desk; children: React.ReactNode }) {
  const { answer } = state;
  const look = answer && ANSWER_LOOKS[answer.tone];
  const Picture = look?.icon;
  const sets = countedLines(state, context).length;
  return (
    <div className="overflow-hidden rounded-t-sheet bg-panel text-fg">
      <div role="status">
        {answer && look && Picture && (
          <div className={cx('flex min-h-22 items-center gap-4 px-5 py-3', look.panel)}>
            <span className={cx('grid size-12 shrink-0 place-items-center rounded-full', look.disc)}>
              <Picture aria-hidden className="size-7 stroke-[2.5]!" />
            </span>
            <p className="min-w-0 flex-1">
              <span className="block text-[0.9375rem] font-medium first-letter:uppercase">{answer.word}</span>
              <b className="block truncate text-[1.75rem]/8 font-bold tracking-tight">{answer.title}</b>
              {answer.tone === 'bad' && <span className="block text-sm">{answer.detail}</span>}
            </p>
            <p className="text-center">
              <span className="block text-[1.75rem]/8 font-semibold tabular-nums">{sets}</span>
              <span className="text-sm">{sets === 1 ? 'set' : 'sets'}</span>
            </p>
          </div>
        )}
      </div>
      <ul className="divide-y">{children}</ul>
    </div>
  );
}
