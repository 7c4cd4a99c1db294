/** A plan as auto_explain writes it in JSON, as far as it is judged. */
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
/** `ms`: how long the statement took. */
type Explained = { 'Query Text': string; Plan: Node; ms: number };

/** Something that grows with the data: what the plan does, with how many rows, for which statement. */
export type Growth = { does: string; rows: number; statement: string };

/** No statement of a read scans or sorts more rows, planned or met. */
export const PLANNED_MOST = 5000;
/** Nor does any other step read more: what is counted up to 10,000 is still within. */
export const READ_MOST = 12_000;

/** The plan in what auto_explain says, null when it says something else. */
export function planIn(message: string): Explained | null {
  const [, ms, json] = /^duration: ([\d.]+) ms {2}plan:\n([\s\S]*)$/.exec(message) ?? [];
  return json ? { ...(JSON.parse(json) as Omit<Explained, 'ms'>), ms: Number(ms) } : null;
}

/** What in a plan is not flat: a table read row by row or a sort above PLANNED_MOST rows, any other step above READ_MOST. */
export function growthsIn({ 'Query Text': text, Plan: plan }: Explained): Growth[] {
  const statement = text.replace(/\s+/g, ' ').replace(/select "[^\n]{100,}? from /g, 'select … from ');
  return nodesOf(plan)
    .filter(({ does, rows }) => rows > (/^(Seq Scan|Sort)/.test(does) ? PLANNED_MOST : READ_MOST))
    .map((found) => ({ ...found, statement }));
}

function nodesOf(node: Node): { does: string; rows: number }[] {
  const below = node.Plans ?? [];
  const type = node['Node Type'];
  const on = node['Relation Name'] ?? node['Function Name'];
  // What a sort takes in, not what a limit above lets it give; one that is partly sorted stops early, as its input does.
  const rows = type === 'Sort' ? Math.max(0, ...below.map(met), ...below.map(planned)) : met(node);
  const known = type === 'Seq Scan' ? Math.max(rows, planned(node)) : rows;
  return [{ does: on ? `${type} on ${on}` : type, rows: known }, ...below.flatMap(nodesOf)];
}

/** A step below that never ran was planned for nothing. */
const planned = (node: Node) => (node['Actual Loops'] === 0 ? 0 : node['Plan Rows']);

const met = (node: Node) =>
  Math.round(
    ((node['Actual Rows'] ?? 0) +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0) +
      (node['Rows Removed by Join Filter'] ?? 0)) *
      (node['Actual Loops'] ?? 0),
  );
