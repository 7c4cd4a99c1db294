import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

export interface PanelProps extends ComponentProps<'section'> {
  /** 16 of padding all round; without it the children reach the edge. */
  padded?: boolean | undefined;
}

/** A white box with a hairline. Children that reach its edge are cut by its corners. */
export function Panel({ padded = false, className, ...rest }: PanelProps) {
  return (
    <section
      {...rest}
      className={cx('overflow-clip rounded-xl border bg-panel shadow-xs', padded && 'p-4', className)}
    />
  );
}

export interface PanelHeadProps extends Omit<ComponentProps<'div'>, 'title'> {
  title: ReactNode;
  /** Muted, after the title. */
  count?: ReactNode;
  /** Before the title: a dot, an icon. */
  lead?: ReactNode;
  /** One text link (`linkClass`) or a note. */
  right?: ReactNode;
  /** The level of the heading; 2 unless told. */
  level?: 2 | 3 | undefined;
}

/** The head of a Panel, 48 high, with a hairline under it. */
export function PanelHead({ title, count, lead, right, level = 2, className, ...rest }: PanelHeadProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div {...rest} className={cx('flex min-h-12 flex-wrap items-center gap-x-2 border-b px-4', className)}>
      {lead}
      <Heading className="text-lead font-semibold">{title}</Heading>
      {count !== undefined && <span className="text-hint text-muted tabular-nums">{count}</span>}
      {right && <div className="ml-auto flex items-center gap-2 text-hint text-muted">{right}</div>}
    </div>
  );
}
