import { Download } from 'lucide-react';
import type { ImportKind } from '../../../shared/import-words.ts';
import { Button } from '../../ui/Button.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import type { Known } from '../use-known.ts';

/** A file to begin with, and what is good to know. */
export function TemplatePanel({ kind, known }: { kind: ImportKind; known: Known }) {
  return (
    <div className="grid gap-4">
      <Panel>
        <PanelHead title="Start from a template" />
        <div className="grid justify-items-start gap-3 p-4 text-label text-muted">
          <p>Its headings are Keyhold's, with an example row and your own types and locations.</p>
          <Button
            icon={Download}
            onClick={() => void import('./template.ts').then(({ saveTemplate }) => saveTemplate(kind, known))}
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
          <li>Dates are read as day, month, year.</li>
        </ul>
      </Panel>
    </div>
  );
}
