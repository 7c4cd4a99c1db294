import { Link, useParams, useSearch } from '@tanstack/react-router';
import { ChevronLeft, Printer } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Receipt } from '../../shared/custody.ts';
import { factsText } from '../../shared/issue-facts.ts';
import {
  contentsText,
  dueMoment,
  dueOf,
  hasTerms,
  isInForce,
  momentText,
  reachText,
  receiptNumber,
  sumText,
  WORDS,
} from '../../shared/receipt-text.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { useRead } from '../api/read.ts';
import { store, stored } from '../api/storage.ts';
import { Button } from '../ui/Button.tsx';
import { backLinkClass } from '../ui/classes.ts';
import { cx } from '../ui/cx.ts';
import { FootBar } from '../ui/FootBar.tsx';
import { Segmented } from '../ui/form/Segmented.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { NotFound } from '../ui/NotFound.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { EmailReceipt } from './EmailReceipt.tsx';
import { Approvals, PageReceipt, Signature } from './PageReceipt.tsx';

const STORAGE_KEY = 'keyhold.receipt-paper';

const storedPaper = (): Paper => (stored(STORAGE_KEY) === 'roll' ? 'roll' : 'page');

/** The receipt of a batch, to print. The paper format is stored on the device. */
export function ReceiptPage() {
  const { batchId } = useParams({ from: '/receipts/$batchId' });
  const { print } = useSearch({ from: '/receipts/$batchId' });
  const [paper, setPaper] = useState(storedPaper);
  const { data: receipt, error, refetch } = useRead('getReceipt', { params: { batchId } });
  const number = receiptNumber(batchId);
  const ready = receipt !== undefined;
  const box = useRef<HTMLDivElement>(null);
  const phone = useMedia(PHONE);
  usePageSize(paper, box, ready);
  useEffect(() => {
    if (ready && print === '1') window.print();
  }, [ready, print]);

  function choose(next: Paper) {
    setPaper(next);
    store(STORAGE_KEY, next);
  }
  if (error?.status === 404)
    return (
      <NotFound
        title="Receipt not found"
        hint="Check the number. You may not have access to its key sets."
        to="/desk"
        label="Back to Desk"
      />
    );
  if (error && !receipt) return <ReadFailed error={error} onRetry={refetch} />;
  const actions = (
    <>
      <EmailReceipt receipt={receipt} />
      <Button variant="primary" icon={Printer} disabled={!ready} onClick={() => window.print()}>
        Print
      </Button>
    </>
  );
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
          <span className="flex flex-wrap items-center gap-2">
            <Segmented label="Paper" value={paper} onValueChange={choose} segments={PAPERS} />
            {!phone && actions}
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
      {phone && <FootBar>{actions}</FootBar>}
    </>
  );
}

type Paper = 'page' | 'roll';

const PAPERS = [
  { value: 'page', label: 'A4' },
  { value: 'roll', label: '80 mm roll' },
] as const;

const NO_FOOT = '@bottom-left { content: none } @bottom-right { content: none }';
const PX_PER_MM = 96 / 25.4;
/** Margins and rounding, in mm. */
const AROUND_MM = 10;

/** The @page rule: no footer; a roll gets the receipt's length, because the printer cuts after a page. */
const sheetOf = (paper: Paper, height: number): string =>
  paper === 'page'
    ? `@page { size: A4; margin: 12mm 14mm; ${NO_FOOT} }`
    : `@page { size: 80mm ${Math.max(80, Math.ceil(height / PX_PER_MM) + AROUND_MM)}mm; margin: 4mm; ${NO_FOOT} }`;

/** Sets the page size from the height of the receipt in `box`, once `ready`. */
function usePageSize(paper: Paper, box: RefObject<HTMLElement | null>, ready: boolean): void {
  useLayoutEffect(() => {
    if (!ready) return;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(sheetOf(paper, box.current?.querySelector('article')?.offsetHeight ?? 0));
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [paper, box, ready]);
}

type Props = { receipt: Receipt; number: string };

/** A receipt on an 80 mm roll, with a printable width of 72 mm. */
function RollReceipt({ receipt, number }: Props) {
  const { action, at, timezone, company, holder, officer, items, terms, notes, signature } = receipt;
  const words = WORDS[action];
  const due = dueOf(items);
  const sum = sumText(items);
  return (
    <article className="w-[72mm] text-[12px]/[17px] wrap-break-word">
      <header className="border-b-2 border-black pb-3 text-center">
        <p className="font-semibold">{company}</p>
        <h2 className="text-[19px]/7 font-semibold tracking-tight">{words.title}</h2>
        <p>
          {number} · {momentText(at, timezone, { brief: true })}
        </p>
        {receipt.location && <p>{receipt.location}</p>}
      </header>
      <dl className="border-b border-dashed border-black py-3">
        <dt className="text-[11px]">{words.to}</dt>
        <dd className="mb-2">
          <b className="block text-[16px]/6 font-semibold">{holder.name}</b>
          {reachText(holder)}
        </dd>
        {action !== 'return' && (
          <>
            <dt className="text-[11px]">Due back</dt>
            <dd>
              <b className="block text-[16px]/6 font-semibold">
                {due === null ? 'As listed' : dueMoment(due.at, receipt, { brief: true })}
              </b>
              {factsText(receipt)}
            </dd>
          </>
        )}
      </dl>
      <ul className="border-b border-black py-2">
        {items.map((item) => (
          <li key={item.identifier} className="break-inside-avoid py-1">
            <p className="flex justify-between gap-3 font-semibold">
              <span className={cx('wrap-anywhere', item.undone && 'line-through')}>{item.identifier}</span>
              <span className="shrink-0">{contentsText(item)}</span>
            </p>
            <p>
              {item.tag &&
                (action === 'return'
                  ? `New tag ${item.tag}`
                  : `Tag ${item.tag}, broken${action === 'issue' ? ' at issue' : ''}`)}
              {item.undone && ' · undone'}
            </p>
            {due === null && item.dueAt && <p>Due {dueMoment(item.dueAt, receipt, { brief: true })}</p>}
          </li>
        ))}
      </ul>
      <p className="flex justify-between gap-3 py-2 font-semibold">
        <span>{sum.sets}</span>
        <span>{sum.contents}</span>
      </p>
      <Approvals items={items} className="pb-2" />
      {notes && <p className="pb-2 whitespace-pre-line">{notes}</p>}
      {terms && hasTerms(receipt) && <p className="pb-2 text-[11px]/[14px] whitespace-pre-line">{terms}</p>}
      {isInForce(receipt) && (
        <>
          <div className="flex h-16 items-end border-b border-black pb-1">
            {signature && <Signature signature={signature} />}
          </div>
          <p className="text-[11px]">
            {signature?.signer ?? holder.name}, {words.signed.toLowerCase()}
          </p>
          <div className="h-14 border-b border-black" />
          <p className="text-[11px]">
            {officer}, {words.officer.toLowerCase()}
          </p>
        </>
      )}
    </article>
  );
}
