import { type Bound, boundOf } from '../../shared/due.ts';
import type { Holder } from '../../shared/holder.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { OptionButton } from '../ui/form/OptionButton.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useNow, useZone } from '../zone.ts';
import { boundText, nearClock, OVER_TOLD, reservedText } from './due-lines.ts';

type Props = {
  bound: Bound | null;
  /** The server's refusal, where it knows of another reservation. */
  refusal: string | null;
  isOver: boolean;
  onOver: (isOver: boolean) => void;
};

/** For whom a set is reserved that is about to be issued, and for another person the choice to issue it over that. */
export function Reserved({ bound, refusal, isOver, onOver }: Props) {
  const [now, zone] = [useNow(), useZone()];
  if (bound?.isOwn && !refusal)
    return <p className="text-hint text-muted">{reservedText(bound, now, zone)}.</p>;
  const another = bound?.isOwn ? null : bound;
  return (
    <Notice
      variant="warning"
      title={another ? reservedText(another, now, zone) : (refusal ?? '')}
      action={
        <OptionButton pressed={isOver} onClick={() => onOver(!isOver)} className="text-fg">
          Issue over it
        </OptionButton>
      }
    >
      {isOver ? OVER_TOLD : another ? `${boundText(another, now, zone)}.` : 'Choose an earlier time.'}
    </Notice>
  );
}

type NextProps = { bunch: Pick<KeyBunch, 'reservation' | 'holder'>; to?: Holder | null };

/** For whom a set is reserved next that is out, unless that is its holder, or who takes it: a handover or a later time is not refused for it. */
export function ReservedNext({ bunch: { reservation, holder }, to }: NextProps) {
  const [now, zone] = [useNow(), useZone()];
  const bound = boundOf(reservation, to === undefined ? holder : to, now);
  if (!bound || bound.isOwn) return null;
  return (
    <Notice variant="warning" title={reservedText(bound, now, zone)}>
      {bound.latest > now
        ? `In time if it is back by ${nearClock(bound.latest, now, zone)}.`
        : `${boundText(bound, now, zone)}.`}
    </Notice>
  );
}
