import { Link, useParams, useSearch } from '@tanstack/react-router';
import { ChevronLeft, Printer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { receiptNumber } from '../../shared/receipt-text.ts';
import { useRead } from '../api/read.ts';
import { ReadFailed } from '../shell/ReadFailed.tsx';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Segmented } from '../ui/form/Segmented.tsx';
import { backLinkClass } from '../ui/link-class.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { EmailReceipt } from './EmailReceipt.tsx';
import { PageReceipt } from './PageReceipt.tsx';
import { RollReceipt } from './RollReceipt.tsx';
import { type Paper, usePageSize } from './use-page-size.ts';

const PLACE = 'keyhold.receipt-paper';

function keptPaper(): Paper {
  try {
    return localStorage.getItem(PLACE) === 'roll' ? 'roll' : 'page';
  } catch {
    return 'page';
  }
}

/** The receipt of a batch as it is printed; which paper the printer has is kept on the device. */
export function ReceiptPage() {
  const { batchId } = useParams({ from: '/receipts/$batchId' });
  const { print } = useSearch({ from: '/receipts/$batchId' });
  const [paper, setPaper] = useState(keptPaper);
  const { data: receipt, error, refetch } = useRead('getReceipt', { params: { batchId } });
  const number = receiptNumber(batchId);
  const ready = receipt !== undefined;
  const box = useRef<HTMLDivElement>(null);
  usePageSize(paper, box, ready);
  useEffect(() => {
    if (ready && print === '1') window.print();
  }, [ready, print]);

  function choose(next: Paper) {
    setPaper(next);
    try {
      localStorage.setItem(PLACE, next);
    } catch {
      // Without storage the choice holds until the page is left.
    }
  }
  if (error?.status === 404)
    return (
      <EmptyState
        level={1}
        title="Receipt not found"
        hint="Check the number. You may not have access to its key sets."
      />
    );
  if (error && !receipt) return <ReadFailed error={error} onRetry={refetch} />;
  return (
    <>
      <PageHead
        className="print:hidden"
        title={`Receipt ${number}`}
        subtitle="Black on white, for paper. It never says what the keys open."
        back={
          <Link to="/desk" className={backLinkClass}>
            <ChevronLeft aria-hidden className="size-4" />
            Desk
          </Link>
        }
        right={
          <span className="flex flex-wrap items-center gap-2 phone:my-2">
            <Segmented
              label="Paper"
              value={paper}
              onValueChange={choose}
              segments={[
                { value: 'page', label: 'A4' },
                { value: 'roll', label: '80 mm roll' },
              ]}
            />
            <EmailReceipt receipt={receipt} />
            <Button variant="primary" icon={Printer} disabled={!ready} onClick={() => window.print()}>
              Print
            </Button>
          </span>
        }
      />
      <div
        ref={box}
        aria-busy={!ready}
        className={cx(
          'bright mx-auto overflow-x-auto rounded-xl border bg-white text-black shadow-xs print:w-auto print:max-w-none print:overflow-visible print:rounded-none print:border-0 print:p-0 print:shadow-none',
          paper === 'page' ? 'max-w-[210mm] p-[12mm] phone:p-4' : 'w-[calc(80mm+2px)] max-w-full p-[4mm]',
        )}
      >
        {!receipt ? (
          <Skeleton className="h-96" />
        ) : paper === 'page' ? (
          <PageReceipt receipt={receipt} number={number} />
        ) : (
          <RollReceipt receipt={receipt} number={number} />
        )}
      </div>
    </>
  );
}
