import type { ImportKind } from '../../shared/import-words.ts';
import { PLAN_CHANGE, PLANS, planCommand } from '../../shared/plan.ts';
import { useRead } from '../api/read.ts';
import { Notice } from '../ui/Notice.tsx';
import { figure, rowsText } from './kinds.ts';

/** Who changes the plan, and the command for it. */
export const PlanChange = ({ slug }: { slug: string }) => (
  <>
    {PLAN_CHANGE} The command is <code className="break-all">{planCommand(slug)}</code>.
  </>
);

/**
 * Free places of the plan. With `rows` (of a file) shown only when they may be too many. Nothing without a limit, or when the caller may
 * not see the company's usage.
 */
export function PlanRoom({ kind, rows }: { kind: ImportKind; rows?: number }) {
  const { data: company } = useRead('getCompany');
  const noun = kind === 'key_sets' ? 'keys' : kind === 'locations' ? 'locations' : null;
  const limit = noun && company?.limits[noun];
  if (!company?.usage || !noun || limit == null) return null;
  const used = company.usage[noun];
  const room = Math.max(0, limit - used);
  const rule = `Your ${PLANS[company.planType].name} plan allows up to ${figure(limit)} ${noun}, and you have ${figure(used)}.`;
  if (rows === undefined)
    return (
      <p className="text-label text-muted">
        {rule} {figure(room)} more can come in.
      </p>
    );
  if (rows <= room) return null;
  return (
    <Notice variant="warning" className="mb-4">
      {rule} Of these {rowsText(rows)} at most {figure(room)} can be new. Import a part of the file, or have
      the plan changed first. <PlanChange slug={company.slug} />
    </Notice>
  );
}
