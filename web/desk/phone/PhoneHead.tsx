import { Link } from '@tanstack/react-router';
import {
  ChevronLeft,
  ChevronRight,
  EllipsisVertical,
  MapPin,
  RotateCcw,
  UserRound,
  Volume2,
  VolumeX,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { HOLDER_KIND_LABELS } from '../../../shared/holder-words.ts';
import { setSound, useSound } from '../../device/scan/feedback.ts';
import { dueText } from '../../due-text.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useQuestion } from '../../ui/overlay/ConfirmDialog.tsx';
import { Menu } from '../../ui/overlay/Menu.tsx';
import { countedLines } from '../state/verdict.ts';
import { useBringer } from '../wide/ReturnRail.tsx';
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

type Props = { desk: Desk; onPerson: () => void };

/** The recipient or returner; the whole row opens the choice. */
export function PersonRow({ desk, onPerson }: Props) {
  return desk.state.mode === 'return' ? (
    <From desk={desk} onPerson={onPerson} />
  ) : (
    <To desk={desk} onPerson={onPerson} />
  );
}

const red = 'font-medium text-red-700 dark:text-red-300';

function To({ desk: { state, person }, onPerson }: Props) {
  if (!state.person)
    return (
      <Row onPress={onPerson} lead={<UserRound aria-hidden className="size-5" />} title="Who takes them?">
        Scan a badge, or choose a name
      </Row>
    );
  const holder = person?.id === state.person.id ? person : state.person;
  return (
    <Row onPress={onPerson} lead={<Avatar name={holder.name} size={44} />} before="To" title={holder.name}>
      {HOLDER_KIND_LABELS[holder.kind]}
      {holder.out > 0 && ` · has ${holder.out}`}
      {holder.overdue > 0 && (
        <>
          , <span className={red}>{holder.overdue} overdue</span>
        </>
      )}
    </Row>
  );
}

function From({ desk, onPerson }: Props) {
  const { name, holder, left, whose } = useBringer(desk);
  const { now, zone } = desk.around;
  if (name === null) return null;
  const [next] = left;
  const due = next?.dueAt && dueText(Date.parse(next.dueAt), now, zone, true);
  return (
    <Row onPress={onPerson} lead={<Avatar name={name} size={44} />} before="From" title={name}>
      {left.length > 0 ? (
        <>
          {holder && `${HOLDER_KIND_LABELS[holder.kind]} · `}still has {left.length}
          {due && (
            <>
              , <span className={due.overdue ? red : ''}>{due.text}</span>
            </>
          )}
        </>
      ) : (
        whose
      )}
    </Row>
  );
}

type RowProps = { lead: ReactNode; before?: string; title: string; children: ReactNode; onPress: () => void };

const Row = ({ lead, before, title, children, onPress }: RowProps) => (
  <button
    type="button"
    onClick={onPress}
    className="-mx-4 flex min-h-17 w-[calc(100%+2rem)] items-center gap-3 border-b bg-panel px-4 py-2 text-left focus-visible:-outline-offset-2"
  >
    <span className="grid size-11 shrink-0 place-items-center rounded-full bg-soft text-muted">{lead}</span>
    <span className="min-w-0 flex-1">
      <span className="block truncate text-[17px]/6">
        {before && <span className="text-muted">{before} </span>}
        <b className="font-semibold">{title}</b>
      </span>
      <span className="block truncate text-label text-muted">{children}</span>
    </span>
    <ChevronRight aria-hidden className="size-5 text-muted" />
  </button>
);
