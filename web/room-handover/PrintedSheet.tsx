import { Fragment, type ReactNode, useLayoutEffect } from 'react';
import { grouped } from '../../shared/anchor-words.ts';
import { dayIn, momentText, zoneWord } from '../../shared/clock-text.ts';
import { joined } from '../../shared/isolated.ts';
import { contentsOf } from '../../shared/opens-text.ts';
import { momentShort } from '../../shared/reservation-text.ts';
import type { OneRoomHandover, RoomDifference, RoomOut, RoomPerson } from '../../shared/room-handover.ts';
import {
  answerText,
  carriedText,
  changedText,
  checkText,
  differenceText,
  type MomentText,
  notHandedOver,
  signedWith,
  sinceSigned,
} from '../../shared/room-handover-text.ts';
import { ROOM_SHEET_ROWS, sheetNumber } from '../../shared/room-handover-words.ts';
import { fullName } from '../../shared/user-name.ts';
import { serverNow } from '../api/server-clock.ts';
import { capital, clockIn } from '../custody/due-lines.ts';
import { fullTime } from '../format.ts';
import { PaperHead } from '../print/PaperHead.tsx';
import { PrintedAnchor, type PrintedColumn, PrintedTable, useRunningHead } from '../print/PrintFrame.tsx';
import { useMe } from '../session.tsx';
import { useZone } from '../zone.ts';
import { alsoText, figureCells, inOrder, knownText } from './handover-text.ts';

type Props = { handover: OneRoomHandover };

const TITLE = 'Key room handover';

/** Rows of the first page, beside what is to be settled. */
const FIRST_MIN = 4;
/** The same for a sheet whose first page has a long list to settle. */
const rowsOf = (out: readonly RoomOut[], settle: number): RoomOut[][] => {
  const first = Math.max(FIRST_MIN, ROOM_SHEET_ROWS - settle);
  const pages = [out.slice(0, first)];
  for (let at = first; at < out.length; at += ROOM_SHEET_ROWS)
    pages.push(out.slice(at, at + ROOM_SHEET_ROWS));
  return pages;
};

/** The sheet of a handover on paper: figures, what is taken over, what is out, notes and both signatures. It names no site. */
export function PrintedSheet({ handover }: Props) {
  const { out, settle, figures, shiftStart, closedAt, check, state } = handover;
  // A closed one reads as it did when it was signed.
  const at = closedAt ? Date.parse(closedAt) : serverNow();
  const pages = rowsOf(out, settle.length);
  const moment = useMoment(handover);
  useSheetFoot();
  useRunningHead([handover.company, TITLE, handover.location.name], nameOf(handover));
  if (!figures) return null;
  const also = alsoText(figures);
  return (
    <article className="text-body wrap-anywhere">
      <Head handover={handover} at={at} />
      <dl className="mb-3 grid grid-cols-6 divide-x border">
        {figureCells(figures, `out ${moment(Date.parse(shiftStart))}`, `out ${moment(at)}`).map(
          ({ term, text }, cell) => (
            <div key={term} className="flex flex-col py-1.5 text-center">
              <dt className="order-2">{term}</dt>
              <dd className="text-lg font-semibold tabular-nums">{cell === 3 ? `= ${text}` : text}</dd>
            </div>
          ),
        )}
      </dl>
      {also && <p className="mb-3">In the sum too: {also}.</p>}
      <p className="mb-4">
        <b className="font-semibold">Count.</b> {check ? checkText(check, moment) : 'Not yet.'}
      </p>
      <Settle handover={handover} at={at} />
      <Carried handover={handover} at={at} />
      {pages.map((rows, page) => (
        <Fragment key={rows[0]?.keyBunchId ?? 'none'}>
          {page === 1 && <Closing handover={handover} />}
          <div className={page > 0 ? 'break-before-page' : undefined}>
            <Out handover={handover} rows={rows} of={figures.out} at={at} page={page} />
          </div>
          {page === 0 && out.length > rows.length && (
            <p className="mt-1.5">and {figures.out - rows.length} more on the next page</p>
          )}
        </Fragment>
      ))}
      {figures.out > out.length && <p className="mt-1.5">and {figures.out - out.length} more, not listed</p>}
      {pages.length === 1 && <Closing handover={handover} />}
      {state === 'open' && (
        <p className="mt-4 font-semibold">Not closed yet: printed before both have signed.</p>
      )}
      <PrintedAnchor />
    </article>
  );
}

