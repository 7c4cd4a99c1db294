import { Printer } from 'lucide-react';
import { type ReactNode, useLayoutEffect } from 'react';
import { joined } from '../../shared/isolated.ts';
import { PRINT_MAX } from '../../shared/limits.ts';
import { fullName } from '../../shared/user-name.ts';
import { serverNow } from '../api/server-clock.ts';
import { count, countAtLeast, fullTime } from '../format.ts';
import { useMe, useSession } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { printedAnchor } from './use-paper.ts';

interface PrintFrameProps {
  /** Title, such as "Location Report". */
  title: string;
  /** Subject, when there is one: becomes the large line, with the title as the small one. */
  about?: string | undefined;
  /** Filters or subject in words; empty ones are omitted. */
  filters?: readonly (string | null | undefined | false)[];
  /** Rows printed, and in total; `total` is undefined while unknown, and a minimum with `atLeast`. */
  rows: { printed: number; total: number | undefined; atLeast?: boolean; noun: string; plural?: string };
  /** When the rows were read. */
  asOf: Date;
  /** More lines at the right of the header. */
  notes?: readonly (string | null | undefined | false)[];
  children: ReactNode;
}

/**
 * A printed list or report on A4: company, title, filters, time, user and number of rows, with a history anchor at the end. The style sheet
 * numbers the pages. Rendered only while printing (`usePrinting`).
 */
export function PrintFrame({
  title,
  about,
  filters = [],
  rows,
  asOf,
  notes = [],
  children,
}: PrintFrameProps) {
  const me = useMe();
  const session = useSession();
  const company = session.state === 'in' ? (session.company?.name ?? '') : '';
  const printed = new Date(serverNow());
  const narrowed = joined(filters, ' · ');
  const missing = partialText(rows);
  useRunningHead([company, title, about, fullName(me)], fullTime(printed));
  return (
    <article className="text-body">
      <header className="mb-3 border-b-[1.5px] border-fg pb-3">
        <div className="flex items-end justify-between gap-8">
          <div className="min-w-0 wrap-anywhere">
            <p className="text-muted">{joined([company, about && title], ' · ')}</p>
            <h1 className="text-[21px]/7 font-semibold tracking-tight break-words">{about ?? title}</h1>
            {narrowed && <p className="break-words text-muted">{narrowed}</p>}
          </div>
          <p className="max-w-1/2 shrink-0 text-right wrap-anywhere text-muted">
            Printed {fullTime(printed)}
            <br />
            by {fullName(me)}
            {fullTime(asOf) !== fullTime(printed) && <span className="block">As of {fullTime(asOf)}</span>}
            {notes.filter(Boolean).map((note) => (
              <span key={String(note)} className="block">
                {note}
              </span>
            ))}
            {!missing && <span className="block">{count(rows.printed, rows.noun, rows.plural)}</span>}
          </p>
        </div>
        {missing && <p className="mt-2 font-semibold text-red-800">{missing}</p>}
      </header>
      {children}
      <PrintedAnchor />
    </article>
  );
}

/** The history anchor at the end of a printed list, with its key. */
export function PrintedAnchor() {
  const lines = printedAnchor();
  if (lines.length === 0) return null;
  return (
    <footer className="mt-4 break-inside-avoid border-t pt-2 text-muted">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </footer>
  );
}

/** Text that says when only a part of the rows is printed. */
function partialText({
  printed,
  total,
  atLeast = false,
  noun,
  plural,
}: PrintFrameProps['rows']): string | null {
  if (total === undefined) return 'Incomplete: printed before the list had loaded.';
  if (printed >= total && !(atLeast && printed >= PRINT_MAX)) return null;
  const some = `Incomplete: ${printed.toLocaleString('en-US')} of ${countAtLeast(Math.max(printed, total), atLeast, noun, plural)}.`;
  const advice =
    printed >= PRINT_MAX
      ? 'Narrow the filters to print the rest.'
      : 'Use the Print button on the page to print everything.';
  return `${some} ${advice}`;
}

/** Escapes a text for a CSS string. */
const quoted = (text: string) =>
  `"${text.replace(/["\\<\p{Cc}]/gu, (sign) => `\\${sign.codePointAt(0)?.toString(16)} `)}"`;

