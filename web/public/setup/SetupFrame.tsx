import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLogOut } from '../../shell/log-out.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { cx } from '../../ui/cx.ts';
import { PHONE, useMedia } from '../../ui/media.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Stepper } from '../../ui/Progress.tsx';
import { Wordmark } from '../../ui/Wordmark.tsx';
import type { SetupNotice } from './account-form.ts';

const STEPS = ['Account & company', 'Plan', 'Done'];
const WIDTHS = { 640: 'max-w-[640px]', 880: 'max-w-[880px]', 520: 'max-w-[520px]' };

interface SetupFrameProps {
  step: 0 | 1 | 2;
  width: keyof typeof WIDTHS;
  title: string;
  lead: ReactNode;
  notice?: SetupNotice | null;
  /** Header button: a visitor can sign in, a signed-in user can sign out; null once the company exists. */
  leave: 'signIn' | 'signOut' | null;
  /** Leaves the focus alone on the first step shown; every other step focuses its title. */
  quiet?: boolean;
  children: ReactNode;
}

/** Layout of the wizard's steps: mark, stepper and header button; then the title and one column. */
export function SetupFrame({ step, width, title, lead, notice, leave, quiet, children }: SetupFrameProps) {
  const phone = useMedia(PHONE);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (quiet) return;
    window.scrollTo(0, 0);
    heading.current?.focus();
  }, [quiet]);

  // Runs before the form focuses its first fault, which then scrolls only as far as needed.
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new notice scrolls again
  useEffect(() => {
    // In braces: newer browsers return a promise, which is no clean-up.
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [notice]);

  return (
    <div className="min-h-dvh [--fs-hint:13px]">
      <header className="border-b bg-panel">
        <div className="mx-auto grid h-16 max-w-[1200px] grid-cols-[1fr_auto_1fr] items-center px-4 md:px-8">
          <Wordmark />
          {phone ? <span /> : <Stepper steps={STEPS} current={step} />}
          <div className="-mr-3 justify-self-end">{leave && <Leave how={leave} />}</div>
        </div>
      </header>
      <main className={cx('mx-auto px-4 pt-7 pb-12 md:box-content md:px-8 md:pt-12', WIDTHS[width])}>
        {phone && <Stepper steps={STEPS} current={step} className="mb-7" />}
        <h1
          ref={heading}
          tabIndex={-1}
          className="text-[1.75rem]/8 font-semibold tracking-[-0.03em] break-words outline-none md:text-[1.875rem]/9"
        >
          {title}
        </h1>
        <p className="mt-1.5 mb-6 text-[0.9375rem]/6 text-balance text-muted">{lead}</p>
        {notice && (
          <Notice ref={box} title={notice.title} className="mb-5 scroll-mt-4">
            {notice.text}
          </Notice>
        )}
        {children}
      </main>
    </div>
  );
}

function Leave({ how }: { how: 'signIn' | 'signOut' }) {
  const { logOut, pending } = useLogOut();
  if (how === 'signOut')
    return (
      <Button
        variant="ghost"
        size="lg"
        className="px-3! text-sm!"
        pending={pending}
        pendingLabel="Signing out..."
        onClick={logOut}
      >
        Sign out
      </Button>
    );
  return (
    <Link to="/login" className={buttonClass({ variant: 'ghost', size: 'lg', className: 'px-3! text-sm!' })}>
      Sign In
    </Link>
  );
}
