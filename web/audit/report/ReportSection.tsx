import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { api } from '../../../shared/api.ts';
import type { AuditBunch } from '../../../shared/audit.ts';
import { opensText } from '../../../shared/opens-text.ts';
import { count } from '../../format.ts';
import { TypeTag } from '../../key-bunch/BunchText.tsx';
import { useMay } from '../../session.tsx';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { usePrinting } from '../../ui/media.ts';

/** A section of the report: title, count and list. No box on paper. */
export function ReportSection({
  title,
  count,
  note,
  alarm = false,
  children,
}: {
  title: string;
  count: number;
  note?: string | undefined;
  alarm?: boolean;
  children: ReactNode;
}) {
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

type Props = {
  title: string;
  note?: string | undefined;
  alarm?: boolean;
  bunches: readonly AuditBunch[];
  text: (bunch: AuditBunch) => string;
};

/** Rows drawn at first, and per press; paper has all. */
const STEP = 100;

/** Sets with the same result, as they were at the start; null when empty. */
export function BunchSection({ title, note, alarm = false, bunches, text }: Props) {
  const printing = usePrinting();
  const [drawn, setDrawn] = useState(STEP);
  const linked = useMay()(api.getKeyBunchHistory.needs);
  if (bunches.length === 0) return null;
  const rest = printing ? 0 : bunches.length - drawn;
  return (
    <ReportSection title={title} count={bunches.length} note={note} alarm={alarm}>
      {(printing ? bunches : bunches.slice(0, drawn)).map((bunch) => (
        <li
          key={bunch.id}
          className="flex min-h-11 break-inside-avoid items-center gap-3 border-t px-4 py-1.5 print:min-h-6 print:px-0 print:py-1"
        >
          <span className="flex min-w-0 flex-1 items-center gap-3 phone:flex-col phone:items-start phone:gap-0 print:flex-row print:items-center print:gap-3">
            {linked && bunch.now ? (
              <Link
                to="/key-history/$id"
                params={{ id: String(bunch.id) }}
                className={cx(
                  'w-44 truncate font-medium underline-offset-2 touch:-my-2 touch:leading-11 hover:underline phone:w-auto phone:max-w-full print:w-28',
                  alarm && 'print:text-red-800',
                )}
              >
                {bunch.identifier}
              </Link>
            ) : (
              <span className="w-44 truncate font-medium phone:w-auto phone:max-w-full print:w-28">
                {bunch.identifier}
              </span>
            )}
            <span className="w-24 shrink-0 text-hint text-muted tabular-nums phone:w-auto print:w-16">
              {bunch.currentTag ?? 'No tag'}
            </span>
          </span>
          <span className="min-w-0 flex-[2] truncate text-hint max-lg:hidden print:inline print:whitespace-normal">
            {bunch.now && opensText(bunch.now)}
          </span>
          <span className="w-28 phone:hidden print:inline print:w-20">
            <TypeTag type={bunch.type} />
          </span>
          <span className="text-right text-hint text-pretty text-muted tabular-nums md:w-64 phone:max-w-[55%] print:w-44">
            {text(bunch)}
          </span>
        </li>
      ))}
      {rest > 0 && (
        <li className="border-t p-3 text-center">
          <Button size="sm" onClick={() => setDrawn(drawn + STEP)}>
            Show {count(Math.min(STEP, rest), 'more', 'more')}
          </Button>
        </li>
      )}
    </ReportSection>
  );
}
