import { type ReactNode, useId } from 'react';
import { cx } from '../../ui/cx.ts';

/** The ID of a set at the beginning of a row: cut on the screen, in full on paper. */
export const idClass = 'w-44 truncate font-medium print:w-28 print:whitespace-normal print:wrap-break-word';

type SectionProps = {
  title: string;
  count: number;
  note?: string | undefined;
  /** In red. */
  alarm?: boolean;
  children: ReactNode;
};

/** A section of the report: title, count and list. No box on paper. */
export function ReportSection({ title, count, note, alarm = false, children }: SectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className={cx(
        'overflow-clip rounded-xl border bg-panel shadow-xs print:overflow-visible print:rounded-none print:border-0',
        alarm && 'border-red-600/35 dark:border-red-400/35',
      )}
    >
      <div
        className={cx(
          'flex min-h-12 break-after-avoid flex-wrap items-center gap-x-2 px-4 py-2 print:min-h-0 print:px-0 print:py-1',
          alarm && 'bg-red-500/8 text-red-800 dark:text-red-300 print:bg-transparent',
        )}
      >
        <h2 id={id} className="text-lead font-semibold">
          {alarm && <span className="mr-1.5 hidden print:inline">■</span>}
          {title}
        </h2>
        <span className={cx('text-hint tabular-nums', !alarm && 'text-muted')}>{count.toLocaleString()}</span>
        {note && <span className="text-hint text-muted md:ml-auto phone:w-full">{note}</span>}
      </div>
      <ul aria-labelledby={id}>{children}</ul>
    </section>
  );
}
