import { Download } from 'lucide-react';
import { useState } from 'react';
import type { QueryOf } from '../../shared/api.ts';
import { READ_FAILED } from '../../shared/messages.ts';
import { ApiError, again, urlOf } from '../api.ts';
import { fetchCsv, saveFile } from '../device/download.ts';
import { localDate } from '../format.ts';
import { Button } from '../ui/Button.tsx';
import { toast } from '../ui/toast.ts';

type Props = {
  query: NonNullable<QueryOf<'exportMovements'>>;
  /** How many match; the progress is measured against it. */
  total: number | undefined;
};

/** Downloads every match of the filters as CSV, in the browser's time zone (SPEC 2.11, DECISIONS S-48). */
export function ExportButton({ query, total }: Props) {
  const [percent, setPercent] = useState<number | null>(null);

  async function run() {
    setPercent(0);
    try {
      const tz = Intl.DateTimeFormat().resolvedOptions().timeZone;
      const url = urlOf('exportMovements', { query: { ...query, tz } });
      const file = await again('exportMovements', () =>
        fetchCsv(url, (rows) => total && setPercent(Math.min(99, Math.floor((100 * rows) / total)))),
      );
      saveFile(file, `key-movement-history-${localDate(new Date())}.csv`);
    } catch (error) {
      const message = error instanceof ApiError ? error.body.message : undefined;
      toast({ title: 'Error', description: message || READ_FAILED, variant: 'destructive' });
    } finally {
      setPercent(null);
    }
  }

  return (
    <span className="print:hidden">
      <Button icon={Download} pending={percent !== null} className="tabular-nums" onClick={() => void run()}>
        {percent === null ? 'Export' : percent === 0 ? 'Exporting...' : `Exporting ${percent}%`}
      </Button>
    </span>
  );
}
