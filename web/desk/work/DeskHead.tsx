import { Link } from '@tanstack/react-router';
import {
  ArrowLeftRight,
  ChevronLeft,
  EllipsisVertical,
  FilePen,
  MapPin,
  Printer,
  RotateCcw,
  Volume2,
  VolumeX,
} from 'lucide-react';
import { api } from '../../../shared/api.ts';
import { useOfflineSince } from '../../api/connection.ts';
import { setSound, useSound } from '../../device/scan/feedback.ts';
import { clockTime } from '../../format.ts';
import { LocationIcon } from '../../location/LocationIcon.tsx';
import { useMay } from '../../session.tsx';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Select } from '../../ui/form/Select.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useQuestion } from '../../ui/overlay/ConfirmDialog.tsx';
import { Menu } from '../../ui/overlay/Menu.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { countedLines } from '../state/verdict.ts';
import type { Desk, DeskViewProps } from './use-desk.ts';

/** Starts the desk over, after a question if the list has lines. Render `question`. */
function useStartOver({ state, send }: Desk) {
  const question = useQuestion();
  const lines = state.lines.length;
  async function startOver() {
    const isSure =
      lines === 0 ||
      (await question.ask({
        title: 'Start over?',
        text: `The list has ${lines === 1 ? '1 line' : `${lines} lines`}. Nothing of it was recorded.`,
        confirmLabel: 'Start over',
        cancelLabel: 'Keep the list',
      }));
    if (isSure) send({ type: 'startedOver' });
  }
  return { startOver: () => void startOver(), question: question.dialog };
}

const isBusy = ({ state: { mode } }: Desk) => mode === 'issue' || mode === 'return';

/** The desk's header on a desktop, with its location. */
export function DeskHead({ desk, field }: Pick<DeskViewProps, 'desk' | 'field'>) {
  const { state, location } = desk;
  const { startOver, question } = useStartOver(desk);
  const paper = usePaperEntries(desk);
  const { mode } = state;
  const at = location.chosen?.name;
  const subtitle =
    mode === 'issue'
      ? `${at ? `Issuing from ${at}. ` : ''}Nothing is recorded until you issue.`
      : mode === 'return'
        ? `${at ? `Returning to ${at}. ` : ''}Nothing is recorded until you return.`
        : 'Issue and return by scanning.';
  return (
    <>
      <PageHead
        title="Desk"
        subtitle={subtitle}
        right={
          <>
            {isBusy(desk) ? (
              <Button variant="ghost" onClick={startOver}>
                Start over
              </Button>
            ) : (
              <HandOverRoom desk={desk} />
            )}
            {location.locations.length > 1 && (
              <Select
                aria-label="This desk's location"
                className="w-49!"
                value={location.chosen ? String(location.chosen.id) : ''}
                onValueChange={location.choose}
                focusAfter={field}
                none="Any location"
                lead={<LocationIcon type={location.chosen?.type ?? ''} />}
                options={location.locations.map(({ id, name }) => ({ value: String(id), label: name }))}
              />
            )}
            <Menu
              trigger={<IconButton icon={EllipsisVertical} label="More" tooltip={false} />}
              entries={paper}
            />
          </>
        }
      />
      {question}
    </>
  );
}

/** The handovers of the desk's location. */
const handoversOf = ({ location: { chosen } }: Desk) =>
  ({ to: '/room-handovers', search: chosen ? { location: String(chosen.id) } : {} }) as const;

function HandOverRoom({ desk }: { desk: Desk }) {
  const may = useMay();
  if (!may(api.listRoomHandovers.needs)) return null;
  return (
    <Link {...handoversOf(desk)} data-button="" className={buttonClass({ variant: 'ghost' })}>
      <ArrowLeftRight aria-hidden className="size-[15px]" />
      Room handover
    </Link>
  );
}

/** The desk's header on a phone: Back, location, count and the overflow menu. */
export function PhoneHead({ desk }: { desk: Desk }) {
  const { startOver, question } = useStartOver(desk);
  const sets = countedLines(desk.state, desk.context).length;
  const since = useOfflineSince();
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
          <h1 className="text-[0.9375rem]/5 font-semibold tracking-tight">Desk</h1>
          <p className="truncate text-hint text-muted">
            {desk.location.chosen?.name ?? 'Any location'}
            {since > 0 && (
              <span className="text-amber-800 dark:text-amber-300">
                {' '}
                · offline since {clockTime(new Date(since))}
              </span>
            )}
          </p>
        </div>
        {isBusy(desk) && (
          <p className="shrink-0 whitespace-nowrap">
            <span className="text-[1.75rem]/9 font-semibold tracking-tight tabular-nums">{sets}</span>
            <span className="text-[1.0625rem] text-muted"> {sets === 1 ? 'set' : 'sets'}</span>
          </p>
        )}
        <More desk={desk} onStartOver={startOver} />
      </div>
      {question}
    </div>
  );
}

/** The register on paper, and the way back in. Without a chosen location the first one. */
function usePaperEntries({ location: { chosen, locations } }: Desk) {
  const may = useMay();
  const id = String((chosen ?? locations[0])?.id ?? '');
  return [
    id !== '' && {
      label: 'Print the register',
      icon: Printer,
      link: <Link to="/register/$locationId" params={{ locationId: id }} />,
    },
    may(api.recordPaper.needs) && {
      label: 'Type in a paper sheet',
      icon: FilePen,
      link: <Link to="/paper" search={{ location: id }} />,
    },
  ];
}

function More({ desk, onStartOver }: { desk: Desk; onStartOver: () => void }) {
  const sound = useSound();
  const may = useMay();
  const paper = usePaperEntries(desk);
  const { chosen, locations, choose } = desk.location;
  return (
    <Menu
      trigger={<IconButton icon={EllipsisVertical} label="More" tooltip={false} />}
      entries={[
        isBusy(desk) && { label: 'Start over', icon: RotateCcw, onSelect: onStartOver },
        may(api.listRoomHandovers.needs) && {
          label: 'Room handover',
          icon: ArrowLeftRight,
          link: <Link {...handoversOf(desk)} />,
        },
        {
          label: sound ? 'Sound off' : 'Sound on',
          icon: sound ? VolumeX : Volume2,
          onSelect: () => setSound(!sound),
        },
        ...paper,
        ...(locations.length > 1
          ? [
              'separator' as const,
              { heading: "This desk's location" },
              { label: 'Any location', checked: chosen === null, onSelect: () => choose('') },
              ...locations.map(({ id, name }) => ({
                label: name,
                icon: MapPin,
                checked: chosen?.id === id,
                onSelect: () => choose(String(id)),
              })),
            ]
          : []),
      ]}
    />
  );
}
