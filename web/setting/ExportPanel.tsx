import { Download } from 'lucide-react';
import { api } from '../../shared/api.ts';
import { useMe } from '../session.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { Panel } from '../ui/Panel.tsx';
import { PanelHead } from '../ui/PanelHead.tsx';

/** Everything of the company as one file, for whoever sees all of it. The browser saves it as it comes. */
export function ExportPanel() {
  const me = useMe();
  if (me.allowedLocationIds.length > 0 && me.role !== 'super_admin') return null;
  return (
    <Panel>
      <PanelHead title="Export everything" />
      <div className="grid justify-items-start gap-3 p-4 text-label text-muted">
        <p>
          A ZIP of CSV files and photos: sets, people, locations, premises, movements, audits and settings.
          The first four can be imported elsewhere. With it come both chains of the history and a small
          program that checks them without Keyhold.
        </p>
        <a href={api.exportEverything.path} download data-button="" className={buttonClass()}>
          <Download aria-hidden className="size-[15px]" />
          Export everything
        </a>
      </div>
    </Panel>
  );
}
