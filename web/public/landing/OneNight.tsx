import { Section, Title } from './LandingFrame.tsx';

const ACTION = {
  Audit: 'text-slate-300',
  Issue: 'text-amber-300',
  Return: 'text-emerald-300',
  Move: 'text-blue-300',
  Missing: 'text-red-300',
};

type Line = { time: string; action: keyof typeof ACTION; id: string; what: string; who: string };

const NIGHT: readonly Line[] = [
  {
    time: '21:52',
    action: 'Audit',
    id: 'Van 07',
    what: '18 of 18 scanned in 3 minutes',
    who: 'P. Lindqvist',
  },
  {
    time: '22:14',
    action: 'Issue',
    id: 'V07-0104',
    what: 'Alarm response, Holbeck Mills. Seal 448231 broken',
    who: 'J. Marsh',
  },
  {
    time: '23:03',
    action: 'Return',
    id: 'V07-0104',
    what: 'Back on its hook under new seal 448902',
    who: 'J. Marsh',
  },
  {
    time: '01:40',
    action: 'Issue',
    id: 'LDS-0102',
    what: 'Lock-up, Calls Landing. Seal 448157 broken',
    who: 'A. Okafor',
  },
  { time: '04:25', action: 'Move', id: 'MCR-0118', what: 'Van 04 → Manchester HQ', who: 'S. Rahman' },
  {
    time: '05:50',
    action: 'Missing',
    id: 'V04-0103',
    what: 'Not found in the Van 04 audit. Last held by P. Lindqvist, Tuesday 21:10',
    who: 'Dana Holt',
  },
];

const ROW =
  'grid grid-cols-[64px_1fr] lg:grid-cols-[110px_110px_130px_1fr_130px] gap-x-4 lg:gap-x-4 lg:items-baseline';
const TIME = 'row-span-3 text-xl font-medium tabular-nums lg:row-span-1 lg:text-2xl';

/** One night's register, from the first audit to the handover. */
export function OneNight() {
  return (
    <Section id="one-night" tone="night">
      <div className="gap-x-16 lg:grid lg:grid-cols-[1fr_470px] lg:items-end">
        <Title of="one-night">
          One night at <br className="hidden sm:block" />
          Northgate Keyholding.
        </Title>
        <p className="mt-4 text-pretty text-[15px] leading-6 text-muted md:text-base md:leading-[26px] lg:mt-0">
          Two vans, three offices, four officers. This is the whole paper trail, and there is no paper.
        </p>
      </div>
      <ol className="mt-10 border-t border-line md:mt-14">
        {NIGHT.map((line) => (
          <li key={line.time} className={`border-b border-line py-4 lg:py-5 ${ROW}`}>
            <time className={TIME}>{line.time}</time>
            <span className="flex items-baseline gap-x-3 lg:contents">
              <span className={`text-[15px] font-medium ${ACTION[line.action]}`}>
                <span
                  aria-hidden
                  className="mr-2 inline-block size-1.5 -translate-y-0.5 rounded-full bg-current"
                />
                {line.action}
              </span>
              <span className="text-base font-semibold">{line.id}</span>
            </span>
            <span className="mt-1.5 text-[15px] leading-6 text-pretty text-fg/90 lg:mt-0">{line.what}</span>
            <span className="mt-0.5 text-sm text-muted lg:mt-0 lg:text-right">{line.who}</span>
          </li>
        ))}
        <li className={`pt-5 lg:pt-7 ${ROW}`}>
          <time className={TIME}>06:00</time>
          <p className="text-[17px] leading-6 font-medium text-balance lg:col-span-4 lg:text-lg">
            Handover. One missing, one still out, 238 behind a numbered seal.
          </p>
        </li>
      </ol>
    </Section>
  );
}
