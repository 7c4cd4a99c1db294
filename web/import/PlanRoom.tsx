import { figures } from '../../shared/count.ts';
import { PLAN_CHANGE, PLANS, type PlanType, planCommand, plansFor } from '../../shared/plan.ts';
import { useRead } from '../api/read.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { counted, KINDS } from './kinds.ts';
import type { ImportWork } from './use-import.ts';

/** Who changes the plan, and the command for it. */
export const PlanChange = ({ slug, plan }: { slug: string; plan?: PlanType | undefined }) => (
  <>
    {PLAN_CHANGE} The command is <code className="break-all">{planCommand(slug, plan)}</code>.
  </>
);

const holds = (type: PlanType, noun: 'keys' | 'locations'): string => {
  const { name, [noun]: limit } = PLANS[type];
  return limit === null ? `${name} (unlimited)` : `${name} (${figures.format(limit)} ${noun})`;
};

/**
 * Free places of the plan. With the `rows` of a file shown only when they may be too many, with the ways on: a larger plan, or the first rows
 * of the file. Nothing without a limit, or when the caller may not see the company's usage.
 */
export function PlanRoom({ work, rows }: { work: ImportWork; rows?: number }) {
  const { data: company } = useRead('getCompany');
  const noun = KINDS[work.kind].limit;
  const limit = noun && company?.limits[noun];
  if (!company?.usage || !noun || limit == null) return null;
  const used = company.usage[noun];
  const room = Math.max(0, limit - used);
  const { name } = PLANS[company.planType];
  const rule = `Your ${name} plan allows up to ${figures.format(limit)} ${noun}, and you have ${figures.format(used)}.`;
  if (rows === undefined)
    return (
      <p className="text-label text-muted">
        {rule} {figures.format(room)} more can come in.
      </p>
    );
  if (rows <= room) return null;
  const larger = plansFor(noun, used + rows);
  return (
    <Notice
      variant="warning"
      className="mb-4"
      title={`This file has ${counted(rows, work.kind)}; your ${name} plan has room for ${figures.format(room)} new`}
      action={
        room > 0 && (
          <Button size="sm" onClick={() => takeFirst(work, room)}>
            {`Import the first ${figures.format(room)}`}
          </Button>
        )
      }
    >
      {rule} Rows that are in the register already need no room. Import a part of the file, or have the plan
      changed: {larger.map((type) => holds(type, noun)).join(' or ')}.{' '}
      <PlanChange slug={company.slug} plan={larger[0]} />
    </Notice>
  );
}

/** Sets the rows after the first ones aside, from where they can be taken in again. */
function takeFirst(work: ImportWork, room: number): void {
  const { columns } = work.state;
  if (!columns) return;
  const more = columns.data.slice(room).map((row) => ({ ...row, why: 'No room in the plan' }));
  work.setColumns({ data: columns.data.slice(0, room), aside: [...columns.aside, ...more] });
}
