import { Hand, Undo2 } from 'lucide-react';
import { IconButton } from '../ui/IconButton.tsx';
import { toast } from '../ui/overlay/toast.ts';
import { Panel } from '../ui/Panel.tsx';
import { PanelHead } from '../ui/PanelHead.tsx';

/** Two buttons with tooltips; only where there is something to hover with. */
export function TooltipDemo() {
  return (
    <Panel>
      <PanelHead title="Tooltips" />
      <div className="flex items-center justify-between gap-4 px-4 py-3">
        <p className="text-label text-pretty text-muted">
          Hover over a button for 0.7 seconds to see what it does. The next one answers straight away.
        </p>
        <div className="flex gap-1">
          <IconButton icon={Hand} label="Issued" onClick={() => toast({ title: 'Issued' })} />
          <IconButton icon={Undo2} label="Returned" onClick={() => toast({ title: 'Returned' })} />
        </div>
      </div>
    </Panel>
  );
}
