import type { Company } from '../../shared/company.ts';
import { PLANS } from '../../shared/plan.ts';
import { serverNow } from '../api/server-clock.ts';
import { PlanChange } from '../import/PlanRoom.tsx';
import { useClock } from '../ui/clock.ts';
import { Panel } from '../ui/Panel.tsx';
import { PanelHead } from '../ui/PanelHead.tsx';
import { ProgressBar } from '../ui/ProgressBar.tsx';
import { Tag } from '../ui/Tag.tsx';
import type { Tint } from '../ui/tint.ts';
import { trialText } from './trial.ts';

const NOUNS = [
  { noun: 'keys', label: 'Keys' },
  { noun: 'locations', label: 'Locations' },
  { noun: 'users', label: 'Active users' },
] as const;

/** From here on a plan is nearly full. */
const NEARLY = 0.9;

/** The plan, what of it is used (for those who see every location), and how long the trial lasts. */
export function PlanPanel({ company }: { company: Company }) {
  useClock();
  const plan = PLANS[company.planType];
  const { usage, limits } = company;
  const full = NOUNS.filter(({ noun }) => usage && usage[noun] >= (limits[noun] ?? Infinity));
  return (
    <Panel>
      <PanelHead title="Plan" right={<Tag>{plan.name}</Tag>} />
      <div className="grid gap-4 p-4">
        <p className="text-label text-muted">{trialText(company.trialEndsAt, new Date(serverNow()))}</p>
        {NOUNS.map(({ noun, label }) => (
          <Usage key={noun} label={label} used={usage?.[noun] ?? null} limit={limits[noun]} />
        ))}
        <p className="text-hint text-muted">
          {full.length > 0 &&
            `No more ${full.map(({ noun }) => noun).join(' or ')} can be added. Existing ones are not affected. `}
          {!usage && 'Usage is visible only to people with access to all locations. '}
          <PlanChange slug={company.slug} />
        </p>
      </div>
    </Panel>
  );
}

type Used = { label: string; used: number | null; limit: number | null };

function Usage({ label, used, limit }: Used) {
  const part = limit ? (used ?? 0) / limit : 0;
  const tint: Tint | undefined = part >= 1 ? 'red' : part >= NEARLY ? 'amber' : undefined;
  const words = wordsOf(used, limit);
  return (
    <div className="grid gap-1.5">
      <p className="flex justify-between gap-4 text-label">
        <span className="font-medium">{label}</span>
        <span className="text-muted tabular-nums">{words}</span>
      </p>
      {limit !== null && used !== null && (
        <ProgressBar value={Math.min(used, limit)} max={limit} label={label} valueText={words} tint={tint} />
      )}
    </div>
  );
}

function wordsOf(used: number | null, limit: number | null): string {
  if (limit === null) return used === null ? 'Unlimited' : `${used.toLocaleString()}, unlimited`;
  return used === null
    ? `Up to ${limit.toLocaleString()}`
    : `${used.toLocaleString()} of ${limit.toLocaleString()}`;
}
