import { beforeAll, expect, test } from 'vitest';
import { PLAN_EACH_TIME } from '../database/sql.ts';
import { asAdmin } from './database.ts';
import { figure } from './figures.ts';
import { fill, type Size } from './large.ts';
import { type ReadInputs, readInputs } from './reads.ts';
import { makeSite } from './site.ts';
import { type Input, type Person, useWorld } from './world.ts';

/** The judged parts of a plan as auto_explain writes it in JSON. */
type Node = {
  'Node Type': string;
  'Relation Name'?: string;
  'Function Name'?: string;
  'Plan Rows': number;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: Node[];
};
/** `ms`: the duration of the statement. */
type Explained = { 'Query Text': string; Plan: Node; ms: number };

/** A step whose cost grows with the data: its type, its rows and its statement. */
type Growth = { does: string; rows: number; statement: string };

/** The most rows that a statement of a read may scan or sort, planned or actual. */
const PLANNED_MOST = 5000;
/** The most rows that any other step may read: it leaves room for counting up to 10,000. */
const READ_MOST = 12_000;

/** The plan in a message of auto_explain; null for any other message. */
export function planIn(message: string): Explained | null {
  const [, ms, json] = /^duration: ([\d.]+) ms {2}plan:\n([\s\S]*)$/.exec(message) ?? [];
  return json ? { ...(JSON.parse(json) as Omit<Explained, 'ms'>), ms: Number(ms) } : null;
}

/** The steps of a plan that grow: sequential scans and sorts above PLANNED_MOST rows, any other step above READ_MOST. */
function growthsIn({ 'Query Text': text, Plan: plan }: Explained): Growth[] {
  const statement = text
    .replaceAll('"', '')
    .replace(/\s+/g, ' ')
    .replace(/select (\w+\.)?\w+( as \w+)?,.{100,}? from /g, 'select … from ');
  return nodesOf(plan)
    .filter(({ does, rows }) => rows > (/^(Seq Scan|Sort)/.test(does) ? PLANNED_MOST : READ_MOST))
    .map((found) => ({ ...found, statement }));
}

function nodesOf(node: Node): { does: string; rows: number }[] {
  const below = node.Plans ?? [];
  const type = node['Node Type'];
  const on = node['Relation Name'] ?? node['Function Name'];
  // A sort counts by its input, not by what a limit above it takes; an incremental sort stops early, as its input does.
  const rows = type === 'Sort' ? Math.max(0, ...below.map(met), ...below.map(planned)) : met(node);
  const known = type === 'Seq Scan' ? Math.max(rows, planned(node)) : rows;
  return [{ does: on ? `${type} on ${on}` : type, rows: known }, ...below.flatMap(nodesOf)];
}

/** A step that never ran does not count as planned. */
const planned = (node: Node) => (node['Actual Loops'] === 0 ? 0 : node['Plan Rows']);

const met = (node: Node) =>
  Math.round(
    ((node['Actual Rows'] ?? 0) +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0) +
      (node['Rows Removed by Join Filter'] ?? 0)) *
      (node['Actual Loops'] ?? 0),
  );

/**
 * Growth that is accepted, or up to `most` rows where it has a limit, whichever steps the planner takes below that limit; docs/scaling.md gives
 * the reason and the cost.
 */
type Exception = { what: string; does: RegExp; statement: RegExp; most?: number };
/**
 * Two rows for each of the 10,001 entries that are counted or read before a page, and those that parallel processes read ahead of a limit.
 */
const ENTRIES_MOST = 25_000;
/** The 400 locations of the largest register, looked through for each of the 51 rows of a page. */
const LOCATIONS_MOST = 25_000;
export const EXCEPTIONS: Exception[] = [
  {
    what: 'the person of an entry',
    does: /^Seq Scan on users$/,
    statement: /from users u where u\.company_id = \w+\.company_id and u\.id = /,
  },
  {
    what: 'an open audit',
    does: /^(Sort|Seq Scan on (audit_expected|key_bunches)|Index Scan on (audit_expected|key_bunches))$/,
    statement: /audit_expected/,
  },
  {
    what: 'a bulk move',
    does: /^(Sort|Seq Scan on key_bunches|Index Scan on key_bunches|Bitmap (Heap|Index) Scan.*)$/,
    statement: /key_bunches\.status not in/,
  },
  {
    what: 'a count of one action at one location',
    does: /^Index Scan on movement_history$/,
    statement: /count\(\*\).*select distinct seq from.*action_type =/,
  },
  {
    what: 'a count of what came from or went to some locations',
    does: /^(?!Seq Scan)/,
    statement: /select distinct (done_at, )?seq from (?!.* order by seq desc)/,
    most: ENTRIES_MOST,
  },
  {
    what: 'the history of some locations by receipt',
    does: /^(Sort|Index Scan on movement_history)$/,
    statement: /select distinct done_at, seq from .* order by seq desc/,
  },
  {
    what: 'a count of entries',
    does: /^(?!Seq Scan)/,
    statement:
      /select count\(\*\) as total from \(select done_at, seq from movement_history .* limit 10001\)/,
    most: ENTRIES_MOST,
  },
  {
    what: 'a text in the history of some locations',
    does: /^Bitmap Index Scan$/,
    statement: /numbers := array\(select m\.seq from movement_history m/,
  },
  {
    what: 'a word that many sets have',
    does: /^Bitmap (Index Scan|Heap Scan on key_bunch_terms)$/,
    statement:
      /b\.id = t\.key_bunch_id\) = any \(places\)\) limit most|from key_bunch_terms t where t\.company_id = company/,
  },
  {
    what: 'what is out, by person',
    does: /^Sort$/,
    statement: /group by key_bunches\.holder_id/,
  },
  {
    what: 'the locations of a page of reservations',
    does: /^(Nested Loop|Materialize)$/,
    statement: /from reservations r .* left join locations l .* limit \$\d+$/,
    most: LOCATIONS_MOST,
  },
  {
    what: 'the sets of some locations by a time',
    does: /^(Sort|Index Scan on key_bunches)$/,
    statement:
      /location_id = any \(\$\d+::int\[\]\)+ order by (case when )?key_bunches\.(last_updated|issued_at|due_at)|last_seen_at end\) < \(select clock\(\)/,
  },
];

