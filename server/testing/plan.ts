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
export type Growth = { does: string; rows: number; statement: string };

/** The most rows that a statement of a read may scan or sort, planned or actual. */
export const PLANNED_MOST = 5000;
/** The most rows that any other step may read: it leaves room for counting up to 10,000. */
const READ_MOST = 12_000;

/** The plan in a message of auto_explain; null for any other message. */
export function planIn(message: string): Explained | null {
  const [, ms, json] = /^duration: ([\d.]+) ms {2}plan:\n([\s\S]*)$/.exec(message) ?? [];
  return json ? { ...(JSON.parse(json) as Omit<Explained, 'ms'>), ms: Number(ms) } : null;
}

/** The steps of a plan that grow: sequential scans and sorts above PLANNED_MOST rows, any other step above READ_MOST. */
export function growthsIn({ 'Query Text': text, Plan: plan }: Explained): Growth[] {
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
