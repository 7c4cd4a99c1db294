import type { ReactNode } from 'react';
import { joined } from '../../shared/isolated.ts';
import { doorOf } from '../../shared/opens-text.ts';
import type { RegisterSheet, SheetSet } from '../../shared/register-sheet.ts';
import {
  type SheetText,
  sheetContents,
  sheetFigures,
  sheetTextOf,
  WRITING_COLUMNS,
  WRITING_FOOT,
  WRITING_NOTE,
  WRITING_TITLE,
  writingLines,
} from '../../shared/register-sheet-text.ts';
import { serverNow } from '../api/server-clock.ts';
import { useLabels } from '../labels.ts';
import { PaperHead } from '../print/PaperHead.tsx';
import { type PrintedColumn, PrintedTable, useRunningHead } from '../print/PrintFrame.tsx';
import { cx } from '../ui/cx.ts';
import { PHONE, useMedia } from '../ui/media.ts';
import { useZone } from '../zone.ts';

type Props = {
  sheet: RegisterSheet;
  company: string;
  isSites: boolean;
  /** The moment and what numbers the sheet: "P-0319", or why it has no number. */
  asOf: string;
  stamp: string;
  /** Lines shown on the screen; paper has all. */
  most: number;
};

/** The register of a location on paper, or the sheet of its sites, which is kept apart. */
export function Sheet({ sheet, company, isSites, asOf, stamp, most }: Props) {
  const { location, counts, sets } = sheet;
  const title = isSites ? 'Sites of the key register' : 'Key register on paper';
  useRunningHead([company, title, location.name], joined([asOf, stamp], ' · '));
  const left = counts.sets - Math.min(sets.length, most);
  return (
    <article className="text-body">
      <PaperHead
        as="h2"
        over={company}
        title={title}
        under={
          <>
            <bdi>{location.name}</bdi> · for when Keyhold cannot be reached
          </>
        }
      >
        <b className="block text-[13px]/5 font-bold text-fg">As of {asOf}</b>
        {stamp}
        <span className="block">
          {isSites ? 'Confidential. Keep apart from the register.' : 'Keep locked up. Shred the one before.'}
        </span>
      </PaperHead>
      {isSites ? <Sites sets={sets.slice(0, most)} /> : <Register sheet={sheet} most={most} />}
      {left > 0 && (
        <p className="mt-3 text-muted">
          {left.toLocaleString('en-US')} more {left === 1 ? 'set' : 'sets'}
          {sets.length < counts.sets ? ' than a sheet holds.' : ' on the printed sheet.'}
        </p>
      )}
      {!isSites && <WritingLines sets={counts.sets} />}
    </article>
  );
}

