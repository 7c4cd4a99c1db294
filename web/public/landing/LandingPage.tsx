import { Link } from '@tanstack/react-router';
import { ArrowRight, Check } from 'lucide-react';
import { PLANS, type Plan } from '../../../shared/plan.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { useSignInSearch } from '../next.ts';
import { Waiting } from '../Waiting.tsx';
import { EmptyHook } from './EmptyHook.tsx';
import { Features } from './Features.tsx';
import { Hero } from './Hero.tsx';
import { Column, Footer, LandingHeader, Section, Title } from './LandingFrame.tsx';
import { OneNight } from './OneNight.tsx';

/** What a visitor sees at `/` and at any unknown address. Light in either theme. */
export function LandingPage() {
  return (
    <div className="light min-h-dvh bg-bg text-fg motion-safe:[html:has(&)]:scroll-smooth">
      <LandingHeader />
      <main id="content" tabIndex={-1} className="outline-none">
        <Column>
          <Waiting className="mt-4" />
        </Column>
        <Hero />
        <EmptyHook />
        <Features />
        <OneNight />
        <Industries />
        <Pricing />
        <Questions />
        <Closing />
      </main>
      <Footer />
    </div>
  );
}

/** The call to action that opens the last night band. */
function Closing() {
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

/** The three plans of the specification's section 9, in one panel. */
function Pricing() {
  return (
    <Section id="pricing" tone="page">
      <div className="gap-x-16 lg:grid lg:grid-cols-[1fr_470px] lg:items-end">
        <Title of="pricing">Plans for every key room.</Title>
        <p className="mt-4 text-base leading-[26px] text-pretty text-muted lg:mt-0">
          Every plan starts with 14 days free. No credit card. The first person to sign up is the
          administrator.
        </p>
      </div>
      <div className="mt-10 grid divide-y divide-line rounded-2xl border border-line bg-panel md:mt-14 md:grid-cols-3 md:divide-x md:divide-y-0">
        {(['basic', 'professional', 'enterprise'] as const).map((key) => (
          <PlanColumn key={key} plan={PLANS[key]} primary={key === 'professional'} />
        ))}
      </div>
    </Section>
  );
}

function PlanColumn({ plan, primary }: { plan: Plan; primary: boolean }) {
  return (
    <article className="flex flex-col p-6 lg:p-8">
      <h3 className="text-lg leading-6 font-semibold tracking-[-0.02em]">{plan.name}</h3>
      <p className="mt-1.5 text-[15px] leading-6 text-muted">{plan.who}</p>
      <p className="mt-5 flex items-baseline gap-2">
        <span className="text-[44px] leading-[52px] font-semibold tracking-[-0.03em]">{plan.price}</span>
        {plan.per && <span className="text-[15px] text-muted">{plan.per}</span>}
      </p>
      <ul className="mt-6 mb-8 grid gap-2.5">
        {plan.features.map((line) => (
          <li key={line} className="flex items-center gap-3 text-[15px] leading-6">
            <Check aria-hidden className="size-4 stroke-2 text-muted" />
            {line}
          </li>
        ))}
      </ul>
      <Link
        to="/signup"
        aria-label={`Get Started with ${plan.name}`}
        className={`${buttonClass({ variant: primary ? 'primary' : 'secondary', size: 'xl', block: true })} mt-auto text-[15px]!`}
      >
        Get Started
      </Link>
    </article>
  );
}

const QUESTIONS = [
  {
    ask: 'What counts as a key?',
    answer: 'A key set: the keys and fobs on one ring, under one tag. A set of nine keys counts once.',
  },
  {
    ask: 'What happens to the tag when keys go out?',
    answer:
      "The numbered seal is broken when the set is issued, and Keyhold records it. The set can't be returned without a new tag number.",
  },
  {
    ask: 'Do we need special hardware?',
    answer:
      'No. Any phone or computer with a browser will do. To audit by NFC, put an NFC tag on each set and use Chrome on Android; you can also type serials or tick off a checklist.',
  },
  {
    ask: 'Who sees which keys?',
    answer:
      "Each person has a role and, if you like, a list of locations. An officer in Leeds doesn't have to see Bristol.",
  },
  {
    ask: 'What happens in the trial?',
    answer:
      'You get 14 days free, with no credit card. Setting up takes about 5 minutes, and the first person to sign up is the administrator.',
  },
  {
    ask: 'Can we take our records with us?',
    answer: 'Movement history and location reports export to CSV at any time, and reports print on A4.',
  },
] as const;

/** Six questions with their answers shown; nothing to click. */
function Questions() {
  return (
    <Section id="questions" tone="panel">
      <div className="lg:grid lg:grid-cols-[300px_1fr] xl:grid-cols-[380px_1fr] lg:gap-x-14">
        <Title of="questions">
          Questions, <br className="hidden lg:block" />
          answered.
        </Title>
        <dl className="mt-10 grid gap-x-10 border-b border-line md:mt-14 md:grid-cols-2 md:border-b-0 lg:mt-0">
          {QUESTIONS.map(({ ask, answer }) => (
            <div key={ask} className="border-t border-line py-6">
              <dt className="text-base leading-6 font-semibold tracking-[-0.022em]">{ask}</dt>
              <dd className="mt-1.5 text-[15px] leading-6 text-muted">{answer}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Section>
  );
}

const INDUSTRIES = [
  {
    name: 'Estate agents',
    keys: 'Viewings, tenancies, contractors',
    line: 'Which branch has 14 Calder Row, and who took it out on Saturday?',
  },
  {
    name: 'Car dealers',
    keys: 'Stock, demonstrators, spares',
    line: 'Both keys for every car on the forecourt, found before the customer sits down.',
  },
  {
    name: 'Housing associations',
    keys: 'Blocks, plant rooms, voids',
    line: 'One set per block, one name per set, one record for the audit committee.',
  },
  {
    name: 'Managing agents',
    keys: 'Risers, roofs, meter cupboards',
    line: 'Contractors sign out by name and purpose; at six you see what is still out.',
  },
  {
    name: 'Mechanics',
    keys: 'Jobs in the yard',
    line: "A tag per job, so no car waits because its key is in a mechanic's overalls.",
  },
] as const;

/** Audience of the product: one row per trade. */
function Industries() {
  return (
    <Section id="industries" tone="panel">
      <Title of="industries">
        For anyone who holds <br className="hidden sm:block" />
        other people's keys.
      </Title>
      <ul className="mt-10 border-t border-line md:mt-14">
        {INDUSTRIES.map((industry) => (
          <li
            key={industry.name}
            className="border-b border-line py-5 md:grid md:grid-cols-[200px_1fr] md:items-baseline md:gap-x-6 md:py-6 lg:grid-cols-[220px_250px_1fr]"
          >
            <h3 className="text-lg leading-7 font-semibold tracking-[-0.02em] md:text-xl">{industry.name}</h3>
            <p className="mt-0.5 text-[15px] leading-6 text-muted md:mt-0">{industry.keys}</p>
            <p className="mt-2 text-[15px] leading-6 text-pretty md:col-start-2 md:text-base lg:col-start-3 lg:mt-0">
              {industry.line}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
