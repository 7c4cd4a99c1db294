import { type ReactNode, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Panel, PanelHead } from '../ui/Panel.tsx';

/** A row or word of the file: before its text the row's number or an icon, behind it a remark and what can be done with it alone. */
export type Line = {
  key: string | number;
  lead?: ReactNode;
  text: ReactNode;
  note?: string;
  act?: ReactNode;
};

type Props = {
  title: string;
  hint?: string | undefined;
  lines: Line[];
  /** Shows all lines at first. */
  open?: boolean;
  /** What is decided for all of them. */
  children?: ReactNode;
};

const SHOWN = 6;

/** Rows or words of the file with one question, and the decision for all of them. */
export function Group({ title, hint, lines, open = false, children }: Props) {
  const [all, setAll] = useState(open);
  const hidden = lines.length > SHOWN;
  return (
    <Panel>
      <PanelHead title={title} count={hint} />
      <ul className="divide-y">
        {(all ? lines : lines.slice(0, SHOWN)).map(({ key, lead, text, note, act }) => (
          <li key={key} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 text-label">
            {lead !== undefined && <span className="min-w-8 text-muted tabular-nums">{lead}</span>}
            <p className="min-w-64 flex-1 wrap-anywhere">{text}</p>
            {note && <span className="text-hint text-muted">{note}</span>}
            {act}
          </li>
        ))}
      </ul>
      {(hidden || children) && (
        <div className="flex flex-wrap items-center gap-2 border-t px-4 py-2.5">
          {children}
          {hidden && (
            <Button size="sm" variant="ghost" className="ml-auto" onClick={() => setAll(!all)}>
              {all ? 'Show fewer' : `Show all ${lines.length}`}
            </Button>
          )}
        </div>
      )}
    </Panel>
  );
}
