import type { ReactNode } from 'react';
import { cx } from './cx.ts';

interface EmptyStateProps {
  /** The heading. */
  title: string;
  /** An explanation or a next step, in a sentence or two. */
  hint?: ReactNode;
  /** One Button, or a link with `buttonClass`. */
  action?: ReactNode;
  /** Heading level; 2 by default, 1 when it is the page's heading. */
  level?: 1 | 2 | undefined;
  className?: string | undefined;
}

/** Empty state of a list: a picture of empty hooks, a heading and an action. */
export function EmptyState({ title, hint, action, level = 2, className }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div
      className={cx('mx-auto flex w-full max-w-[310px] flex-col items-center py-16 text-center', className)}
    >
      <Rail />
      <Heading className="mt-8 text-base font-semibold tracking-tight phone:text-lg">{title}</Heading>
      {hint && <p className="mt-1.5 text-body text-balance text-muted">{hint}</p>}
      {action && (
        <div className="mt-5 flex w-full justify-center phone:[&_[data-button]]:min-h-13 phone:[&_[data-button]]:whitespace-normal phone:[&_[data-button]]:w-full">
          {action}
        </div>
      )}
    </div>
  );
}

function Rail() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 126 70"
      width="126"
      height="70"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      className="text-muted/60"
    >
      <path d="M1 1.5h124" />
      {[19, 63, 107].map((x) => (
        <g key={x} transform={`translate(${x} 0)`}>
          <path d="M0 1.5v9a4.5 4.5 0 0 0 8 2.8" />
          <rect x="-12" y="27" width="24" height="41" rx="5" strokeDasharray="3.2 3.2" strokeWidth="1.5" />
          <circle cx="0" cy="35" r="2.6" strokeWidth="1.5" />
        </g>
      ))}
    </svg>
  );
}
