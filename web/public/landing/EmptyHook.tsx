import { Badge } from '../../ui/Badge.tsx';
import { KeyBoard } from './KeyBoard.tsx';
import { Section, Title } from './Section.tsx';

const STATES = [
  { name: 'Present', tint: 'emerald', line: 'On its hook, behind an unbroken numbered seal.' },
  { name: 'Issued', tint: 'amber', line: 'Out with a named officer, for a stated purpose. Tag broken.' },
  {
    name: 'Missing',
    tint: 'red',
    line: 'Not found in the last audit. Nobody has to spot it; the audit does.',
  },
] as const;

/** Why the register exists, beside a key board with empty hooks. */
export function EmptyHook() {
  return (
    <Section id="empty-hook" tone="panel">
      <div className="grid gap-10 md:gap-14 lg:grid-cols-[1fr_470px] lg:items-center lg:gap-x-12 xl:grid-cols-[1fr_560px] xl:gap-x-20">
        <div>
          <Title of="empty-hook">
            The empty hook is <br className="hidden sm:block lg:hidden xl:block" />
            the one that matters.
          </Title>
          <p className="mt-4 text-base leading-[26px] text-pretty text-muted md:mt-5 md:text-lg md:leading-7">
            A cabinet shows you what is there. Keyhold also shows you what isn't: who has the set that is out,
            and the set nobody signed for.
          </p>
          <dl className="mt-8 border-t border-line">
            {STATES.map(({ name, tint, line }) => (
              <div key={name} className="grid grid-cols-[108px_1fr] items-start border-b border-line py-4">
                <dt className="flex h-6 items-center">
                  <Badge tint={tint}>{name}</Badge>
                </dt>
                <dd className="text-[15px] leading-6 text-pretty">{line}</dd>
              </div>
            ))}
          </dl>
        </div>
        <KeyBoard />
      </div>
    </Section>
  );
}