/** Characters of a running head: in two lines at most, however wide they are. */
const HEAD_MAX = 140;

/** The parts of a running head, the longest cut until they fit; `whole` is never cut. */
function fitted(texts: readonly (string | null | undefined | false)[], whole: string): string {
  const parts = texts.filter((text): text is string => Boolean(text));
  // By code point: half an emoji is no text.
  const cutAt = (most: number) =>
    parts.map((part) => {
      const signs = [...part];
      return signs.length > most ? `${signs.slice(0, most - 1).join('')}…` : part;
    });
  const room = Math.max(HEAD_MAX / 4, HEAD_MAX - whole.length);
  let most = room;
  while (most > 1 && cutAt(most).join(' · ').length > room) most -= 1;
  return joined([...cutAt(most), whole], ' · ');
}

/**
 * Sets a header line for every printed page but the first, as a page margin box: a repeated table head would also be on the first page. It ends
 * with `whole`, such as the moment of the print. Browsers without margin boxes print none.
 */
export function useRunningHead(texts: readonly (string | null | undefined | false)[], whole: string): void {
  const line = fitted(texts, whole);
  useLayoutEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(
      `@page { @top-left { content: ${quoted(line)}; color: oklch(0.535 0.025 260); font: 9px "Inter Variable", system-ui, sans-serif; overflow-wrap: anywhere } }
       @page :first { @top-left { content: none } }`,
    );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, [line]);
}

/** A column of a printed table. */
export type PrintedColumn<T> = {
  title: string;
  /** Class of its width. */
  width: string;
  /** A number: right-aligned. */
  num?: boolean;
  /** Classes of the cells. */
  body?: string;
  cell: (row: T) => ReactNode;
};

interface PrintedTableProps<T> {
  /** Heading above the columns, on every page; omitted where the frame's title is enough. */
  title?: string;
  note?: string;
  columns: readonly PrintedColumn<T>[];
  rows: readonly T[];
}

/** A printed table. Its head repeats on every page. */
export function PrintedTable<T extends { id: number | string }>({
  title,
  note,
  columns,
  rows,
}: PrintedTableProps<T>) {
  return (
    <table className="w-full table-fixed border-collapse text-left [&_td]:border-b [&_td]:px-1.5 [&_td]:py-[5px] [&_td]:align-top [&_td]:break-words [&_td:first-child]:pl-0 [&_td:last-child]:pr-0">
      <colgroup>
        {columns.map(({ title: name, width }) => (
          <col key={name} className={width} />
        ))}
      </colgroup>
      <thead>
        {title && (
          <tr>
            <th
              colSpan={columns.length}
              scope="colgroup"
              className="border-b border-fg pb-1.5 font-normal wrap-anywhere"
            >
              <bdi className="font-semibold">{title}</bdi> <bdi className="text-muted">{note}</bdi>
            </th>
          </tr>
        )}
        <tr>
          {columns.map(({ title: name, num }) => (
            <th
              key={name}
              scope="col"
              className={cx(
                'border-b border-fg px-1.5 py-1 font-normal text-muted first:pl-0 last:pr-0',
                num && 'text-right',
              )}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {columns.map(({ title: name, num, body, cell }) => (
              <td key={name} className={cx(num && 'text-right tabular-nums', body)}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Props = {
  paper: { print: () => Promise<void>; waiting: boolean; failed: boolean; progress: string | null };
  label?: string;
  className?: string;
  /** Only the icon, for narrow places. */
  small?: boolean;
};

/** Prints the whole list; shows progress while the remaining rows are loaded. */
export function PrintButton({ paper, label = 'Print', small = false, className }: Props) {
  const { print, waiting, failed, progress } = paper;
  if (small)
    return (
      <IconButton
        icon={Printer}
        label={label}
        onClick={() => void print()}
        className="phone:-my-2 phone:last:-mr-3"
      />
    );
  return (
    <Button
      icon={Printer}
      disabled={failed}
      pending={waiting || progress !== null}
      className={cx('tabular-nums', className)}
      onClick={() => void print()}
    >
      {progress === null ? label : `Reading ${progress}`}
    </Button>
  );
}
