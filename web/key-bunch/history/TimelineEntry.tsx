import { fullName } from '../../../shared/user.ts';
import { clockTime } from '../../format.ts';
import { ActionSign } from '../../movement/ActionIcon.tsx';
import { Sentence, WithArrows } from '../../movement/Sentence.tsx';
import { useLabels } from '../../setting/labels.ts';
import { ActionSquare } from '../../ui/ActionSquare.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Time } from '../../ui/Time.tsx';
import { logSign } from './log-icons.ts';
import { logSentence, momentLines } from './moment-lines.ts';
import type { Moment } from './timeline.ts';

/** One moment: when, what, the details under it, and who; on phones who and when stand last. */
export function TimelineEntry({ moment, last, phone }: { moment: Moment; last: boolean; phone: boolean }) {
  const { label } = useLabels();
  const { user } = moment.kind === 'movement' ? moment.movement : moment.entry;
  const person = user ? fullName(user) : null;
  const time = clockTime(moment.at);
  return (
    <li className="flex gap-3">
      {!phone && <span className="w-9 pt-2.5 text-hint text-muted tabular-nums touch:w-11">{time}</span>}
      <div className="flex flex-col items-center pt-1.5">
        <Sign moment={moment} />
        {!last && <span aria-hidden className="mt-1.5 -mb-0.5 w-px flex-1 bg-line" />}
      </div>
      <div className="min-w-0 flex-1 pt-1 pb-3">
        <p className="font-medium wrap-anywhere">
          {moment.kind === 'movement' ? (
            <Sentence movement={moment.movement} />
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
            {person && `${person} · `}
            <span className="tabular-nums">{time}</span> · <Time at={moment.at} />
          </p>
        )}
      </div>
      {!phone && (
        <div className="flex w-40 flex-col items-end gap-0.5 pt-1.5 pb-2 text-hint text-muted">
          {person && (
            <span className="flex max-w-full items-center gap-2 text-body text-fg/85">
              <Avatar name={person} size={20} />
              <span className="truncate">{person}</span>
            </span>
          )}
          <Time at={moment.at} />
        </div>
      )}
    </li>
  );
}

function Sign({ moment }: { moment: Moment }) {
  if (moment.kind === 'movement') return <ActionSign action={moment.movement.action} />;
  return <ActionSquare icon={logSign(moment.entry.action).icon} tint="gray" />;
}
