import { Link } from '@tanstack/react-router';
import { ChevronLeft, EllipsisVertical, MapPin, RotateCcw, Volume2, VolumeX } from 'lucide-react';
import { setSound, useSound } from '../../device/scan/feedback.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu } from '../../ui/overlay/Menu.tsx';
import { useQuestion } from '../../ui/overlay/use-question.tsx';
import { countedLines } from '../state/verdict.ts';
import { startOverQuestion } from '../wide/WideDesk.tsx';
import type { Desk } from '../work/use-desk.ts';

/** The desk's header on a phone: Back, location, count and the overflow menu. */
export function PhoneHead({ desk }: { desk: Desk }) {
  const { state, around, place, send } = desk;
  const sound = useSound();
  const question = useQuestion();
  const sets = countedLines(state, around).length;
  const busy = state.mode === 'issue' || state.mode === 'return';
  async function startOver() {
    const { length } = state.lines;
    if (length === 0 || (await question.ask(startOverQuestion(length)))) send({ type: 'startedOver' });
  }
  return (
    <div
      data-own-head=""
      className="sticky top-0 z-20 low:static -mx-4 -mt-4 border-b bg-panel pt-[env(safe-area-inset-top)]"
    >
      <div className="flex min-h-14 items-center gap-2 px-1">
        <Link
          to="/"
          aria-label="Back to the dashboard"
          className="grid size-11 shrink-0 place-items-center rounded-lg"
        >
          <ChevronLeft aria-hidden className="size-5" />
        </Link>
        <div className="min-w-0 flex-1">
          <h1 className="text-[15px]/5 font-semibold tracking-tight">Desk</h1>
          <p className="truncate text-hint text-muted">{place.place?.name ?? 'Any location'}</p>
        </div>
        {busy && (
          <p className="shrink-0 whitespace-nowrap">
            <span className="text-[28px]/9 font-semibold tracking-tight tabular-nums">{sets}</span>
            <span className="text-[17px] text-muted"> {sets === 1 ? 'set' : 'sets'}</span>
          </p>
        )}
        <Menu
          trigger={<IconButton icon={EllipsisVertical} label="More" tooltip={false} />}
          entries={[
            busy && { label: 'Start over', icon: RotateCcw, onSelect: () => void startOver() },
            {
              label: sound ? 'Sound off' : 'Sound on',
              icon: sound ? VolumeX : Volume2,
              onSelect: () => setSound(!sound),
            },
            ...(place.locations.length > 1
              ? [
                  'separator' as const,
                  { heading: "This desk's location" },
                  { label: 'Any location', checked: place.place === null, onSelect: () => place.choose('') },
                  ...place.locations.map(({ id, name }) => ({
                    label: name,
                    icon: MapPin,
                    checked: place.place?.id === id,
                    onSelect: () => place.choose(String(id)),
                  })),
                ]
              : []),
          ]}
        />
      </div>
      {question.dialog}
    </div>
  );
}
