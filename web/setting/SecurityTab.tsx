import { useRead } from '../api/read.ts';
import { ReadFailed } from '../shell/ReadFailed.tsx';
import { AnchorPanel } from './AnchorPanel.tsx';
import { BackupPanel } from './BackupPanel.tsx';
import { HistoryCheckPanel } from './HistoryCheckPanel.tsx';
import { SecondFactorPanel } from './SecondFactorPanel.tsx';

/** Who must have a second factor, whether the register would come back after a disaster, and the proofs of its history. */
export function SecurityTab() {
  const { data: company, error, refetch } = useRead('getCompany');
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="grid gap-4">
        {company ? (
          <SecondFactorPanel company={company} />
        ) : (
          error && <ReadFailed error={error} onRetry={refetch} />
        )}
        <BackupPanel />
      </div>
      <div className="grid gap-4">
        <HistoryCheckPanel />
        <AnchorPanel />
      </div>
    </div>
  );
}
