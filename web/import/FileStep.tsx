import { Download, FileSpreadsheet } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, useState } from 'react';
import type { ImportKind } from '../../shared/import-words.ts';
import { useRead } from '../api/read.ts';
import { relativeTime } from '../format.ts';
import { BringPanel } from '../former-register/BringRegister.tsx';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { FileChoice } from '../ui/form/FileChoice.tsx';
import { Textarea } from '../ui/form/Input.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { ProgressBar } from '../ui/Progress.tsx';
import type { Known } from './choices.ts';
import { PlanRoom } from './PlanRoom.tsx';
import type { ImportWork } from './use-import.ts';

const ACCEPTED = '.csv,.tsv,.txt,.xlsx,.xlsm,.xls,.zip,text/csv';

/** First step: a file, or pasted rows. */
export function FileStep({ work }: { work: ImportWork }) {
  const { busy, refused } = work.state;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_328px] items-start gap-4">
      <div className="grid gap-4">
        {refused && <Notice title="This file was not read. Nothing was changed.">{refused}</Notice>}
        <Left work={work} />
        {busy ? <Reading work={work} /> : <Drop work={work} />}
        {!busy && <Paste work={work} />}
      </div>
      <div className="grid gap-4">
        <BringPanel />
        <TemplatePanel kind={work.kind} known={work.known} />
      </div>
    </div>
  );
}

const SENT = new Set(['running', 'finished', 'undone']);
/** A draft is written up to this long after the import was sent. */
const MARGIN_MS = 5000;

/** An import that was left before it was done, and not sent. */
function Left({ work }: { work: ImportWork }) {
  const { left } = work;
  const { file, step } = left?.state ?? {};
  const query = { sha256: file?.sha256 ?? '', limit: '10' };
  const { data: runs } = useRead('listImports', { query }, { enabled: file != null });
  // The import was sent, and continued or ended while this page was closed.
  const isSent = runs?.some(
    ({ kind, state, begunAt }) =>
      kind === work.kind && SENT.has(state) && Date.parse(begunAt) > (left?.at ?? 0) - MARGIN_MS,
  );
  if (!left || !file || !runs || isSent) return null;
  return (
    <Panel className="flex flex-wrap items-center gap-3 px-4 py-3">
      <p className="min-w-0 flex-1 text-label">
        <span className="font-medium">{file.name}</span> was left at the{' '}
        {step === 'review' ? 'review' : 'columns'}, {relativeTime(new Date(left.at))}.{' '}
        <span className="text-muted">This browser keeps it for three days.</span>
      </p>
      <Button variant="ghost" onClick={work.throwAway}>
        Throw it away
      </Button>
      <Button onClick={work.goOn}>Go on with it</Button>
    </Panel>
  );
}

function Drop({ work }: { work: ImportWork }) {
  const [over, setOver] = useState(false);
  const take = (file: File | undefined) => void (file && work.read(file, file.name));
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files[0]);
  };
  return (
    <Panel
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={cx(
        'grid justify-items-center gap-2 border-dashed! px-6 py-14 text-center',
        over && 'bg-primary/5',
      )}
    >
      <FileSpreadsheet aria-hidden className="size-8 text-muted" />
      <h2 className="text-lead font-semibold">Drop a spreadsheet here</h2>
      <p className="text-label text-muted">
        Excel (.xlsx) or CSV, up to 5,000 rows. Your headings may be your own: you see what they become.
      </p>
      <PlanRoom work={work} />
      <FileChoice label="Spreadsheet" accept={ACCEPTED} onFile={take} />
    </Panel>
  );
}

function Paste({ work }: { work: ImportWork }) {
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    if (!text.trim()) return;
    event.preventDefault();
    void work.read(new Blob([text]), 'Pasted rows');
  };
  return (
    <Panel>
      <PanelHead title="Or paste rows" count="With their heading, as copied from a spreadsheet" />
      <div className="p-4">
        <Textarea
          aria-label="Rows"
          rows={3}
          value=""
          onChange={() => undefined}
          onPaste={paste}
          placeholder="Press Ctrl+V here"
        />
      </div>
    </Panel>
  );
}

function Reading({ work }: { work: ImportWork }) {
  const { busy } = work.state;
  const done = busy?.what === 'reading' ? busy.done : 100;
  return (
    <Panel className="grid justify-items-center gap-4 px-6 py-16">
      <p className="text-sm font-medium">Reading the file...</p>
      <ProgressBar value={done} max={100} label="Reading" valueText={`${done}%`} className="max-w-80" />
      <Button size="sm" variant="ghost" onClick={work.cancel}>
        Cancel
      </Button>
    </Panel>
  );
}

function TemplatePanel({ kind, known }: { kind: ImportKind; known: Known }) {
  return (
    <div className="grid gap-4">
      <Panel>
        <PanelHead title="Start from a template" />
        <div className="grid justify-items-start gap-3 p-4 text-label text-muted">
          <p>Its headings are Keyhold's, with an example row and your own types and locations.</p>
          <Button
            icon={Download}
            onClick={() =>
              void import('./saved-files.ts').then(({ saveTemplate }) => saveTemplate(kind, known))
            }
          >
            Download template
          </Button>
        </div>
      </Panel>
      <Panel>
        <PanelHead title="Good to know" />
        <ul className="grid gap-2 p-4 text-label text-muted">
          <li>Nothing is saved until you have seen what each row would do.</li>
          <li>
            A row whose set is there already changes only the cells that say something else. Empty cells
            change nothing.
          </li>
          <li>The same file can be imported again: what has not changed stays as it is.</li>
          <li>
            Dates are read in the order of day and month that your file proves. If it proves none, you are
            asked.
          </li>
        </ul>
      </Panel>
    </div>
  );
}
