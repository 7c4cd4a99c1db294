import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Wordmark } from '../../ui/Wordmark.tsx';
import { useSignInSearch } from '../next.ts';
import { ANCHORS } from './LandingHeader.tsx';
import { Column, NIGHT } from './Section.tsx';
import { TermsDialog } from './TermsDialog.tsx';

const ITEM = 'flex min-h-11 items-center rounded-sm text-left text-sm text-muted hover:text-fg';

/** Page footer, in the same night band as the call to action above it. */
export function Footer() {
  const search = useSignInSearch();
  const [reading, setReading] = useState(false);
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
              <button type="button" onClick={() => setReading(true)} className={ITEM}>
                Terms of Service
              </button>
            </li>
          </Group>
        </div>
        <p className="mt-12 text-[13px] leading-5 text-muted">
          © 2026 Keyhold. Northgate Keyholding is a fictional firm; its keys are sample data.
        </p>
      </Column>
      <TermsDialog open={reading} onOpenChange={setReading} />
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
