import { AnchorPanel } from './AnchorPanel.tsx';
import { ExportPanel } from './ExportPanel.tsx';
import { HistoryCheckPanel } from './HistoryCheckPanel.tsx';

/** The proofs that the history is as it was written, and all of the records to take away. */
export const EvidenceTab = () => (
  <div className="grid items-start gap-4 lg:grid-cols-2">
    <div className="grid gap-4">
      <HistoryCheckPanel />
      <ExportPanel />
    </div>
    <AnchorPanel />
  </div>
);
