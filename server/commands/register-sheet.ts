import { mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { dayIn, momentText } from '../../shared/clock-text.ts';
import type { Label } from '../../shared/movement-text.ts';
import type { SheetSet } from '../../shared/register-sheet.ts';
import {
  sheetContents,
  sheetFigures,
  sheetTextOf,
  WRITING_COLUMNS,
  WRITING_FOOT,
  WRITING_NOTE,
  WRITING_TITLE,
  writingLines,
} from '../../shared/register-sheet-text.ts';
import { labelOf, NO_SETTINGS } from '../../shared/setting-labels.ts';
import { reachDatabase } from '../database/open.ts';
import { escaped } from '../mail/sheet.ts';
import { runCommand } from './run-command.ts';

const USAGE = 'Usage: keyhold register-sheet url-identifier --to FOLDER [--location NAME]';

type Asked = { slug: string; to: string; location: string | null };

/**
 * `keyhold register-sheet`: writes the register of each location of a company, or of one, into a folder, as an HTML page to print; for a nightly
 * timer. A page has the day in its name and replaces that of the same day. It names no site. Exits with 1 for an unknown company or location.
 */
async function main(): Promise<void> {
  const asked = read();
  const { target, close } = await reachDatabase();
  const client = new pg.Client(target);
  try {
    await client.connect();
    await client.query('begin; set local role keyhold_system');
    const registers = await registersOf(client, asked);
    await client.query('commit');
    await mkdir(asked.to, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
      throw new Error(`The folder ${asked.to} can't be made: ${whyOf(error)}.`);
    });
    for (const register of registers) console.log(await write(asked, register));
  } finally {
    await client.end();
    await close();
  }
}

function read(): Asked {
  const { values, positionals } = parseArgs({
    options: { to: { type: 'string' }, location: { type: 'string' } },
    allowPositionals: true,
  });
  const [slug] = positionals;
  if (!slug || positionals.length > 1 || !values.to) throw new Error(USAGE);
  return { slug, to: values.to, location: values.location ?? null };
}

type Place = { id: number; name: string; company: string; companyId: number; zone: string; at: Date };

async function registersOf(client: pg.ClientBase, { slug, location }: Asked): Promise<PaperRegister[]> {
  const { rows: companies } = await client.query('select id from companies where slug = $1', [slug]);
  if (companies.length === 0) throw new Error(`There is no company with the URL identifier ${slug}.`);
  const { rows: places } = await client.query<Place>(
    `select l.id, l.name, c.name as company, c.id as "companyId", c.timezone as zone, clock_timestamp() as at
     from locations l join companies c on c.id = l.company_id
     where c.slug = $1 and ($2::text is null or lower(l.name) = lower($2 collate natural_order)) order by lower(l.name), l.id`,
    [slug, location],
  );
  if (places.length === 0)
    throw new Error(location ? `There is no location ${location} in ${slug}.` : `${slug} has no locations.`);
  const registers: PaperRegister[] = [];
  for (const { id, name, company, companyId, zone, at } of places)
    registers.push({ id, name, company, zone, at: at.getTime(), sets: await setsAt(client, companyId, id) });
  return registers;
}

async function setsAt(client: pg.ClientBase, companyId: number, locationId: number): Promise<SheetSet[]> {
  const { rows } = await client.query<SheetSet & { heldBy: string | null }>(
    `select b.id, b.identifier, b.position, b.status, b.key_count as "keyCount", b.fob_count as "fobCount",
       b.keys_present as "keysPresent", b.current_tag as tag, b.holder_name as "heldBy", h.phone,
       to_json(coalesce(b.issued_at, b.missing_since))#>>'{}' as since, to_json(b.due_at)#>>'{}' as "dueAt",
       b.last_holder_name as "lastHolder"
     from key_bunches b left join holders h on h.company_id = b.company_id and h.id = b.holder_id
     where b.company_id = $1 and b.location_id = $2 order by b.position nulls last, b.identifier, b.id`,
    [companyId, locationId],
  );
  return rows.map(({ heldBy, ...set }) => ({
    ...set,
    holder: heldBy === null ? null : { name: heldBy, id: null, userId: null },
  }));
}

/** Writes a register whole or not at all, readable for the operator's user only; what was written. */
async function write({ slug, to }: Asked, register: PaperRegister): Promise<string> {
  const { id, name, zone, at, sets } = register;
  const file = join(to, `register-${slug}-${id}-${dayIn(at, zone)}.html`);
  try {
    await writePart(`${file}.part`, registerHtml(register));
    await rename(`${file}.part`, file);
  } catch (error) {
    await rm(`${file}.part`, { force: true }).catch(() => undefined);
    throw new Error(`The register of ${name} can't be written to ${file}: ${whyOf(error)}.`);
  }
  return `${name}: ${sets.length} ${sets.length === 1 ? 'set' : 'sets'}, ${file}`;
}