const nameOf = ({ number, id }: OneRoomHandover) =>
  number === null ? `Handover ${id}` : `Sheet ${sheetNumber(number)}`;

function Head({ handover, at }: Props & { at: number }) {
  const me = useMe();
  const zone = useZone();
  const { company, location, shiftStart, entry, closedAt } = handover;
  return (
    <PaperHead
      over={company}
      title={TITLE}
      under={
        <>
          <bdi>{location.name}</bdi> · {momentText(Date.parse(shiftStart), zone)} to{' '}
          {closedAt ? endText(at, Date.parse(shiftStart), zone) : 'now'}
        </>
      }
    >
      {nameOf(handover)}
      <br />
      Printed {fullTime(new Date(serverNow()))}
      <br />
      by {fullName(me)}
      {entry !== null && <span className="block">Entry {entry.toLocaleString('en-US')} of the history</span>}
    </PaperHead>
  );
}

/** Words for a moment with its day, and its year if that is not the shift's: the sheet is read on any day. */
function useMoment({ shiftStart }: Pick<OneRoomHandover, 'shiftStart'>): MomentText {
  const zone = useZone();
  return (at) => momentShort(at, zone, Date.parse(shiftStart));
}

/** The end of a shift after its beginning: the clock on the same day, else with the day. */
const endText = (end: number, start: number, zone: string): string =>
  dayIn(end, zone) === dayIn(start, zone)
    ? `${clockIn(end, zone)} ${zoneWord(end, zone)}`
    : momentText(end, zone, { year: false });

type Row<T> = T & { id: number };
const withId = <T extends { keyBunchId: number }>(row: T): Row<T> => ({ ...row, id: row.keyBunchId });

/** The ID of a set, with a star when it changed after the outgoing person signed. */
const marked = ({ keyBunchId, identifier }: RoomOut | RoomDifference, { changed }: OneRoomHandover) =>
  changed.some((one) => one.keyBunchId === keyBunchId) ? `${identifier} *` : identifier;

function Settle({ handover, at }: Props & { at: number }) {
  const moment = useMoment(handover);
  const rows = inOrder(handover.settle);
  if (rows.length === 0) return <p className="mb-4">Nothing differs.</p>;
  const columns: readonly PrintedColumn<Row<RoomDifference>>[] = [
    { title: 'Set', width: 'w-[16%]', body: 'font-semibold', cell: (one) => marked(one, handover) },
    {
      title: 'What',
      width: 'w-[52%]',
      cell: (one) => `${capital(differenceText(one, at, moment))}. ${knownText(one, moment)}`,
    },
    {
      title: 'Who, until',
      width: 'w-[32%]',
      cell: ({ answer }) =>
        answer ? answerText(answer, handover.incoming?.name ?? null, moment) : 'Not said yet',
    },
  ];
  return (
    <div className="mb-4">
      <PrintedTable title="Taken over to settle" columns={columns} rows={rows.map(withId)} />
    </div>
  );
}

/** Words of earlier handovers that are still open. */
function Carried({ handover, at }: Props & { at: number }) {
  const moment = useMoment(handover);
  const { carried } = handover;
  if (carried.length === 0) return null;
  return (
    <p className="mb-4 break-words">
      <b className="font-semibold">Still open from before.</b>{' '}
      {carried.map((one) => `${one.identifier}: ${carriedText(one, at, moment)}.`).join(' ')}
    </p>
  );
}

