import { Camera, ClipboardCheck, Pencil, Plus, Trash2 } from 'lucide-react';
import { clockTime, dayHeading, exactTime } from '../format.ts';
import { useLabels } from '../labels.ts';
import { ActionSquare } from '../ui/ActionSquare.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import type { Icon } from '../ui/classes.ts';
import { ActionIcon } from './ActionIcon.tsx';
import { actorOf, BunchLink, Person } from './BunchLink.tsx';
import { HistorySentence } from './MovementText.tsx';
import { WithArrows } from './Sentence.tsx';
import { entryOf, logSentence, type Moment, momentLines } from './timeline.ts';

type Props = {
  moments: readonly Moment[];
  /** Ambiguous user names. */
  unclear: ReadonlySet<string>;
  phone: boolean;
  /** Each entry names its set. */
  named?: boolean;
};

/** A day of the timeline. */
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

type TimelineEntryProps = {
  moment: Moment;
  unclear: ReadonlySet<string>;
  last: boolean;
  phone: boolean;
  named?: boolean | undefined;
};

/** A moment: time, text, details and user; on phones user and time come last. */
function TimelineEntry({ moment, unclear, last, phone, named = false }: TimelineEntryProps) {
  const { label } = useLabels();
  const { name: actor, user } = actorOf(entryOf(moment));
  const name = actor ?? '';
  const time = clockTime(moment.at);
  const clock = (
    <time dateTime={moment.at} title={exactTime(moment.at)} className="tabular-nums">
      {time}
    </time>
  );
  return (
    <li className="flex gap-3">
      {!phone && (
        <time
          dateTime={moment.at}
          title={exactTime(moment.at)}
          className="w-9 pt-2.5 text-hint text-muted tabular-nums touch:w-11"
        >
          {time}
        </time>
      )}
      <div className="flex flex-col items-center pt-1.5">
        <MomentIcon moment={moment} />
        {!last && <span aria-hidden className="mt-1.5 -mb-0.5 w-px flex-1 bg-line" />}
      </div>
      <div className="min-w-0 flex-1 pt-1 pb-3">
        <p className="font-medium wrap-anywhere">
          {moment.kind === 'movement' ? (
            <>
              <HistorySentence movement={moment.movement} />
              {named && (
                <>
                  {' · '}
                  <BunchLink movement={moment.movement} />
                </>
              )}
            </>
          ) : (
            <WithArrows text={logSentence(moment.entry)} />
          )}
        </p>
        {momentLines(moment, label).map((line) => (
          <p key={line} className="whitespace-pre-line text-muted wrap-anywhere">
            <WithArrows text={line} />
          </p>
        ))}
        {phone && (
          <p className="mt-0.5 text-hint text-muted">
            {user ? (
              <Person user={user} unclear={unclear.has(name)} rest={<> · {clock}</>} />
            ) : (
              <>
                {name && `${name} · `}
                {clock}
              </>
            )}
          </p>
        )}
      </div>
      {!phone && (
        <span className="flex h-fit w-36 items-start gap-2 pt-1 text-fg/85 xl:w-44">
          {name && (
            <>
              <Avatar name={user?.now?.name ?? name} size={20} />
              <span className="min-w-0 wrap-anywhere">
                {user ? <Person user={user} unclear={unclear.has(name)} /> : name}
              </span>
            </>
          )}
        </span>
      )}
    </li>
  );
}

function MomentIcon({ moment }: { moment: Moment }) {
  if (moment.kind === 'movement') return <ActionIcon movement={moment.movement} />;
  return <ActionSquare icon={logIcon(moment.entry.action).icon} tint="gray" />;
}

const ICONS: Record<string, { icon: Icon; label: string }> = {
  create: { icon: Plus, label: 'Added' },
  edit: { icon: Pencil, label: 'Edited' },
  photo: { icon: Camera, label: 'Photo' },
  delete: { icon: Trash2, label: 'Deleted' },
};

/** Icon and name of an audit log action; unknown ones show the stored name. */
export function logIcon(action: string): { icon: Icon; label: string } {
  const words = action.replaceAll('_', ' ');
  return (
    ICONS[action] ?? {
      icon: ClipboardCheck,
      label: words.charAt(0).toUpperCase() + words.slice(1),
    }
  );
}
