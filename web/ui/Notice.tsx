import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

interface NoticeProps extends Omit<ComponentProps<'div'>, 'title'> {
  variant?: 'error' | 'warning' | 'info' | 'success' | undefined;
  title?: string | undefined;
  /** The sentence. */
  children?: ReactNode;
  /** A small button at the right. */
  action?: ReactNode;
}

const looks = {
  error: {
    Picture: TriangleAlert,
    box: 'bg-red-500/8 text-red-800 inset-ring-red-600/25 dark:text-red-300 dark:inset-ring-red-400/25',
  },
  warning: {
    Picture: TriangleAlert,
    box: 'bg-amber-500/8 text-amber-900 inset-ring-amber-600/30 dark:text-amber-300 dark:inset-ring-amber-400/25',
  },
  info: {
    Picture: Info,
    box: 'bg-blue-500/8 text-blue-800 inset-ring-blue-600/20 dark:text-blue-300 dark:inset-ring-blue-400/20',
  },
  success: {
    Picture: CircleCheck,
    box: 'bg-emerald-500/8 text-emerald-800 inset-ring-emerald-600/25 dark:text-emerald-300 dark:inset-ring-emerald-400/20',
  },
};

/** An inline message. Errors are announced immediately (role alert), others politely (status). */
export function Notice({ variant = 'error', title, children, action, className, ...rest }: NoticeProps) {
  const { Picture, box } = looks[variant];
  return (
    <div
      role={variant === 'error' ? 'alert' : 'status'}
      {...rest}
      className={cx(
        'flex flex-wrap items-start gap-3 rounded-xl px-4 py-3.5 text-sm inset-ring',
        box,
        className,
      )}
    >
      <div className="flex min-w-0 flex-1 basis-56 gap-3">
        <Picture aria-hidden className="mt-px size-[18px]" />
        <div className="min-w-0 break-words">
          {title && <p className="font-semibold">{title}</p>}
          {children && <div className="text-pretty">{children}</div>}
        </div>
      </div>
      {action && <div className="ml-auto">{action}</div>}
    </div>
  );
}