type OutProps = Props & { rows: readonly RoomOut[]; of: number; at: number; page: number };

function Out({ handover, rows, of, at, page }: OutProps) {
  const moment = useMoment(handover);
  if (rows.length === 0) return <p>Every set is in.</p>;
  const clock = (text: string) => moment(Date.parse(text));
  const columns: readonly PrintedColumn<Row<RoomOut>>[] = [
    { title: 'Set', width: 'w-[16%]', body: 'font-semibold', cell: (one) => marked(one, handover) },
    {
      title: 'With',
      width: 'w-[30%]',
      cell: ({ holder, organisation }) => joined([holder, organisation]),
    },
    { title: 'Since', width: 'w-[17%]', body: 'tabular-nums', cell: ({ since }) => clock(since) },
    {
      title: 'Due back',
      width: 'w-[23%]',
      body: 'tabular-nums',
      cell: ({ dueAt }) =>
        dueAt === null ? (
          'No time'
        ) : Date.parse(dueAt) < at ? (
          <b className="font-semibold">was due {clock(dueAt)}</b>
        ) : (
          clock(dueAt)
        ),
    },
    { title: 'Contents', width: 'w-[14%]', cell: contentsOf },
  ];
  const title =
    page === 0
      ? `Out ${clock(new Date(at).toISOString())}, longest overdue first`
      : `${nameOf(handover)}, continued`;
  return (
    <PrintedTable
      title={title}
      note={page === 0 ? `(${of})` : ''}
      columns={columns}
      rows={rows.map(withId)}
    />
  );
}

/** The notes and the two signatures. */
function Closing({ handover }: Props) {
  const { notes, outgoing, incoming, aloneReason } = handover;
  return (
    <div className="break-inside-avoid">
      {notes && (
        <p className="mt-4 whitespace-pre-line break-words">
          <b className="font-semibold">Notes.</b> {notes}
        </p>
      )}
      <div className="mt-12 grid grid-cols-2 gap-8">
        {aloneReason === null ? (
          <Signature handover={handover} word="Handed over by" person={outgoing}>
            <OutgoingFacts handover={handover} />
          </Signature>
        ) : (
          <p className="border-t border-fg pt-1 break-words">No outgoing person. {aloneReason}</p>
        )}
        <Signature handover={handover} word="Taken over by" person={incoming} />
      </div>
    </div>
  );
}

/** Under which figures the outgoing person signed, and who had the room before. */
function OutgoingFacts({ handover }: Props) {
  const moment = useMoment(handover);
  const { outgoing, takenOverBy, shiftStart, signedFigures, figures, changed } = handover;
  const signed = signedWith(signedFigures, figures);
  return (
    <>
      {signed && <p>{`${capital(signed)}. ${sinceSigned(signedFigures, figures)}.`}</p>}
      {changed.length > 0 && <p className="break-words">* {changedText(changed)}</p>}
      {takenOverBy && outgoing && takenOverBy.userId !== outgoing.userId && (
        <p>{notHandedOver(takenOverBy.name, moment(Date.parse(shiftStart)))}</p>
      )}
    </>
  );
}

type SignatureProps = Props & { word: string; person: RoomPerson | null; children?: ReactNode };
function Signature({ handover, word, person, children }: SignatureProps) {
  const moment = useMoment(handover);
  return (
    <div className="border-t border-fg pt-1">
      <p>
        {word}: <bdi>{person?.name}</bdi>
        {person?.signedAt && `, ${moment(Date.parse(person.signedAt))}`}
      </p>
      {children}
      <p className="font-mono text-tiny text-muted">
        {person?.sha256 ? `SHA-256 ${grouped(person.sha256)}` : 'not signed in Keyhold'}
      </p>
    </div>
  );
}

/** The foot of each page; the usual one says that paper names key locations, which this does not. */
function useSheetFoot(): void {
  useLayoutEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('@page { @bottom-left { content: "No site and no address is on this sheet." } }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }, []);
}