function Register({ sheet: { counts, sets }, most }: { sheet: RegisterSheet; most: number }) {
  const phone = useMedia(PHONE);
  const { label } = useLabels();
  const context = { now: serverNow(), zone: useZone(), label };
  const textOf = (set: SheetSet): SheetText => sheetTextOf(set, context);
  const columns: readonly PrintedColumn<SheetSet>[] = [
    { title: 'Hook', width: 'w-[9%]', body: 'font-semibold', cell: ({ position }) => position },
    {
      title: 'Set',
      width: 'w-[14%]',
      body: 'font-semibold',
      cell: ({ identifier }) => identifier,
    },
    { title: 'Contents', width: 'w-[14%]', cell: sheetContents },
    {
      title: 'Tag',
      width: 'w-[10%]',
      cell: ({ status, tag }) => (status === 'issued' ? 'broken' : tag),
    },
    { title: 'Where', width: 'w-[32%]', cell: (set) => <Where {...textOf(set)} /> },
    {
      title: 'Since, due back',
      width: 'w-[21%]',
      body: 'tabular-nums',
      cell: (set) => <span className={cx(textOf(set).isLate && 'font-semibold')}>{textOf(set).when}</span>,
    },
  ];
  const hooked = sets.filter(({ status }) => status === 'active').length;
  const figures = sheetFigures(counts, hooked);
  return (
    <>
      <dl className="mb-5 flex flex-wrap divide-x border *:flex-1 phone:grid phone:grid-cols-2 phone:divide-x-0 phone:[&>:last-child:nth-child(odd)]:col-span-2">
        {figures.map(([number, term]) => (
          <div key={term} className="flex items-baseline justify-center gap-1.5 py-1.5">
            <dt className="order-2 text-muted">{term}</dt>
            <dd className="text-lg font-semibold tabular-nums">{number.toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
      {phone ? (
        <SheetList sets={sets.slice(0, most)}>
          {(set) => (
            <>
              <Where {...textOf(set)} />
              {textOf(set).when && <span className="block text-muted">{textOf(set).when}</span>}
            </>
          )}
        </SheetList>
      ) : (
        <PrintedTable columns={columns} rows={sets.slice(0, most)} />
      )}
    </>
  );
}

type ListProps = { sets: readonly SheetSet[]; children: (set: SheetSet) => ReactNode };

/** The same on a phone: hook and set, and the rest under them. */
const SheetList = ({ sets, children }: ListProps) => (
  <ul className="divide-y border-t">
    {sets.map((set) => (
      <li key={set.id} className="py-2">
        <p className="flex gap-3 font-semibold">
          <span className="w-14 shrink-0">{set.position}</span>
          <span className="min-w-0 wrap-anywhere">{set.identifier}</span>
        </p>
        <p className="pl-17">{children(set)}</p>
      </li>
    ))}
  </ul>
);

const Where = ({ sign, where, note }: SheetText) => (
  <>
    {sign && (
      <span aria-hidden className="mr-1">
        {sign}
      </span>
    )}
    <bdi className={cx('wrap-anywhere', sign === '■' && 'font-semibold')}>{where}</bdi>
    {note && (
      <>
        , <bdi>{note}</bdi>
      </>
    )}
  </>
);

const SITES: readonly PrintedColumn<SheetSet>[] = [
  { title: 'Hook', width: 'w-[10%]', body: 'font-semibold', cell: ({ position }) => position },
  { title: 'Set', width: 'w-[15%]', body: 'font-semibold', cell: ({ identifier }) => identifier },
  { title: 'Opens', width: 'w-[75%]', cell: (set) => sitesOf(set) },
];

const Sites = ({ sets }: { sets: readonly SheetSet[] }) =>
  useMedia(PHONE) ? (
    <SheetList sets={sets}>{sitesOf}</SheetList>
  ) : (
    <PrintedTable columns={SITES} rows={sets} />
  );

/** Each of the premises with its address and client, then the door. */
function sitesOf({ premises = [], door: keyDescription = null }: SheetSet): ReactNode {
  const door = doorOf({ premises, keyDescription });
  const lines = premises.map(({ name, address, postcode, client }) =>
    joined([name, address === name ? null : address, postcode, client]),
  );
  return [...lines, ...(door ? [door] : [])].map((line) => (
    <span key={line} className="block wrap-anywhere">
      {line}
    </span>
  ));
}

/** Empty lines, 30 high. */
const WritingLines = ({ sets }: { sets: number }) => (
  <section className="mt-8 hidden print:block">
    <table className="w-full table-fixed border-collapse text-left [&_td]:h-[30px] [&_td]:border [&_td]:border-muted [&_td]:px-1.5 [&_th]:border [&_th]:border-muted [&_th]:px-1.5 [&_th]:py-1.5 [&_th]:font-normal">
      <caption className="pb-2 text-left">
        <b className="font-semibold">{WRITING_TITLE}</b> {WRITING_NOTE}
      </caption>
      <colgroup>
        {WRITING_COLUMNS.map(([title, width]) => (
          <col key={title} width={`${width}%`} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {WRITING_COLUMNS.map(([title]) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: writingLines(sets) }, (_, index) => index + 1).map((line) => (
          <tr key={line}>
            {WRITING_COLUMNS.map(([title], index) => (
              <td key={title}>{index === 0 ? line : null}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
    <p className="mt-4 text-muted">{WRITING_FOOT}</p>
  </section>
);
