import { dayHeading } from '../../format.ts';
import { TimelineEntry } from './TimelineEntry.tsx';
import type { Moment } from './timeline.ts';

type Props = {
  moments: readonly Moment[];
  /** The names that do not tell who it was. */
  unclear: ReadonlySet<string>;
  phone: boolean;
  /** Each names its set. */
  named?: boolean;
};

/** A day of the timeline: its name, its date, and what happened, joined by a hairline. */
export function TimelineDay({ moments, unclear, phone, named }: Props) {
  const first = moments[0];
  if (!first) return null;
  const { name, date } = dayHeading(first.at);
  return (
    <section className="pt-5">
      <h3 className="text-hint font-semibold">
        {name} <span className="ml-1 font-normal text-muted">{date}</span>
      </h3>
      <ol className="mt-1.5">
        {moments.map((moment, index) => (
          <TimelineEntry
            key={moment.key}
            moment={moment}
            unclear={unclear}
            last={index === moments.length - 1}
            phone={phone}
            named={named}
          />
        ))}
      </ol>
    </section>
  );
}
