import { Badge } from '../../ui/Badge.tsx';
import { Section, Title } from './LandingFrame.tsx';

const STATES = [
  { name: 'Present', tint: 'emerald', line: 'On its hook, behind an unbroken numbered seal.' },
  { name: 'Issued', tint: 'amber', line: 'Out with a named officer, for a stated purpose. Tag broken.' },
  {
    name: 'Missing',
    tint: 'red',
    line: 'Not found in the last audit. You do not have to spot it; the audit does.',
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
            and the set that was never signed for.
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

/** One hook of the drawn key board. `keys` is the number on its ring; `line` is the second line of its plate. */
type Hook = { id: string; keys: 1 | 2 | 3 | 4; state: 'present' | 'issued' | 'missing'; line: string };

const present = (id: string, keys: Hook['keys'], tag: string): Hook => ({
  id,
  keys,
  state: 'present',
  line: tag,
});

const SHELVES: readonly { name: string; hooks: readonly Hook[] }[] = [
  {
    name: 'top',
    hooks: [
      present('MCR-0101', 1, '448120'),
      present('MCR-0106', 4, '448305'),
      { id: 'MCR-0111', keys: 3, state: 'issued', line: 'J. Marsh' },
      present('MCR-0116', 2, '448675'),
    ],
  },
  {
    name: 'middle',
    hooks: [
      present('MCR-0121', 3, '448860'),
      { id: 'MCR-0126', keys: 2, state: 'missing', line: 'Missing' },
      present('MCR-0131', 3, '449230'),
      present('MCR-0136', 4, '449415'),
    ],
  },
  {
    name: 'bottom',
    hooks: [
      present('MCR-0141', 2, '449600'),
      present('MCR-0146', 3, '449785'),
      present('MCR-0151', 1, '449970'),
      { id: 'MCR-0156', keys: 4, state: 'issued', line: 'A. Okafor' },
    ],
  },
];

/** Path of one key below the origin, 41 units long; its hole is at (0, 8.6). */
const KEY =
  'M0 3a6.5 6.5 0 0 1 2.4 12.54V37l-2.4 2.6L-2.4 37v-2.6h2V32h-2v-3h2v-2.4h-2V15.54A6.5 6.5 0 0 1 0 3Zm0 3.6a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z';

/** The same key without teeth: the outline of a missing one on a tool board. */
const SHADOW =
  'M0 3a6.5 6.5 0 0 1 2.4 12.54V37L0 39.6-2.4 37V15.54A6.5 6.5 0 0 1 0 3Zm0 3.6a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z';

/** Rotation of each key, in degrees; the last one lies on top. */
const FAN = { 1: [4], 2: [-13, 11], 3: [-23, 1, 22], 4: [-30, -11, 9, 28] } as const;

/** Radius of a ring through the holes of all keys, in any rotation. */
const RING = 14.8;

const OUT = {
  issued: { stroke: 'stroke-amber-600', plate: 'border-amber-500/60', text: 'text-amber-800' },
  missing: { stroke: 'stroke-red-600', plate: 'border-red-500/60', text: 'text-red-700' },
};

/** Twelve hooks, nine bunches: a present bunch is solid, an absent one a dashed outline. */
function KeyBoard() {
  return (
    <div
      role="img"
      aria-label="A key board with twelve hooks. Nine sets are on their hooks. MCR-0111 is out with J. Marsh, MCR-0156 is out with A. Okafor, and MCR-0126 is missing."
      className="rounded-[18px] border border-line bg-panel p-1.5 md:rounded-[20px] md:p-2"
    >
      <div
        aria-hidden
        className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-soft/70"
      >
        {SHELVES.map((shelf) => (
          <div
            key={shelf.name}
            className="grid grid-cols-4 gap-1 px-1.5 pt-4 pb-2 md:gap-[9px] md:p-4 md:pt-[22px]"
          >
            {shelf.hooks.map((hook) => (
              <HookWithPlate key={hook.id} hook={hook} />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

function HookWithPlate({ hook }: { hook: Hook }) {
  const out = hook.state === 'present' ? undefined : OUT[hook.state];
  return (
    <div className="text-center">
      <svg viewBox="-48 -32 96 104" className="mx-auto block h-[76px] md:h-[104px]" aria-hidden="true">
        {out ? <Outline keys={hook.keys} stroke={out.stroke} /> : <Bunch keys={hook.keys} />}
      </svg>
      <div
        className={`mt-2 rounded-lg border bg-panel px-0.5 py-[3px] leading-4 md:mt-3.5 ${out?.plate ?? 'border-line'}`}
      >
        <div className="text-[11px] font-semibold whitespace-nowrap md:text-xs md:leading-4">{hook.id}</div>
        <div
          className={`text-[10px] whitespace-nowrap tabular-nums md:text-[11px] md:leading-4 ${out?.text ?? 'text-muted'}`}
        >
          {hook.line}
        </div>
      </div>
    </div>
  );
}

const STEEL = 'fill-none stroke-[oklch(.68_.014_264)] [stroke-linecap:round]';

const WIRE = 'fill-none stroke-[oklch(.5_.02_264)] [stroke-linecap:round]';

/** The peg and its hook. */
function Peg() {
  return (
    <>
      <circle cy={-26} r={4.2} className="fill-[oklch(.68_.014_264)]" />
      <path d="M0-26V-14.5a4 4 0 0 0 8 0V-17" strokeWidth={2.6} className={STEEL} />
    </>
  );
}

function Bunch({ keys }: { keys: Hook['keys'] }) {
  const fan = FAN[keys];
  const top = ((fan.at(-1) ?? 0) * Math.PI) / 180;
  const [x, y] = [-RING * Math.sin(top), RING * Math.cos(top)].map((n) => n.toFixed(2));
  const front = `M${-RING} 0A${RING} ${RING} 0 0 0 ${x} ${y}`;
  return (
    <g>
      <Peg />
      <circle r={RING} strokeWidth={2.1} className={WIRE} />
      {fan.map((turn) => (
        <g key={turn} transform={`rotate(${turn}) scale(1.72)`}>
          <circle cy={8.6} r={2.6} className="fill-[oklch(.975_.002_264)]" />
          <path
            d={KEY}
            fillRule="evenodd"
            strokeWidth={0.9}
            className="fill-[oklch(.36_.022_264)] stroke-[oklch(.975_.002_264)] [paint-order:stroke]"
          />
        </g>
      ))}
      <path d={front} strokeWidth={4.6} className="fill-none stroke-[oklch(.975_.002_264)]" />
      <path d={front} strokeWidth={2.1} className={WIRE} />
      <path d="M8-14.5V-17" strokeWidth={2.6} className={STEEL} />
    </g>
  );
}

function Outline({ keys, stroke }: { keys: Hook['keys']; stroke: string }) {
  return (
    <g strokeDasharray="3.4 2.6" strokeWidth={1.5} className={`fill-[oklch(.975_.002_264)] ${stroke}`}>
      <circle r={RING} className="fill-none" />
      {FAN[keys].map((turn) => (
        <g key={turn} transform={`rotate(${turn}) scale(1.72)`}>
          <path d={SHADOW} fillRule="evenodd" vectorEffect="non-scaling-stroke" />
        </g>
      ))}
      <g stroke="none" strokeDasharray="none">
        <Peg />
      </g>
    </g>
  );
}
