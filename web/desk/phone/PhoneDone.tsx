import { Check, RotateCcw, TriangleAlert } from 'lucide-react';
import { duration } from '../../format.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { backText, ReceiptLink, ReceiptMail, useDone } from '../done/DonePanel.tsx';
import { ANSWER_LOOKS } from '../scan/answer-looks.ts';
import type { Done } from '../state/desk-state.ts';
import type { Desk } from '../work/use-desk.ts';

/** What was recorded, filling the screen of a phone as an audit's answer does; Undo and the receipt in it. */
export function PhoneDone({ desk, done }: { desk: Desk; done: Done }) {
  const { title, line, number, left, undoing, undo } = useDone(desk, done);
  const isShort = done.short > 0 && !done.undone;
  const looks = ANSWER_LOOKS[isShort || done.undone ? 'again' : 'good'];
  const Picture = done.undone ? RotateCcw : isShort ? TriangleAlert : Check;
  return (
    <section
      aria-label="Done"
      className={cx(
        'flex min-h-[clamp(300px,calc(100dvh-240px),436px)] flex-col items-center justify-center rounded-3xl p-5 text-center',
        looks.panel,
      )}
    >
      <div role="status" className="flex flex-col items-center">
        <span aria-hidden className={cx('grid size-24 place-items-center rounded-full', looks.disc)}>
          <Picture className="size-14 stroke-[2.5]!" />
        </span>
        <h2 className="mt-5 text-[28px]/9 font-bold tracking-tight text-balance">{title}</h2>
        <p className="mt-2 text-base text-balance">{line}</p>
        {isShort && (
          <ul className="mt-2 font-semibold">
            {done.batch.keyBunches
              .filter(({ short }) => short)
              .map((bunch) => (
                <li key={bunch.id}>{`${bunch.identifier}: ${backText(bunch, done.action)}`}</li>
              ))}
          </ul>
        )}
      </div>
      <p className="mt-1 text-sm">Receipt {number}</p>
      <div className="mt-5 flex flex-wrap justify-center gap-2.5 text-fg">
        {left > 0 && (
          <Button icon={RotateCcw} pending={undoing} onClick={() => void undo()}>
            Undo
          </Button>
        )}
        <ReceiptMail done={done} />
        <ReceiptLink done={done} />
      </div>
      {left > 0 && <p className="mt-2 text-sm tabular-nums">Undo for {duration(left)}</p>}
    </section>
  );
}
