import { parseArgs } from 'node:util';
import pg from 'pg';
import { PLAN_TYPES, PLANS, type PlanType } from '../../shared/plan.ts';
import { reachDatabase } from '../database/open.ts';
import { runCommand } from './run-command.ts';

const USAGE = `Usage: keyhold company [url-identifier] [--plan ${PLAN_TYPES.join('|')}] [--active on|off]`;

type Change = { plan: PlanType | null; active: boolean | null };
type Row = {
  slug: string;
  name: string;
  plan_type: PlanType;
  is_active: boolean;
  keys: number;
  locations: number;
  users: number;
};

/**
 * `keyhold company`: the operator's only way to change a company's plan or state, whether a server runs or not; the change applies from the
 * next call on. Without a company it lists all. Exits with 1 for invalid arguments and for an unknown company.
 */
async function main(): Promise<void> {
  const { slug, change } = read();
  const { target, close } = await reachDatabase();
  const client = new pg.Client(target);
  try {
    await client.connect();
    await client.query('begin; set local role keyhold_system');
    if (slug) await apply(client, slug, change);
    for (const row of await companies(client, slug)) console.log(lineOf(row));
    await client.query('commit');
  } finally {
    await client.end();
    await close();
  }
}

function read(): { slug: string | null; change: Change } {
  const { values, positionals } = parseArgs({
    options: { plan: { type: 'string' }, active: { type: 'string' } },
    allowPositionals: true,
  });
  const [slug = null] = positionals;
  const plan = PLAN_TYPES.find((known) => known === values.plan) ?? null;
  const active = values.active === 'on' ? true : values.active === 'off' ? false : null;
  const unknown = (values.plan !== undefined && !plan) || (values.active !== undefined && active === null);
  if (unknown || positionals.length > 1 || (!slug && (plan || active !== null))) throw new Error(USAGE);
  return { slug, change: { plan, active } };
}

async function apply(client: pg.ClientBase, slug: string, { plan, active }: Change): Promise<void> {
  const { rowCount } = await client.query(
    `update companies set plan_type = coalesce($2::text, plan_type), is_active = coalesce($3::boolean, is_active),
       updated_at = case when ($2::text is null or $2 = plan_type) and ($3::boolean is null or $3 = is_active)
         then updated_at else clock_timestamp() end
     where slug = $1`,
    [slug, plan, active],
  );
  if (!rowCount) throw new Error(`There is no company with the URL identifier ${slug}.`);
}

async function companies(client: pg.ClientBase, slug: string | null): Promise<Row[]> {
  const { rows } = await client.query<Row>(
    `select c.slug, c.name, c.plan_type, c.is_active,
       (select count(*)::int from key_bunches where company_id = c.id) as keys,
       (select count(*)::int from locations where company_id = c.id) as locations,
       (select count(*)::int from users where company_id = c.id and is_active) as users
     from companies c where $1::text is null or c.slug = $1 order by c.slug`,
    [slug],
  );
  return rows;
}

function lineOf({ slug, name, plan_type, is_active, ...usage }: Row): string {
  const plan = PLANS[plan_type];
  const used = (['keys', 'locations', 'users'] as const)
    .map((noun) => `${usage[noun]} of ${plan[noun] ?? 'unlimited'} ${noun}`)
    .join(', ');
  return `${slug} "${name}": ${plan.name}, ${is_active ? 'active' : 'INACTIVE'}, ${used}`;
}

runCommand(main);
