import { momentText } from '../../shared/clock-text.ts';
import type { Label } from '../../shared/movement-text.ts';
import { contentsOf } from '../../shared/opens-text.ts';
import type { SheetSet } from '../../shared/register-sheet.ts';
import {
  sheetFigures,
  sheetTextOf,
  WRITING_COLUMNS,
  WRITING_LINES,
  WRITING_NOTE,
  WRITING_TITLE,
} from '../../shared/register-sheet-text.ts';
import { labelOf, NO_SETTINGS } from '../../shared/setting-labels.ts';
import { escaped } from '../mail/sheet.ts';

/** The register of a location at a moment (epoch ms). */
export type PaperRegister = {
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
h1{font-size:21px;line-height:28px;margin:0}p{margin:0}.right{text-align:right}.as-of{font-size:13px;font-weight:700}
table{width:100%;border-collapse:collapse;text-align:left;margin-top:1rem}th,td{border-bottom:1px solid #bbb;padding:5px 6px;vertical-align:top}
tr{break-inside:avoid}thead{display:table-header-group}caption{text-align:left;padding-bottom:.5rem}
.lines td,.lines th{border:1px solid #777}.lines td{height:30px;padding:0 6px}`;

/** Configured names of statuses are not read: "at_locksmith" is written as "at locksmith". */
const label: Label = (category, value) => labelOf(NO_SETTINGS, category, value).replaceAll('_', ' ');

/** A register as a page that prints without a network: nothing of it is loaded. */
export function registerHtml({ name, company, zone, at, sets }: PaperRegister): string {
  const of = (status: string) => sets.filter((set) => set.status === status).length;
  const counts = { sets: sets.length, out: of('issued'), missing: of('missing') };
  const figures = sheetFigures(counts, of('active')).map(([number, word]) => `<b>${number}</b> ${word}`);
  const lineOf = (set: SheetSet) => {
    const { sign, where, note, when, isLate } = sheetTextOf(set, { now: at, zone, label });
    const place = [`${sign} ${where}`.trim(), note].filter(Boolean).join(', ');
    return `<tr><td><b>${escaped(set.position ?? '')}</b><td><b>${escaped(set.identifier)}</b><td>${contentsOf(set)}<td>${escaped(
      set.status === 'issued' ? 'broken' : (set.tag ?? ''),
    )}<td>${escaped(place)}<td>${isLate ? `<b>${escaped(when)}</b>` : escaped(when)}`;
  };
  const heads = ['Hook', 'Set', 'Contents', 'Tag', 'Where', 'Since, due back'];
  const columns = WRITING_COLUMNS.map(([title, width]) => `<th style="width:${width}%">${title}`).join('');
  const blanks = Array.from(
    { length: WRITING_LINES },
    (_, line) => `<tr><td>${line + 1}${'<td>'.repeat(WRITING_COLUMNS.length - 1)}`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Key register on paper, ${escaped(name)}</title><style>${STYLE}</style>
<header><div><p>${escaped(company)}</p><h1>Key register on paper</h1><p>${escaped(name)} · for when Keyhold cannot be reached</p></div>
<div class="right"><p class="as-of">As of ${momentText(at, zone)}</p><p>Written by the server, not numbered</p>
<p>Keep locked up. Shred the one before.</p></div></header>
<p style="margin-top:1rem">${figures.join(' · ')}</p>
<table><thead><tr>${heads.map((head) => `<th>${head}`).join('')}</thead><tbody>${sets.map(lineOf).join('\n')}</tbody></table>
<table class="lines" style="margin-top:2rem"><caption><b>${WRITING_TITLE}</b> ${WRITING_NOTE}</caption>
<thead><tr>${columns}</thead><tbody>${blanks.join('\n')}</tbody></table></html>
`;
}
