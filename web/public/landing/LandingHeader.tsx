import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button-class.ts';
import { Wordmark } from '../../ui/Wordmark.tsx';
import { useSignInSearch } from '../next.ts';
import { Column } from './Section.tsx';

/** The sections linked from the header; the footer lists them too. */
export const ANCHORS = [
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
