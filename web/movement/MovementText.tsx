import type { ReactNode } from 'react';
import type { Movement } from '../../shared/movement.ts';
import { type Label, movementDetail } from '../../shared/movement-text.ts';
import { actorName } from '../../shared/user-name.ts';
import { serialText } from '../BunchText.tsx';
import { count, exactTime, shortTime } from '../format.ts';
import { useLabels } from '../labels.ts';
import { cx } from '../ui/cx.ts';
import { type HistoryEntry, LateChip, notRecordedLine } from './late-entry.tsx';
import { Sentence, WithArrows } from './Sentence.tsx';

const NOTE_SHOWN = 140;

/** Whether a note is cut off until its row is expanded. */
export const isLong = (notes: string | null): boolean =>
  notes !== null && (notes.length > NOTE_SHOWN || notes.includes('\n'));

type Props = {
  movement: HistoryEntry;
  /** Expands a long note. */
  whole: boolean;
};

/** The sentence of a movement, then its details and the note. */
export function MovementText({ movement, whole }: Props) {
  const { label } = useLabels();
  const { notes, action, details } = movement;
  const lines =
    action === 'deleted'
      ? [details.locationName, ...contents(details.keyCount, details.fobCount)].filter(Boolean)
      : movementLines(movement, label);
  return (
    <>
      <p className="break-words">
        <HistorySentence movement={movement} />
      </p>
      {lines.length > 0 && (
        <p className="text-hint break-words text-muted">
          <WithArrows text={lines.join(' · ')} />
        </p>
      )}
      {notes && (
        <p
          className={cx(
            'text-hint break-words text-muted',
            whole ? 'whitespace-pre-line' : isLong(notes) && 'line-clamp-1',
          )}
        >
          {notes}
        </p>
      )}
    </>
  );
}

/** The sentence with its marks: struck through when it was not recorded, "Late entry", or "From paper". */
export const HistorySentence = ({ movement }: { movement: HistoryEntry }) => (
  <>
    {movement.notRecorded ? (
      <>
        <s className="text-muted">
          <Sentence movement={movement} />
        </s>{' '}
        <b className="font-medium">Not recorded</b>
      </>
    ) : (
      <Sentence movement={movement} />
    )}
    {(movement.lateEntry || movement.details.paper) && (
      <>
        {' '}
        <LateChip isPaper={Boolean(movement.details.paper)} />
      </>
    )}
  </>
);

const contents = (keys: number | null | undefined, fobs: number | null | undefined): string[] =>
  keys == null ? [] : [fobs ? `${count(keys, 'key')}, ${count(fobs, 'fob')}` : count(keys, 'key')];

type Entry = Pick<HistoryEntry, 'action' | 'oldTag' | 'newTag' | 'details' | 'notRecorded'>;

/**
 * Details of an entry beyond its sentence and note, without duplicates: purpose and tags, a changed type, due time, reused tag, missing
 * before, last holder, reason. A deletion's reason is in its details instead.
 */
export function movementLines(movement: Entry, label: Label): string[] {
  const { action, details } = movement;
  if (movement.notRecorded) return [notRecordedLine(movement.notRecorded)];
  const type = details.changes?.type;
  const lines = [
    ...movementDetail(movement),
    action === 'location_move' && type
      ? `Type ${label('keyTypes', String(type.from))} -> ${label('keyTypes', String(type.to))}`
      : '',
    dueBack(movement),
    tagOnText(movement),
    details.tagReused && !details.tagOn ? 'The new tag was used before' : '',
    wasMissing(movement, label),
    action === 'status_change' && details.officer ? `Last held by ${details.officer}` : '',
    action === 'deleted' ? '' : (details.reason ?? ''),
    details.settles ? 'Answers which of two entries is right' : '',
    details.clockAhead ? `The clock of the device was ${count(details.clockAhead, 'second')} fast` : '',
  ];
  return [...new Set(lines.filter(Boolean))];
}

/** That another set had the tag of a return that was made without signal; empty otherwise. */
export const tagOnText = ({ details: { tagOn } }: Pick<Entry, 'details'>): string =>
  tagOn ? `${tagOn} has the same tag: read both again` : '';

/** Due time of an issue or handover, unless undone. */
const dueBack = ({ action, details }: Entry): string =>
  details.dueAt && !details.undoneAction && (action === 'issue' || action === 'handover')
    ? `Due back ${shortTime(details.dueAt)}`
    : '';

/** That a set was missing and, if known, since when. */
function wasMissing({ action, details }: Entry, label: Label): string {
  const since = details.missingSince ? ` since ${exactTime(details.missingSince)}` : '';
  const found = action === 'status_change' && details.from === 'missing' && since;
  const taken = action !== 'status_change' && (since || details.oldStatus === 'missing');
  return found || taken ? `Was ${label('statuses', 'missing')}${since}` : '';
}

/** Audit details of a deletion: who and when, the bunch, and the reason. */
export function DeletionDetails({ movement }: { movement: Movement }) {
  const { label } = useLabels();
  const { details, user, timestamp, fromLocation, keyBunch, oldTag } = movement;
  const type = details.type ?? keyBunch?.type;
  const { keyCount, fobCount } = details;
  return (
    <section aria-label="Deletion Audit Details" className="overflow-clip rounded-lg border text-body">
      <h3 className="flex items-center justify-between gap-4 border-b bg-soft/60 px-4 py-2 text-hint font-semibold">
        Deletion Audit Details
        <span className="font-normal text-muted">Kept in the archive</span>
      </h3>
      <dl className="grid grid-cols-4 gap-x-6 gap-y-3 px-4 py-3.5 phone:grid-cols-2 phone:gap-x-4">
        <Item term="Deleted by">{user ? actorName(user) : details.deletedBy}</Item>
        <Item term="Deleted at">{exactTime(details.deletedAt ?? timestamp)}</Item>
        <Item term="Last location">{details.locationName ?? fromLocation?.name}</Item>
        <Item term="Type">{type && label('keyTypes', type)}</Item>
        <Item term="Tag">{details.currentTag ?? oldTag}</Item>
        <Item term="Keys and fobs">
          {keyCount != null && `${count(keyCount, 'key')}, ${count(fobCount ?? 0, 'fob')}`}
        </Item>
        <Item term="NFC serial">
          {details.nfcSerial && (
            <span className="phone:text-[0.8125rem]">{serialText(details.nfcSerial)}</span>
          )}
        </Item>
        <Item term="Description">{details.keyDescription ?? details.description}</Item>
      </dl>
      <dl className="flex gap-2 border-t px-4 py-3 phone:flex-col phone:gap-0.5">
        <dt className="text-muted">Reason</dt>
        <dd className="min-w-0 font-medium break-words whitespace-pre-line">
          {details.reason ?? <span className="font-normal text-muted">Not given</span>}
        </dd>
      </dl>
    </section>
  );
}

function Item({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-hint text-muted">{term}</dt>
      <dd className="break-words">{children || <span className="text-muted">None</span>}</dd>
    </div>
  );
}