async function writePart(file: string, text: string): Promise<void> {
  const part = await open(file, 'w', 0o600);
  try {
    await part.writeFile(text);
    await part.sync();
  } finally {
    await part.close();
  }
}

const WHY: Record<string, string> = {
  EEXIST: 'a file has this name',
  ENOTDIR: 'a part of the path is a file',
  EISDIR: 'a folder has this name',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the disk is read-only',
  EACCES: 'the user of this command may not write there',
  EPERM: 'the user of this command may not write there',
};

/** Why a file can't be written, in words where there are some. */
const whyOf = (error: unknown): string =>
  WHY[(error as NodeJS.ErrnoException).code ?? ''] ??
  (error instanceof Error ? error.message : String(error));

runCommand(main);

/** The register of a location at a moment (epoch ms). */
type PaperRegister = {
  id: number;
  name: string;
  company: string;
  zone: string;
  at: number;
  sets: SheetSet[];
};

const STYLE = `@page{size:A4;margin:12mm 14mm 15mm}
body{font:10.5px/15px system-ui,sans-serif;margin:2rem auto;max-width:46rem;color:#111}@media print{body{margin:0;max-width:none}}
header{display:flex;justify-content:space-between;align-items:flex-end;border-bottom:1.5px solid;padding-bottom:.75rem}
h1{font-size:21px;line-height:28px;margin:0}p{margin:0}.right{text-align:right;flex:none}header>div{min-width:0}header{gap:2rem}header,td{overflow-wrap:anywhere}.as-of{font-size:13px;font-weight:700}
table{width:100%;border-collapse:collapse;text-align:left;margin-top:1rem}th,td{border-bottom:1px solid #bbb;padding:5px 6px;vertical-align:top}
tr{break-inside:avoid}thead{display:table-header-group}caption{text-align:left;padding-bottom:.5rem}
.lines td,.lines th{border:1px solid #777}.lines td{height:30px;padding:0 6px}`;

/** A text beside a number keeps its own direction. */
const isolated = (text: string) => `<bdi>${escaped(text)}</bdi>`;

/** Configured names of statuses are not read: "at_locksmith" is written as "at locksmith". */
const label: Label = (category, value) => labelOf(NO_SETTINGS, category, value).replaceAll('_', ' ');

/** A register as a page that prints without a network: nothing of it is loaded. */
function registerHtml({ name, company, zone, at, sets }: PaperRegister): string {
  const of = (status: string) => sets.filter((set) => set.status === status).length;
  const counts = { sets: sets.length, out: of('issued'), missing: of('missing') };
  const figures = sheetFigures(counts, of('active')).map(([number, word]) => `<b>${number}</b> ${word}`);
  const lineOf = (set: SheetSet) => {
    const { sign, where, note, when, isLate } = sheetTextOf(set, { now: at, zone, label });
    const place = [`${sign} ${isolated(where)}`.trim(), note && isolated(note)].filter(Boolean).join(', ');
    return `<tr><td><b>${escaped(set.position ?? '')}</b><td><b>${escaped(set.identifier)}</b><td>${sheetContents(set)}<td>${escaped(
      set.status === 'issued' ? 'broken' : (set.tag ?? ''),
    )}<td>${place}<td>${isLate ? `<b>${escaped(when)}</b>` : escaped(when)}`;
  };
  const heads = ['Hook', 'Set', 'Contents', 'Tag', 'Where', 'Since, due back'];
  const columns = WRITING_COLUMNS.map(([title, width]) => `<th style="width:${width}%">${title}`).join('');
  const blanks = Array.from(
    { length: writingLines(sets.length) },
    (_, line) => `<tr><td>${line + 1}${'<td>'.repeat(WRITING_COLUMNS.length - 1)}`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Key register on paper, ${escaped(name)}</title><style>${STYLE}</style>
<header><div><p>${escaped(company)}</p><h1>Key register on paper</h1><p>${isolated(name)} · for when Keyhold cannot be reached</p></div>
<div class="right"><p class="as-of">As of ${momentText(at, zone)}</p><p>Written by the server, not numbered</p>
<p>Keep locked up. Shred the one before.</p></div></header>
<p style="margin-top:1rem">${figures.join(' · ')}</p>
<table><thead><tr>${heads.map((head) => `<th>${head}`).join('')}</thead><tbody>${sets.map(lineOf).join('\n')}</tbody></table>
<table class="lines" style="margin-top:2rem"><caption><b>${WRITING_TITLE}</b> ${WRITING_NOTE}</caption>
<thead><tr>${columns}</thead><tbody>${blanks.join('\n')}</tbody></table><p style="margin-top:1rem">${WRITING_FOOT}</p></html>
`;
}
