import { ArrowRight, ChevronDown } from 'lucide-react';
import { memo, useId, useState } from 'react';
import type { Activity } from '../../shared/activity.ts';
import { activitySentence } from '../../shared/activity-words.ts';
import { momentText } from '../../shared/clock-text.ts';
import { accountOf, actorName } from '../../shared/user-name.ts';
import { useZone } from '../custody/zone.ts';
import { clockTime } from '../format.ts';
import { ActionSquare } from '../ui/ActionSquare.tsx';
import { cx } from '../ui/cx.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { detailLines, type Line, type Places } from './detail-words.ts';
import { activityIcon } from './kind-icons.ts';

type Props = {
  entry: Activity;
  /** More than one account has the name: the account stands under it. */
  unclear: boolean;
  places: Places;
};

/** One entry: when, what somebody did, from where; what was before and after opens under it. */
export const ActivityRow = memo(function ActivityRow({ entry, unclear, places }: Props) {
  const [open, setOpen] = useState(false);
  const zone = useZone();
  const id = useId();
  const { user, action, timestamp, details } = entry;
  const who = actorName(user);
  const sentence = activitySentence(entry, who);
  const { icon, tint } = activityIcon(action);
  const lines = detailLines(entry, places);
  const address = typeof details.address === 'string' ? details.address : '';
  const named = unclear || user.now !== undefined;
  return (
    <li className="flex items-start gap-3 border-b px-4 py-2.5 last:border-b-0">
      <time
        dateTime={timestamp}
        title={momentText(Date.parse(timestamp), zone)}
        className="w-11 pt-1 text-label text-muted tabular-nums"
      >
        {clockTime(timestamp)}
      </time>
      <ActionSquare icon={icon} tint={tint} />
      <div className="min-w-0 flex-1 pt-0.5">
        <p className="wrap-anywhere">
          <Sentence text={sentence} who={who} />
        </p>
        {(named || address) && (
          <p className="text-hint text-muted wrap-anywhere">
            {[named && accountOf(user), address && `from ${address}`].filter(Boolean).join(' · ')}
          </p>
        )}
        {open && (
          <dl
            id={id}
            className="mt-2 mb-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-label phone:-mr-11 phone:-ml-12 phone:grid-cols-1"
          >
            {[...lines, { label: 'Account', text: accountOf(user) }].map((line) => (
              <Detail key={line.label} line={line} />
            ))}
          </dl>
        )}
      </div>
      {lines.length > 0 && (
        <IconButton
          icon={ChevronDown}
          label={`${open ? 'Hide' : 'Show'} details: ${sentence}`}
          tooltip={false}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
          className={cx('-my-0.5 -mr-2 [&>svg]:transition-transform', open && '[&>svg]:rotate-180')}
        />
      )}
    </li>
  );
});

/** The name stands out, wherever it is in the sentence. */
function Sentence({ text, who }: { text: string; who: string }) {
  const at = text.indexOf(who);
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <b className="font-semibold">{who}</b>
      {text.slice(at + who.length)}
    </>
  );
}

const Detail = ({ line: { label, from, text } }: { line: Line }) => (
  <>
    <dt className="text-muted">{label}</dt>
    <dd className="wrap-anywhere whitespace-pre-line phone:mb-1.5">
      {from !== undefined && (
        <>
          <span className="text-muted">{from}</span>{' '}
          <ArrowRight aria-hidden className="inline size-[0.9em] align-[-0.08em] text-muted" />
          <span className="sr-only">-&gt;</span>{' '}
        </>
      )}
      {text}
    </dd>
  </>
);
