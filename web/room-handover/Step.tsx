import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../ui/cx.ts';

type Props = {
  number: number;
  title: string;
  /** Done shows a tick; `now` is the step to do next. */
  state: 'done' | 'now' | 'later';
  /** Muted, at the right. */
  right?: ReactNode;
  children?: ReactNode;
};

const DISCS = {
  done: 'bg-fg text-bg',
  now: 'bg-primary text-primary-fg',
  later: 'text-muted inset-ring inset-ring-line',
};

/** A step of the handover: its disc, title and a summary, with its content below. */
export function Step({ number, title, state, right, children }: Props) {
  return (
    <section aria-label={title} className="border-t first:border-t-0">
      <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
        <span
          aria-hidden
          className={cx(
            'grid size-6 shrink-0 place-items-center rounded-full text-tiny font-semibold tabular-nums',
            DISCS[state],
          )}
        >
          {state === 'done' ? <Check className="size-3.5" /> : number}
        </span>
        <h2 className="text-body font-semibold">{title}</h2>
        {right && (
          <div className="ml-auto flex min-w-0 flex-wrap items-center justify-end gap-x-3 text-right text-hint text-pretty text-muted">
            {right}
          </div>
        )}
      </div>
      {children}
    </section>
  );
}

/** A line of a step's content, under its title. */
export const StepLine = ({ children, className }: { children: ReactNode; className?: string }) => (
  <div className={cx('border-t py-2.5 pr-4 pl-13 phone:pl-4', className)}>{children}</div>
);
