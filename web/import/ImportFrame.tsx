import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { PageHead } from '../ui/PageHead.tsx';
import { Stepper } from '../ui/Stepper.tsx';
import { STEPS } from './import-state.ts';
import { KINDS, rowsText } from './kinds.ts';
import type { ImportWork } from './use-import.ts';

const LABELS = { file: 'File', columns: 'Columns', review: 'Review', done: 'Done' };

/** The head of every step. */
export function ImportFrame({ work, children }: { work: ImportWork; children: ReactNode }) {
  const { kind, state } = work;
  const { title, back } = KINDS[kind];
  return (
    <>
      <PageHead
        title={title}
        subtitle={subtitleOf(work)}
        back={
          <Link
            to={back.to}
            className="inline-flex items-center gap-1 rounded-md text-label text-muted hover:text-fg"
          >
            <ChevronLeft aria-hidden className="size-4" />
            {back.label}
          </Link>
        }
        right={
          <Stepper
            steps={STEPS.map((step) => LABELS[step])}
            current={state.step === 'done' ? STEPS.length : STEPS.indexOf(state.step)}
          />
        }
      />
      {children}
    </>
  );
}

function subtitleOf({ state }: ImportWork): string {
  const { file, step, columns, rows } = state;
  if (!file) return 'From a spreadsheet, a file of another system, or rows that you copied.';
  const sheet = file.sheets[state.sheet]?.name;
  const what = [file.name, sheet && `sheet “${sheet}”`].filter(Boolean).join(', ');
  if (step === 'columns') {
    const head = columns ? `row ${columns.head + 1} is the heading` : '';
    return [what, rowsText(columns?.data.filter((row) => row.some(Boolean)).length ?? 0), head]
      .filter(Boolean)
      .join(', ');
  }
  return `${what}, ${rowsText(rows.length)}.${step === 'review' ? ' Nothing is saved yet.' : ''}`;
}
