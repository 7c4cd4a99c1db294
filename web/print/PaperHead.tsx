import type { ReactNode } from 'react';

type HeadProps = {
  /** The line over the title, and the one under it. */
  over: string;
  title: string;
  under: ReactNode;
  /** `h2` where the page has a title of its own. */
  as?: 'h1' | 'h2';
  /** At the right: when it was printed, by whom, its number. */
  children: ReactNode;
};

/** The head of a printed sheet. On a narrow screen its sides are below each other. */
export const PaperHead = ({ over, title, under, as: Heading = 'h1', children }: HeadProps) => (
  <header className="mb-4 flex flex-wrap items-end justify-between gap-x-8 gap-y-2 border-b-[1.5px] border-fg pb-3 print:flex-nowrap">
    <div className="min-w-0 wrap-anywhere">
      <p className="text-muted">{over}</p>
      <Heading className="text-[21px]/7 font-semibold tracking-tight break-words">{title}</Heading>
      <p className="break-words text-muted">{under}</p>
    </div>
    <p className="text-muted wrap-anywhere print:max-w-1/2 print:shrink-0 print:text-right">{children}</p>
  </header>
);
