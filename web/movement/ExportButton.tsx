import { Download } from 'lucide-react';
import type { QueryOf } from '../../shared/api.ts';
import { serverNow } from '../api/server-clock.ts';
import { useExport } from '../device/use-export.ts';
import { companyDay } from '../format.ts';
import { Button } from '../ui/Button.tsx';

type Props = {
  query: NonNullable<QueryOf<'exportMovements'>>;
  /** How many match; the progress is measured against it. */
  total: number | undefined;
};

/** Downloads every match of the filters as CSV. */
export function ExportButton({ query, total }: Props) {
  const { run, progress } = useExport();
  const save = () =>
    run('exportMovements', { query }, `key-movement-history-${companyDay(new Date(serverNow()))}.csv`, total);
  return (
    <Button icon={Download} pending={progress !== null} className="tabular-nums" onClick={() => void save()}>
      {progress ?? 'Export'}
    </Button>
  );
}
