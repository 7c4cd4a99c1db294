import { Download } from 'lucide-react';
import type { ComponentProps } from 'react';
import type { LocationReport } from '../../shared/location-report.ts';
import { reportFileName } from '../../shared/location-words.ts';
import { serverNow } from '../api/server-clock.ts';
import { useExport } from '../device/use-export.ts';
import { companyDay } from '../format.ts';
import { PrintButton } from '../print/PrintButton.tsx';
import { Button } from '../ui/Button.tsx';

/** Prints the report, or downloads its inventory as CSV. */
export function ReportActions({
  report,
  paper,
}: {
  report: LocationReport | undefined;
  paper: ComponentProps<typeof PrintButton>['paper'];
}) {
  const { run, progress } = useExport();
  const save = async ({ location, summary }: LocationReport) =>
    run(
      'exportLocationReport',
      { params: { id: location.id } },
      reportFileName(location.name, companyDay(new Date(serverNow()))),
      summary.total,
    );
  return (
    <>
      <PrintButton paper={paper} className="phone:flex-1" />
      <Button
        icon={Download}
        disabled={!report}
        pending={progress !== null}
        className="tabular-nums phone:flex-1"
        onClick={() => report && void save(report)}
      >
        {progress ?? 'Export CSV'}
      </Button>
    </>
  );
}