const MODES = ['force_custom_plan', 'force_generic_plan'] as const;

/**
 * Tests that no read scans or sorts what grows with the company, in a register of that size, within a timeout in milliseconds for each way of
 * planning. Reads that may grow are listed in EXCEPTIONS, and with their cost in docs/scaling.md.
 */
export function describePlans(size: Size, most: number): void {
  const world = useWorld({ EXPORTS_PER_MINUTE: '1000000' });
  const costs = new Map<Exception, number>();

  let people: Record<string, Person>;
  let calls: ReadInputs;
  const findings: { call: string; growth: Growth }[] = [];
  let current = '';
  let mode: string;
  beforeAll(async () => {
    const site = await makeSite(world);
    const large = await fill(world.admin, site.company.id, site.admin.id, size);
    calls = readInputs({ ...large, actor: site.admin.id });
    people = {
      'who sees everything': site.admin,
      'who sees a small location': await site.company.as('admin', { allowedLocationIds: [large.rare] }),
      'who sees three locations': await site.company.as('admin', {
        allowedLocationIds: [large.keyRoom, large.usual, large.rare],
      }),
    };
    world.pool.on('connect', (client) => client.on('notice', ({ message }) => hear(message ?? '')));
  }, most);

  function hear(message: string): void {
    const plan = planIn(message);
    // Statements that are planned at each call have a generic plan only in this test.
    if (!plan || (mode === 'force_generic_plan' && plan['Query Text'].startsWith(PLAN_EACH_TIME))) return;
    for (const growth of growthsIn(plan)) {
      const exception = EXCEPTIONS.find(
        ({ does, statement, most = Infinity }) =>
          does.test(growth.does) && statement.test(growth.statement) && growth.rows <= most,
      );
      if (exception) costs.set(exception, Math.max(costs.get(exception) ?? 0, plan.ms));
      else findings.push({ call: current, growth });
    }
  }

  async function explainAs(wanted: (typeof MODES)[number]): Promise<void> {
    mode = wanted;
    await asAdmin(world.admin, async (client) => {
      const settings = {
        session_preload_libraries: 'auto_explain',
        // Functions called row by row would report a thousand plans; anything that reads thousands of rows takes longer than this.
        'auto_explain.log_min_duration': '1',
        'auto_explain.log_analyze': 'on',
        'auto_explain.log_timing': 'off',
        'auto_explain.log_nested_statements': 'on',
        'auto_explain.log_format': 'json',
        'auto_explain.log_level': 'notice',
        plan_cache_mode: wanted,
      };
      for (const [name, value] of Object.entries(settings))
        await client.query(`alter database ${client.database} set ${name} = '${value}'`);
      // What policies call for each row would be planned for each row, which takes longer than a statement may.
      for (const name of ['sees_bunch', 'sees_premises'])
        await client.query(`alter function ${name} set plan_cache_mode = auto`);
      await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
           and usename <> current_user`,
      );
    });
    // The pool first has to notice that its connections were closed.
    await expect.poll(async () => (await world.visitor.call('getMe')).status).toBe(401);
    await expect.poll(async () => (await people['who sees everything']?.call('getMe'))?.status).toBe(200);
  }

  for (const wanted of MODES)
    test(
      `nothing scans or sorts the whole, planned with ${wanted}`,
      async () => {
        findings.length = 0;
        const failed: string[] = [];
        await explainAs(wanted);
        for (const [who, person] of Object.entries(people))
          for (const [name, inputs] of Object.entries(calls) as [
            keyof ReadInputs,
            Input<'listKeyBunches'>[],
          ][])
            for (const input of inputs) {
              // The statements of the export are never prepared.
              if (wanted === 'force_generic_plan' && name === 'exportEverything') continue;
              current = `${name} ${JSON.stringify(input)} of one ${who}`;
              const { status } = await person.call(name, input as never);
              // With limited locations some calls are refused or find nothing; the demo is off.
              if (![200, 403, 404].includes(status)) failed.push(`${current}: ${status}`);
            }
        expect(size.bunches).toBeGreaterThan(PLANNED_MOST);
        for (const [{ what }, ms] of costs) figure('plans', `${what}: ${ms.toFixed(0)} ms (${wanted})`);
        const messages = findings.map(
          ({ call, growth: { does, rows, statement } }) =>
            `${does}, ${rows} rows: ${statement} (before ${call})`,
        );
        expect([...failed, ...new Set(messages)]).toEqual([]);
      },
      most,
    );
}
