import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { buttonClass } from '../../ui/button-class.ts';
import { useSignInSearch } from '../next.ts';
import { Section, Title } from './Section.tsx';

/** The call to action that opens the last night band. */
export function Closing() {
  const search = useSignInSearch();
  return (
    <Section id="start" tone="night" space="py-16 md:py-24">
      <div className="flex flex-col gap-8 lg:flex-row lg:items-end lg:justify-between">
        <div>
          <Title
            of="start"
            className="text-[36px]! leading-[40px]! tracking-[-0.03em]! md:text-[56px]! md:leading-[60px]!"
          >
            Add your first <br className="sm:hidden" />
            key set tonight.
          </Title>
          <p className="mt-3 text-base leading-6 text-muted md:text-lg md:leading-7">
            14 days free. No credit card. <br className="sm:hidden" />
            About 5 minutes to set up.
          </p>
        </div>
        <div className="grid grid-cols-2 gap-2.5 sm:flex">
          <Link to="/signup" className={`${buttonClass({ variant: 'primary', size: 'xl' })} h-13!`}>
            Get Started
            <ArrowRight aria-hidden className="size-4" />
          </Link>
          <Link
            to="/login"
            search={search}
            className={`${buttonClass({ variant: 'secondary', size: 'xl' })} border-white/30! h-13!`}
          >
            Sign In
          </Link>
        </div>
      </div>
    </Section>
  );
}
