import { Section, Title } from './Section.tsx';

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

/** Six questions with their answers in the open; nothing to click. */
export function Questions() {
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
