import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClass } from '../../ui/button-class.ts';
import { Wordmark } from '../../ui/Wordmark.tsx';
import { useSignInSearch } from '../next.ts';
import { TermsButton } from './TermsDialog.tsx';

/** Content column of every landing section, 1136 px wide. */
export function Column({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`mx-auto w-full max-w-[1200px] px-4 md:px-8 ${className}`}>{children}</div>;
}

/** The page's tokens at night, the same in either theme. */
const NIGHT =
  'bg-bg text-fg [--bg:oklch(.19_.02_264)] [--panel:oklch(.19_.02_264)] [--fg:oklch(.96_.004_264)] ' +
  '[--muted:oklch(.76_.012_264)] [--soft:oklch(1_0_0/.08)] [--line:oklch(1_0_0/.15)] ' +
  '[--primary:oklch(.555_.185_262)] [--primary-fg:oklch(.99_0_0)] [--ring:oklch(.72_.13_262)]';

const TONE = {
  page: 'border-t border-line bg-bg',
  panel: 'border-t border-line bg-panel',
  night: NIGHT,
};

/** One band of the page, named by its heading; `space` is the vertical padding. */
export function Section(props: { id: string; tone: keyof typeof TONE; space?: string; children: ReactNode }) {
  return (
    <section
      id={props.id}
      aria-labelledby={`${props.id}-title`}
      className={`scroll-mt-16 ${TONE[props.tone]} ${props.space ?? 'py-16 md:py-28'}`}
    >
      <Column>{props.children}</Column>
    </section>
  );
}

/** Heading of a section. `of` is the section's id. */
export function Title({
  of,
  children,
  className = '',
}: {
  of: string;
  children: ReactNode;
  className?: string;
}) {
  return (
    <h2
      id={`${of}-title`}
      className={`text-balance text-[28px] leading-[34px] font-semibold tracking-[-0.025em] md:text-[40px] md:leading-[46px] ${className}`}
    >
      {children}
    </h2>
  );
}

/** The sections linked from the header; the footer lists them too. */
const ANCHORS = [
  { name: 'Features', href: '#features' },
  { name: 'Industries', href: '#industries' },
  { name: 'Pricing', href: '#pricing' },
  { name: 'Questions', href: '#questions' },
] as const;

/** The sticky bar: the mark, the sections, and the two ways in. */
export function LandingHeader() {
  const search = useSignInSearch();
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-panel">
      <a
        href="#content"
        className="absolute top-2 left-2 -translate-y-16 rounded-lg bg-fg px-4 py-3 text-sm font-medium text-bg focus:translate-y-0"
      >
        Skip to content
      </a>
      <Column className="flex h-16 items-center">
        <Link to="/" aria-label="Keyhold, home" className="-m-2 flex rounded-lg p-2">
          <Wordmark name="Keyhold" size={30} className="text-[17px]!" />
        </Link>
        <nav aria-label="Sections" className="ml-7 hidden md:flex">
          {ANCHORS.map(({ name, href }) => (
            <a
              key={name}
              href={href}
              className="flex h-11 items-center rounded-lg px-3 text-sm font-medium text-muted hover:text-fg lg:px-4"
            >
              {name}
            </a>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-1 md:gap-2">
          <Link
            to="/login"
            search={search}
            className={`${buttonClass({ variant: 'ghost', size: 'lg' })} h-11! px-3! text-sm! text-fg! md:px-3.5!`}
          >
            Sign In
          </Link>
          <Link
            to="/signup"
            className={`${buttonClass({ variant: 'primary', size: 'lg' })} h-11! px-3.5! text-sm!`}
          >
            Get Started
          </Link>
        </div>
      </Column>
    </header>
  );
}

const ITEM = 'flex min-h-11 items-center rounded-sm text-left text-sm text-muted hover:text-fg';

/** Page footer, in the same night band as the call to action above it. */
export function Footer() {
  const search = useSignInSearch();
  return (
    <footer className={NIGHT}>
      <Column className="pb-8">
        <div className="grid grid-cols-2 gap-x-8 gap-y-6 border-t border-line pt-12 md:grid-cols-[1fr_auto_auto_auto] md:gap-x-20">
          <div className="col-span-2 mb-2 md:col-span-1">
            <Wordmark name="Keyhold" />
            <p className="mt-4 text-sm leading-5 text-muted">
              Key control for security <br />
              and facilities teams.
            </p>
          </div>
          <Group name="Product">
            {ANCHORS.map(({ name, href }) => (
              <li key={name}>
                <a href={href} className={ITEM}>
                  {name}
                </a>
              </li>
            ))}
          </Group>
          <Group name="Account">
            <li>
              <Link to="/login" search={search} className={ITEM}>
                Sign In
              </Link>
            </li>
            <li>
              <Link to="/signup" className={ITEM}>
                Get Started
              </Link>
            </li>
            <li>
              <Link to="/auth/forgot-password" className={ITEM}>
                Forgot password
              </Link>
            </li>
          </Group>
          <Group name="Legal">
            <li>
              <TermsButton className={ITEM} />
            </li>
          </Group>
        </div>
        <p className="mt-12 text-[13px] leading-5 text-muted">
          © 2026 Keyhold. Northgate Keyholding is a fictional firm; its keys are sample data.
        </p>
      </Column>
    </footer>
  );
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <nav aria-label={name}>
      <h2 className="text-sm leading-5 font-semibold">{name}</h2>
      <ul className="mt-2">{children}</ul>
    </nav>
  );
}
