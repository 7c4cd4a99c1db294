import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from '../ui/cx.ts';
import { Mark } from '../ui/Mark.tsx';

export interface AccountFrameProps extends AccountTitleProps {
  /** Where the button at the top left leads. */
  back?: { to: '/' | '/auth/login'; label: string } | undefined;
  /** 480 in place of 400, for a form with fields side by side. */
  wide?: boolean | undefined;
  /** The title stands on the first card, which then begins with an AccountTitle of its own. */
  titled?: boolean | undefined;
  /** Cards, one under the other. */
  children: ReactNode;
}

/** The page of an account form: the page colour, the way back, one column in the middle. On a phone it starts at the top. */
export function AccountFrame({
  back = { to: '/', label: 'Back' },
  wide = false,
  titled = false,
  children,
  ...title
}: AccountFrameProps) {
  return (
    <div className="min-h-dvh px-4 [--fs-hint:13px] pb-12 md:grid md:content-center md:pt-12">
      <header className="-ml-2 max-md:mt-3 md:absolute md:top-5 md:left-6">
        <Link
          to={back.to}
          className="inline-flex h-11 items-center gap-2 rounded-lg px-2 text-sm font-medium text-muted transition-colors hover:text-fg"
        >
          <ArrowLeft aria-hidden className="size-4" />
          {back.label}
        </Link>
      </header>
      <main
        className={cx(
          'mx-auto flex w-full flex-col gap-4 max-md:mt-4',
          wide ? 'max-w-[480px]' : 'max-w-[400px]',
        )}
      >
        {!titled && <AccountTitle {...title} className="mb-2" />}
        {children}
      </main>
    </div>
  );
}

export interface AccountTitleProps {
  title: string;
  /** The muted line under the title. */
  lead: ReactNode;
  /** The page took the place of another without an address of its own: its title takes the focus, and is read out. */
  announced?: boolean | undefined;
}

/** The mark, the title and a line. */
export function AccountTitle({
  title,
  lead,
  announced = false,
  className,
}: AccountTitleProps & { className?: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (announced) heading.current?.focus();
  }, [announced]);
  return (
    <header className={className}>
      <Mark size={40} />
      <h1
        ref={heading}
        tabIndex={-1}
        className="mt-4 text-[22px]/7 font-semibold tracking-[-0.025em] break-words outline-none"
      >
        {title}
      </h1>
      <p className="mt-1 text-sm/5.5 text-balance text-muted">{lead}</p>
    </header>
  );
}

/** The line under the card: a question, and the page that answers it. */
export function AccountFoot({ children }: { children: ReactNode }) {
  return (
    <p className="mt-2 flex flex-wrap items-center justify-center gap-x-1.5 text-center text-sm text-muted">
      {children}
    </p>
  );
}

/** A card of the column; `dashed` for what is only an aside. */
export function AccountCard({ dashed = false, children }: { dashed?: boolean; children: ReactNode }) {
  return (
    <section
      className={cx(
        'rounded-2xl border px-5 md:px-7',
        dashed ? 'border-dashed border-control py-4' : 'bg-panel py-5 shadow-xs md:py-7',
      )}
    >
      {children}
    </section>
  );
}
