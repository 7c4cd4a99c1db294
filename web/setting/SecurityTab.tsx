import { useRead } from '../api/read.ts';
import { ReadFailed } from '../shell/ReadFailed.tsx';
import { SecondFactorPanel } from './SecondFactorPanel.tsx';

/** Who must have a second factor. */
export function SecurityTab() {
  const { data: company, error, refetch } = useRead('getCompany');
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      {company ? (
        <SecondFactorPanel company={company} />
      ) : (
        error && <ReadFailed error={error} onRetry={refetch} />
      )}
    </div>
  );
}
