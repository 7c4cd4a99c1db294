import { locationTextOf } from '../../../shared/movement-text.ts';
import { contentsOf, opensText } from '../../../shared/opens-text.ts';
import { accountOf } from '../../../shared/user-name.ts';
import { exactTime } from '../../format.ts';
import { useLabels } from '../../labels.ts';
import { actorOf, nameOf } from '../../movement/BunchLink.tsx';
import { DATE_FILTERS } from '../../movement/date-filter.tsx';
import { printedSentence } from '../../movement/PrintedMovements.tsx';
import { entryOf, logSentence, type Moment, momentLines } from '../../movement/timeline.ts';
import { type PrintedColumn, PrintedTable, PrintFrame } from '../../print/PrintFrame.tsx';
import { printedTag } from '../StatusBadge.tsx';
import { KINDS, type KnownBunch, type useTimeline, type useTimelineFilters } from './use-timeline.ts';

type Props = {
  known: KnownBunch;
  timeline: ReturnType<typeof useTimeline>;
  filters: ReturnType<typeof useTimelineFilters>;
};

/** A bunch and its timeline on paper. */
export function PrintedTimeline({ known, timeline, filters }: Props) {
  const { label } = useLabels();
  const { paper, total, atLeast, readAt, waiting, action } = timeline;
  const { kind, date, range } = filters;
  const ends = [range.from && `from ${exactTime(range.from)}`, range.to && `to ${exactTime(range.to)}`];
  return (
    <PrintFrame
      title="Key History"
      about={identifierOf(known)}
      filters={[
        ...factsOf(known, label),
        kind !== 'all' && KINDS.find(({ value }) => value === kind)?.label,
        action && label('actions', action),
        date !== 'all' &&
          (ends.filter(Boolean).join(' ') || DATE_FILTERS.find((one) => one.value === date)?.label),
      ]}
      rows={{
        printed: paper.rows.length,
        total: waiting ? undefined : total,
        atLeast,
        noun: 'entry',
        plural: 'entries',
      }}
      asOf={new Date(readAt)}
    >
      <PrintedTable columns={usePrintedMoments()} rows={paper.rows.map((one) => ({ ...one, id: one.key }))} />
    </PrintFrame>
  );
}

function usePrintedMoments(): readonly PrintedColumn<Moment>[] {
  const { label } = useLabels();
  return [
    { title: 'When', width: 'w-[16%]', body: 'text-muted tabular-nums', cell: ({ at }) => exactTime(at) },
    {
      title: 'What happened',
      width: 'w-[41%]',
      cell: (moment) => (
        <>
          {moment.kind === 'movement' ? printedSentence(moment.movement, label) : logSentence(moment.entry)}
          <span className="block whitespace-pre-line text-muted">
            {momentLines(moment, label).join(' · ')}
          </span>
        </>
      ),
    },
    {
      title: 'Location',
      width: 'w-[19%]',
      cell: (moment) => moment.kind === 'movement' && locationTextOf(moment.movement),
    },
    {
      title: 'By',
      width: 'w-[24%]',
      cell: (moment) => {
        const entry = entryOf(moment);
        const { user } = actorOf(entry);
        return (
          <>
            {nameOf(entry)}
            <span className="block text-[8.5px] wrap-anywhere text-muted">{user && accountOf(user)}</span>
          </>
        );
      },
    },
  ];
}

function identifierOf(known: KnownBunch): string | undefined {
  if (known.state === 'here') return known.bunch.identifier;
  if (known.state === 'deleted') return known.deleted.keyBunchIdentifier;
  return known.state === 'elsewhere' ? known.last.keyBunchIdentifier : undefined;
}

function factsOf(known: KnownBunch, label: ReturnType<typeof useLabels>['label']): (string | null)[] {
  if (known.state === 'deleted') return ['Deleted'];
  if (known.state !== 'here') return [];
  const { bunch } = known;
  const status = label('statuses', bunch.status);
  return [
    opensText(bunch),
    bunch.holder ? `${status}, ${bunch.holder.name}` : status,
    bunch.location.name,
    `Tag ${printedTag(bunch)}`,
    contentsOf(bunch),
  ];
}
