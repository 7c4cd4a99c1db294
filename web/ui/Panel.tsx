import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

interface PanelProps extends ComponentProps<'section'> {
  /** Padding of 16 px; without it the children reach the edge. */
  padded?: boolean | undefined;
}

/** A white box with a hairline; its corners clip the children. */
export function Panel({ padded = false, className, ...rest }: PanelProps) {
  return (
    <section
      {...rest}
      className={cx('overflow-clip rounded-xl border bg-panel shadow-xs', padded && 'p-4', className)}
    />
  );
}

/** A line of a definition list: the term on the left, its text on the right. */
export const TermRow = ({ term, children }: { term: string; children: ReactNode }) => (
  <div className="flex justify-between gap-4">
    <dt className="shrink-0 text-muted">{term}</dt>
    <dd className="min-w-0 text-right font-medium break-words">{children}</dd>
  </div>
);

interface PanelHeadProps extends Omit<ComponentProps<'div'>, 'title'> {
  title: ReactNode;
  /** Muted, after the title. */
  count?: ReactNode;
  /** Before the title: a dot, an icon. */
  lead?: ReactNode;
  /** One text link (`linkClass`) or a note. */
  right?: ReactNode;
}

/** Header of a Panel, 48 px high, with a hairline under it. */
export function PanelHead({ title, count, lead, right, className, ...rest }: PanelHeadProps) {
  return (
    <div {...rest} className={cx('flex min-h-12 flex-wrap items-center gap-x-2 border-b px-4', className)}>
      {lead}
      <h2 className="text-lead font-semibold">{title}</h2>
      {count !== undefined && <span className="text-hint text-muted tabular-nums">{count}</span>}
      {right && <div className="ml-auto flex items-center gap-2 text-hint text-muted">{right}</div>}
    </div>
  );
}

/** A definition list; entries without a text are left out. */
export function Facts({ facts }: { facts: readonly (readonly [term: string, text: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[104px_minmax(0,1fr)] gap-x-3 gap-y-2.5 p-4">
      {facts
        .filter(([, text]) => text !== null && text !== undefined && text !== '')
        .map(([term, text]) => (
          <div key={term} className="contents">
            <dt className="text-muted">{term}</dt>
            <dd className="min-w-0 whitespace-pre-line wrap-anywhere">{text}</dd>
          </div>
        ))}
    </dl>
  );
}
