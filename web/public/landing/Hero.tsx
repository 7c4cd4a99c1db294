import { Link } from '@tanstack/react-router';
import { ArrowRight, Check } from 'lucide-react';
import { buttonClass } from '../../ui/button-class.ts';
import { AuditPhone } from './AuditPhone.tsx';
import { ProductWindow } from './ProductWindow.tsx';
import { Column } from './Section.tsx';

const TRIAL = ['14-day free trial', 'No credit card', 'Set up in about 5 minutes'] as const;

/** What Keyhold does, the way in, and the product itself under both. */
export function Hero() {
  return (
    <section aria-labelledby="hero-title" className="overflow-hidden bg-bg">
      <Column className="pt-12 md:pt-20">
        <div className="lg:grid lg:grid-cols-[1fr_440px] lg:items-end lg:gap-x-10 xl:grid-cols-[1fr_470px]">
          <h1
            id="hero-title"
            className="text-[44px] leading-[46px] font-semibold tracking-[-0.035em] md:text-[64px] md:leading-[66px] xl:text-[76px] xl:leading-[76px]"
          >
            Know who <br />
            has every key.
          </h1>
          <div className="mt-5 max-w-[600px] md:mt-6 lg:mt-0 xl:pb-[7px]">
            <p className="text-base leading-[26px] text-pretty text-muted md:text-lg md:leading-7">
              Keyhold is the key register for security and facilities teams: every key set, its seal number,
              where it is kept and who signed for it.
            </p>
            <div className="mt-6 grid grid-cols-2 gap-2.5 sm:flex">
              <Link
                to="/signup"
                className={`${buttonClass({ variant: 'primary', size: 'xl' })} text-[15px]!`}
              >
                Get Started
                <ArrowRight aria-hidden className="size-4" />
              </Link>
              <a
                href="#pricing"
                className={`${buttonClass({ variant: 'secondary', size: 'xl' })} text-[15px]!`}
              >
                See pricing
              </a>
            </div>
            <ul className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-sm leading-[22px] text-muted xl:flex-nowrap xl:justify-between xl:gap-x-0">
              {TRIAL.map((line) => (
                <li key={line} className="flex items-center gap-1.5 whitespace-nowrap">
                  <Check aria-hidden className="size-3.5 stroke-2 text-fg" />
                  {line}
                </li>
              ))}
            </ul>
          </div>
        </div>
        <div
          role="img"
          aria-label="Keyhold at work: the key list of a firm with 240 key sets, and over it a phone that has just counted set V07-0112 in an audit of Van 07, 12 of 18."
          className="relative mt-10 h-[452px] md:mt-16 md:h-[618px]"
        >
          <div aria-hidden inert className="hidden md:block">
            <ProductWindow />
          </div>
          <div
            aria-hidden
            inert
            className="mx-auto w-[290px] md:absolute md:top-[194px] md:-right-2 md:w-[304px] xl:-right-9"
          >
            <AuditPhone />
          </div>
        </div>
      </Column>
    </section>
  );
}
