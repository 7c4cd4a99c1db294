import type { ReactNode } from 'react';
import type { Receipt } from '../../shared/custody.ts';
import { factTerms } from '../../shared/issue-facts.ts';
import {
  approvalLines,
  contentsText,
  dueMoment,
  dueOf,
  HALF_PAGE_SETS,
  hasTerms,
  isInForce,
  momentText,
  reachText,
  sumText,
  WORDS,
} from '../../shared/receipt-text.ts';
import { clockIn } from '../custody/due-lines.ts';
import { cx } from '../ui/cx.ts';

type Props = { receipt: Receipt; number: string };

/** A receipt on A4: half a page up to six sets, otherwise the whole. Black on white; never shows what the keys open. */
export function PageReceipt({ receipt, number }: Props) {
  const { action, at, timezone, company, holder, officer, items, terms, notes } = receipt;
  const words = WORDS[action];
  const facts = factTerms(receipt);
  const due = dueOf(items);
  const half = items.length <= HALF_PAGE_SETS;
  return (
    <article className={cx('flex flex-col text-[11.5px]/4 wrap-break-word', half && 'min-h-[124mm]')}>
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2 border-b border-black pb-3 print:flex-nowrap">
        <div className="min-w-0 wrap-anywhere">
          <p>{company}</p>
          <h2 className="text-[21px]/7 font-semibold tracking-tight">{words.title}</h2>
        </div>
        <p className="ml-auto min-w-0 text-right wrap-anywhere phone:ml-0 phone:text-left print:max-w-1/2 print:shrink-0">
          No. <b className="font-semibold">{number}</b>
          <br />
          {momentText(at, timezone)}
          {receipt.location && (
            <>
              <br />
              {receipt.location}
            </>
          )}
        </p>
      </header>
      <dl className="grid grid-cols-3 gap-6 py-4 phone:grid-cols-2">
        <Fact term={words.to} value={holder.name} note={reachText(holder)} />
        <Fact
          term={action === 'return' ? 'Returned at' : 'Due back'}
          value={
            action === 'return'
              ? momentText(at, timezone, { year: false })
              : due === null
                ? 'As listed'
                : dueMoment(due.at, receipt)
          }
        />
        {facts.length === 0 && <Fact term={words.by} value={officer} />}
        {facts.map(({ name, label, text }, at) => (
          <Fact key={name} term={label} value={text} note={at === 0 && `${words.by} ${officer}`} />
        ))}
      </dl>
      <Items receipt={receipt} listDue={due === null && action !== 'return'} />
      <Approvals items={items} className="mt-3" />
      {notes && <p className="mt-3 whitespace-pre-line">{notes}</p>}
      {terms && hasTerms(receipt) && <p className="mt-3 whitespace-pre-line text-neutral-700">{terms}</p>}
      <div className={cx('mt-auto grid grid-cols-2 gap-12 pt-10', !isInForce(receipt) && 'hidden')}>
        <Line
          name={receipt.signature?.signer ?? holder.name}
          note={
            receipt.signature
              ? `${words.signed}, signed on screen ${clockIn(Date.parse(at), timezone)}`
              : words.signed
          }
        >
          {receipt.signature && <Signature signature={receipt.signature} />}
        </Line>
        <Line name={officer} note={words.officer} />
      </div>
      <p className="mt-5 text-right text-[10px] text-neutral-600">No. {number}</p>
    </article>
  );
}

type ApprovalsProps = Pick<Receipt, 'items'> & { className: string };

/** Who approved sets of it, a line for each. */
export const Approvals = ({ items, className }: ApprovalsProps) =>
  approvalLines(items).map((line) => (
    <p key={line} className={cx('wrap-anywhere', className)}>
      {line}
    </p>
  ));

const Fact = ({ term, value, note }: { term: string; value: string; note?: string | null | false }) => (
  <div>
    <dt className="text-neutral-600">{term}</dt>
    <dd>
      <b className="text-[13px]/5 font-semibold">{value}</b>
      {note && <span className="block">{note}</span>}
    </dd>
  </div>
);

/** A column to write in, not shown on a phone. */
const WRITTEN = 'phone:hidden';

function Items({ receipt, listDue }: { receipt: Receipt; listDue: boolean }) {
  const { items, action } = receipt;
  const sum = sumText(items);
  const out = action !== 'return';
  return (
    <table className="w-full border-collapse text-left [&_td]:border-b [&_td]:border-neutral-300 [&_td]:py-2 [&_td]:pr-3 [&_th]:border-y [&_th]:border-black [&_th]:py-1.5 [&_th]:pr-3 [&_th]:font-medium">
      <thead>
        <tr>
          <th scope="col">Set ID</th>
          <th scope="col">Keys and fobs</th>
          <th scope="col">{WORDS[action].tag}</th>
          {listDue && <th scope="col">Due back</th>}
          {out && (
            <>
              <th scope="col" className={WRITTEN}>
                Back on (date, time)
              </th>
              <th scope="col" className={WRITTEN}>
                Keys counted
              </th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.identifier} className={cx('break-inside-avoid', item.undone && 'text-neutral-600')}>
            <td className="text-[13px] font-semibold wrap-anywhere">
              <span className={cx(item.undone && 'line-through')}>{item.identifier}</span>
              {item.undone && <span className="ml-2 text-[11px] font-normal">undone</span>}
            </td>
            <td>{contentsText(item)}</td>
            <td className="tabular-nums">{item.tag}</td>
            {listDue && <td>{dueMoment(item.dueAt, receipt, { brief: true })}</td>}
            {out && (
              <>
                <td className={cx(WRITTEN, 'w-1/5')} />
                <td className={cx(WRITTEN, 'w-1/6')} />
              </>
            )}
          </tr>
        ))}
        <tr className="font-semibold [&>td]:border-b-0!">
          <td>{sum.sets}</td>
          <td>{sum.contents}</td>
        </tr>
      </tbody>
    </table>
  );
}

const Line = ({ name, note, children }: { name: string; note: string; children?: ReactNode }) => (
  <div>
    <div className="flex h-16 items-end border-b border-black pb-1 pl-2">{children}</div>
    <p className="flex justify-between gap-4 pt-1">
      <b className="font-semibold wrap-anywhere">{name}</b>
      <span className="text-neutral-600">{note}</span>
    </p>
  </div>
);

/** A drawn signature; its path is in units of 600 by 200. */
export const Signature = ({ signature }: { signature: NonNullable<Receipt['signature']> }) => (
  <svg
    role="img"
    aria-label={`Signature of ${signature.signer}`}
    viewBox="0 0 600 200"
    className="h-14 w-42"
    fill="none"
    stroke="currentColor"
    strokeWidth="5"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d={signature.path} />
  </svg>
);
