import type { ReactNode } from 'react';
import { Mark } from '../ui/Mark.tsx';

type Props = {
  /** Whose keys they are, where the company says so. */
  company?: string | null;
  title: string;
  lead: ReactNode;
  children?: ReactNode;
};

/** The page that a label opens for whoever found keys: one column, without the frame of the product. */
export const FinderFrame = ({ company, title, lead, children }: Props) => (
  <div className="mx-auto flex min-h-dvh max-w-[440px] flex-col px-4 [--fs-hint:13px]">
    <main className="flex flex-1 flex-col gap-5 pt-9 md:pt-16">
      <header>
        {company && <p className="mb-1.5 text-sm break-words text-muted">{company}</p>}
        <h1 className="text-[26px]/8 font-semibold tracking-[-0.025em] text-balance">{title}</h1>
        {lead && <div className="mt-2 text-base/6 text-pretty text-muted">{lead}</div>}
      </header>
      {children}
    </main>
    <footer className="flex items-center justify-center gap-2 py-6 text-hint text-muted">
      <Mark size={16} />
      Registered with Keyhold
    </footer>
  </div>
);
