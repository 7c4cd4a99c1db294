import { Section, Title } from './Section.tsx';

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
    line: 'A tag per job, so no car waits because its key is in somebody’s overalls.',
  },
] as const;

/** Whom the product is for: one row per trade. */
export function Industries() {
  return (
    <Section id="industries" tone="panel">
      <Title of="industries">
        For anyone who holds <br className="hidden sm:block" />
        other people’s keys.
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
