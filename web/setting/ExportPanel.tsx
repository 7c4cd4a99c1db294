import { Download } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../shared/api.ts';
import { saveConfirmed } from '../device/download.ts';
import { useMe } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { Panel } from '../ui/Panel.tsx';
import { PanelHead } from '../ui/PanelHead.tsx';

/** Everything of the company as one file, for whoever sees all of it. */
export function ExportPanel() {
  const me = useMe();
  const [asking, setAsking] = useState(false);
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
        <Button
          icon={Download}
          pending={asking}
          onClick={() => {
            setAsking(true);
            void saveConfirmed(api.exportEverything.path).finally(() => setAsking(false));
          }}
        >
          Export everything
        </Button>
      </div>
    </Panel>
  );
}
