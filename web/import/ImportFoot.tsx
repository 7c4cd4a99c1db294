import type { ReactNode } from 'react';
import { count, figures } from '../../shared/count.ts';
import type { ImportCheck } from '../../shared/import.ts';
import { PLAN_CHANGE } from '../../shared/plan.ts';
import { Button } from '../ui/Button.tsx';
import { PageFoot } from '../ui/FootBar.tsx';
import { isOpen } from './choices.ts';
import { RunningImport } from './ImportNotices.tsx';
import { counted, KINDS } from './kinds.ts';
import { perhapsSame } from './Questions.tsx';
import type { ImportWork } from './use-import.ts';

/** Above this number of rows a check takes some seconds. */
const LONG = 1000;
/** How far a long check is, while it runs. */
export const checkingNote = ({ busy }: ImportWork['state'], rows: number): ReactNode =>
  busy?.what === 'checking' && rows > LONG ? <RunningImport of="check" /> : null;

/** What the import will do, and the button that runs it. */
export function ReviewFoot({ work, check }: { work: ImportWork; check: ImportCheck }) {
  const { created, changed } = check.counts;
  const { busy, choices } = work.state;
  const over = planOver(work, check);
  const reason =
    created + changed === 0
      ? 'There is nothing to import.'
      : isOpen(choices)
        ? 'Match every value first.'
        : perhapsSame(check.rows).length > 0 && !work.state.areDifferent
          ? 'Say first whether the sets that look alike are different.'
          : over;
  if (work.running) return <Running />;
  return (
    <PageFoot
      note={
        checkingNote(work.state, check.rows.length) ?? (
          <>
            {reason && reason !== over && <p className="font-semibold text-fg">{reason}</p>}
            <Note work={work} check={check} over={over} />
          </>
        )
      }
    >
      <Button onClick={work.back}>Back to columns</Button>
      <Button
        variant="primary"
        pending={busy?.what === 'checking'}
        disabledReason={reason}
        reasonIn="tooltip"
        onClick={() => void work.run()}
      >
        {`Import ${counted(created + changed, work.kind)}`}
      </Button>
    </PageFoot>
  );
}

/** Why the plan has no room for the rows. */
function planOver({ kind }: ImportWork, { plan }: ImportCheck): string | undefined {
  if (!plan) return undefined;
  const { keys, locations } = plan;
  const rule = (limit: number, noun: string) =>
    `Your ${plan.name} plan allows up to ${figures.format(limit)} ${noun}. ${PLAN_CHANGE}`;
  if (kind === 'key_sets' && keys.limit !== null && keys.after > keys.limit) return rule(keys.limit, 'keys');
  if (locations.limit !== null && locations.after > locations.limit && locations.after > locations.now)
    return rule(locations.limit, 'locations');
  return undefined;
}

function Note({ work, check, over }: { work: ImportWork; check: ImportCheck; over: string | undefined }) {
  const { counts, newLocations, plan } = check;
  const { created, changed, same, refused } = counts;
  const places = work.kind === 'locations' ? 0 : newLocations;
  const what = [
    created > 0 && count(created, 'new', 'new'),
    changed > 0 && count(changed, 'changed', 'changed'),
    places > 0 && count(places, 'new location'),
  ].filter(Boolean);
  const rest = [
    same > 0 && count(same, 'stays as it is', 'stay as they are'),
    refused > 0 && count(refused, 'refused row is left out', 'refused rows are left out'),
  ].filter(Boolean);
  const noun = KINDS[work.kind].limit;
  const use = noun && plan?.[noun];
  const holds = over ?? (use && use.limit !== null && `Your plan holds ${counted(use.limit, work.kind)}:`);
  const said = rest.join(', ');
  return (
    <>
      <p>
        {what.length > 0 && <span className="font-semibold text-fg">{what.join(', ')}. </span>}
        {said && `${said}.`}
      </p>
      {use && holds && (
        <p className={over && 'text-bad'}>
          {`${holds} ${figures.format(use.now)} now, ${figures.format(use.after)} after.`}
        </p>
      )}
    </>
  );
}

/** Progress of a running import, which cannot be cancelled: it is one transaction. */
const Running = () => (
  <PageFoot note="All of it comes in, or nothing. It goes on when you leave this page.">
    <RunningImport />
  </PageFoot>
);
