import { Download } from 'lucide-react';
import type { Input } from '../api/call.ts';
import { serverNow } from '../api/server-clock.ts';
import { companyDay } from '../format.ts';
import { Button } from '../ui/Button.tsx';
import { useExport } from './download.ts';

type ListExport = 'exportActivity' | 'exportMovements' | 'exportOut';
type Props<N extends ListExport> = {
  name: N;
  input: Input<N>;
  /** Start of the file's name; the company's day follows. */
  file: string;
  /** Number of matches, for the progress in percent. */
  total: number | undefined;
  label?: string;
};

/** Downloads all matches of a list as CSV. */
export function ExportButton<N extends ListExport>({ name, input, file, total, label = 'Export' }: Props<N>) {
  const { run, progress } = useExport();
  const save = () => run(name, input, `${file}-${companyDay(new Date(serverNow()))}.csv`, total);
  return (
    <Button icon={Download} pending={progress !== null} className="tabular-nums" onClick={() => void save()}>
      {progress ?? label}
    </Button>
  );
}
