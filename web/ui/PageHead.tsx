import type { ReactNode } from 'react';
import { cx } from './cx.ts';

interface PageHeadProps {
  title: string;
  subtitle?: ReactNode;
  /** A link with `backLinkClass`, above the title. */
  back?: ReactNode;
  /** Beside the title. */
  badge?: ReactNode;
  /** The page's actions, or on phones a count. */
  right?: ReactNode;
  /** On phones the badge takes the rest of the title's line, and `right` the next. */
  wideBadge?: boolean;
  className?: string | undefined;
}

/** Page header: the h1, a subtitle, and actions on the right. */
export function PageHead({ title, subtitle, back, badge, right, wideBadge, className }: PageHeadProps) {
  return (
    <header className={cx('mb-5 phone:mb-4', className)}>
      {back && <div className="-mt-1 mb-1">{back}</div>}
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-4 phone:flex phone:flex-wrap phone:items-start phone:gap-y-2">
        <div
          className={cx(
            'flex min-w-[min(100%,8rem)] flex-1 basis-0 flex-wrap items-center gap-x-3 gap-y-1',
            wideBadge && 'phone:-mt-2.75',
          )}
        >
          <h1 className="text-title font-semibold wrap-anywhere">{title}</h1>
          {badge}
        </div>
        {right && (
          <div
            className={cx(
              'row-span-2 flex items-center gap-2 text-label text-muted phone:flex-wrap',
              // Buttons of 44 px beside a line of 28 px: title and subtitle are where they would be without them.
              wideBadge ? 'phone:basis-full' : 'phone:-my-2 phone:min-h-11 phone:empty:hidden',
            )}
          >
            {right}
          </div>
        )}
        {subtitle && (
          <p className="col-start-1 mt-1 text-label wrap-anywhere text-muted phone:mt-0 phone:basis-full">
            {subtitle}
          </p>
        )}
      </div>
    </header>
  );
}
