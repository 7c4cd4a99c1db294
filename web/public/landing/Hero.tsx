import { Link } from '@tanstack/react-router';
import { ArrowRight, Check } from 'lucide-react';
import { buttonClass } from '../../ui/button-class.ts';
import { ProgressBar } from '../../ui/Progress.tsx';
import { Column } from './LandingFrame.tsx';
import { ProductWindow } from './ProductWindow.tsx';

const TRIAL = ['14-day free trial', 'No credit card', 'Set up in about 5 minutes'] as const;

/** What Keyhold does, the sign-up button, and a picture of the product under both. */
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

const COUNTED = [
  { id: 'V07-0104', time: '21:51' },
  { id: 'V07-0109', time: '21:51' },
  { id: 'V07-0126', time: '21:50' },
  { id: 'V07-0118', time: '21:50' },
  { id: 'V07-0101', time: '21:50' },
  { id: 'V07-0115', time: '21:50' },
] as const;

/** A picture of a phone after a good scan: its parent names it and keeps it out of the tab order. */
function AuditPhone() {
  return (
    <div className="h-[620px] rounded-[36px] border-[7px] border-fg bg-panel shadow-[0_24px_60px_-16px_oklch(.21_.03_264/.28)]">
      <div className="px-4 pt-4">
        <div className="flex items-baseline justify-between">
          <span className="text-[15px] leading-[22px] font-semibold tracking-[-0.01em]">Van 07</span>
          <span className="text-xs text-muted">Night Shift</span>
        </div>
        <div className="mt-1.5 flex items-baseline gap-1.5">
          <span className="text-[30px] leading-9 font-semibold tracking-[-0.02em] tabular-nums">12</span>
          <span className="text-sm text-muted">of 18 scanned</span>
        </div>
        <div className="mt-2">
          <ProgressBar value={12} max={18} label="12 of 18 scanned" />
        </div>
      </div>
      <div className="mx-2.5 mt-3 grid h-[214px] content-center justify-items-center rounded-[18px] bg-emerald-700 text-white">
        <span className="grid size-14 place-items-center rounded-full bg-white text-emerald-700">
          <Check className="size-8 stroke-3" />
        </span>
        <span className="mt-3.5 text-[34px] leading-9 font-semibold tracking-[-0.04em]">V07-0112</span>
        <span className="mt-2 text-[13px] leading-5 tabular-nums">Tag 448527 · 5 keys, 1 fob</span>
        <span className="mt-3.5 text-[15px] leading-5 font-semibold">Counted</span>
      </div>
      <div className="mx-4 mt-3 divide-y divide-line">
        {COUNTED.map(({ id, time }) => (
          <div key={id} className="flex h-9 items-center gap-2 text-[13px]">
            <Check className="size-3.5 stroke-2 text-emerald-700" />
            <span className="font-medium">{id}</span>
            <span className="ml-auto text-muted tabular-nums">{time}</span>
          </div>
        ))}
      </div>
    </div>
  );
}
