import { readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform, totalmem } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { ROOT } from '../server/config.ts';
import { withClient } from './cluster.ts';
import type { Figures, Measured } from './measure.ts';

/** A heading and a table in the format of docs/benchmarks.md. */
export type Section = { title: string; head: string[]; rows: string[][] };

const PAGE = join(ROOT, 'docs/benchmarks.md');
/** The parts of the page that are written, each between its own markers. */
export type Part = 'figures' | 'long figures' | 'browser figures';
const markersOf = (part: Part) => ({
  begin: `<!-- ${part}: written by npm run bench -- --write -->`,
  end: `<!-- end of ${part} -->`,
});

export const digits = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);

const errorsOf = ({ errors }: Figures) =>
  Object.entries(errors)
    .map(([name, times]) => `${times} x ${name}`)
    .join(', ');
const cpuOf = ({ cpu }: Figures, which: 'server' | 'postgres') => {
  const value = cpu[which];
  return value === null ? '-' : digits(value);
};

export const OPERATION_HEAD = [
  'operation',
  'callers',
  'req/s (floor)',
  'ratio',
  'p50 ms (floor)',
  'p99 ms (floor)',
  'CPU server ms (floor)',
  'CPU PostgreSQL ms (floor)',
  'RSS MB (floor)',
  'KB',
  'errors (floor)',
];

/** A row in the table of operations. */
export function lineOf({ operation, callers, keyhold: k, floor: f, ratio }: Measured): string[] {
  const both = (of: (figures: Figures) => string) => `${of(k)} (${of(f)})`;
  return [
    operation.title,
    String(callers),
    both(({ perSecond }) => perSecond.toFixed(0)),
    ratio.toFixed(2),
    both(({ p50 }) => digits(p50)),
    both(({ p99 }) => digits(p99)),
    both((figures) => cpuOf(figures, 'server')),
    both((figures) => cpuOf(figures, 'postgres')),
    both(({ memory }) => memory.toFixed(0)),
    (k.bytes / 1024).toFixed(1),
    [errorsOf(k), errorsOf(f) && `(${errorsOf(f)})`].filter(Boolean).join(' '),
  ];
}

/** A section as Markdown, its columns aligned for reading on a terminal. */
export function markdownOf({ title, head, rows }: Section): string {
  const lines = [head, head.map(() => ''), ...rows];
  const widths = head.map((_, at) => Math.max(3, ...lines.map((line) => line[at]?.length ?? 0)));
  const text = lines.map((line, at) => {
    const cells = widths.map((width, column) =>
      at === 1 ? '-'.repeat(width) : (line[column] ?? '').padEnd(width),
    );
    return `| ${cells.join(' | ')} |`;
  });
  return [`### ${title}`, '', ...text, ''].join('\n');
}

/** The conditions of the measurement: the command, the machine, the versions, the day. */
export async function conditionsOf(admin: pg.ClientConfig, words: string[]): Promise<string> {
  const postgres = await withClient(admin, async (client) => {
    const { rows } = await client.query<{ server_version: string }>('show server_version');
    return rows[0]?.server_version;
  });
  const memory = `${(totalmem() / 2 ** 30).toFixed(0)} GB`;
  return (
    `\`npm run bench${words.length > 0 ? ` -- ${words.join(' ')}` : ''}\` on ${new Date().toISOString().slice(0, 10)}: ` +
    `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${memory}, ${platform()} ${arch()}, ` +
    `Node ${process.versions.node}, PostgreSQL ${postgres}.`
  );
}

/** Writes the figures into docs/benchmarks.md, between the markers of their part. */
export function writePage(part: Part, conditions: string, sections: Section[]): void {
  const { begin, end } = markersOf(part);
  const page = readFileSync(PAGE, 'utf8');
  const [before, rest] = [page.indexOf(begin), page.indexOf(end)];
  if (before < 0 || rest < before) throw new Error(`${PAGE} has lost its markers`);
  const figures = [begin, '', conditions, '', ...sections.map(markdownOf)].join('\n');
  writeFileSync(PAGE, `${page.slice(0, before)}${figures}\n${page.slice(rest)}`);
}
