import type { Receipt } from '../../shared/custody.ts';
import {
  contentsText,
  dueOf,
  hasTerms,
  isInForce,
  momentText,
  reachText,
  sumText,
  WORDS,
} from '../../shared/receipt-text.ts';
import { cx } from '../ui/cx.ts';
import { Signature } from './Signature.tsx';

type Props = { receipt: Receipt; number: string };

/** A receipt on a roll of 80 mm, of which 72 mm are printed. */
export function RollReceipt({ receipt, number }: Props) {
  const { action, at, timezone, company, holder, officer, items, terms, purpose, notes, signature } = receipt;
  const words = WORDS[action];
  const due = dueOf(items);
  const sum = sumText(items);
  return (
    <article className="w-[72mm] text-[12px]/[17px]">
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
                {due === null
                  ? 'As listed'
                  : due.at
                    ? momentText(due.at, timezone, { year: false, brief: true })
                    : 'No time'}
              </b>
              {purpose}
            </dd>
          </>
        )}
      </dl>
      <ul className="border-b border-black py-2">
        {items.map((item) => (
          <li key={item.identifier} className="break-inside-avoid py-1">
            <p className="flex justify-between gap-3 font-semibold">
              <span className={cx(item.undone && 'line-through')}>{item.identifier}</span>
              <span>{contentsText(item)}</span>
            </p>
            <p>
              {item.tag && (action === 'return' ? `New tag ${item.tag}` : `Tag ${item.tag}, broken at issue`)}
              {item.undone && ' · undone'}
            </p>
            {due === null && item.dueAt && (
              <p>Due {momentText(item.dueAt, timezone, { year: false, brief: true })}</p>
            )}
          </li>
        ))}
      </ul>
      <p className="flex justify-between gap-3 py-2 font-semibold">
        <span>{sum.sets}</span>
        <span>{sum.contents}</span>
      </p>
      {notes && <p className="pb-2">{notes}</p>}
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
      <p className="pt-4 text-center text-[11px]">Made with Keyhold</p>
    </article>
  );
}
