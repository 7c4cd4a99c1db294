import { Hand, Undo2, UserRound } from 'lucide-react';
import { type RefObject, useState } from 'react';
import type { NfcListening } from '../../device/scan/nfc-listening.ts';
import { dueText } from '../../due-text.ts';
import { LocationIcon } from '../../location/LocationIcon.tsx';
import { ActionSquare } from '../../ui/ActionSquare.tsx';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Select } from '../../ui/form/Select.tsx';
import { linkClass } from '../../ui/look.ts';
import { useQuestion } from '../../ui/overlay/ConfirmDialog.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { Panel, PanelHead } from '../../ui/Panel.tsx';
import { whatOf } from '../state/verdict.ts';
import { Choices } from '../work/Choices.tsx';
import { DonePanel } from '../work/DonePanel.tsx';
import { IssueLines } from '../work/IssueLines.tsx';
import type { LineDialog } from '../work/LineDialogs.tsx';
import { Key } from '../work/Primary.tsx';
import { knowsDesk } from '../work/recent.ts';
import { ScanPanel } from '../work/ScanPanel.tsx';
import type { Desk } from '../work/use-desk.ts';
import { useDueBack } from '../work/use-due-back.ts';
import { IssueRail } from './IssueRail.tsx';
import { Recent } from './Recent.tsx';
import { ReturnLines } from './ReturnLines.tsx';
import { ReturnRail } from './ReturnRail.tsx';

export type DeskViewProps = {
  desk: Desk;
  nfc: NfcListening;
  /** The text in the scan box. */
  text: string;
  onText: (text: string) => void;
  field: RefObject<HTMLInputElement | null>;
  onCamera: () => void;
  onNew: (name: string) => void;
  onPerson: () => void;
  onDialog: (dialog: LineDialog) => void;
};

/** The desk on a desktop: scans and list on the left, the rail with the primary on the right. */
export function WideDesk(props: DeskViewProps) {
  const { desk, field, onPerson, onDialog } = props;
  const { mode, done, lines } = desk.state;
  return (
    <>
      <Head desk={desk} field={field} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_368px]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <ScanPanel {...props} />
          <Choices desk={desk} />
          {mode === 'waiting' && (
            <>
              <FirstScan />
              <DueBack desk={desk} />
            </>
          )}
          {mode === 'done' && done && <DonePanel desk={desk} done={done} />}
          {mode === 'issue' && lines.length > 0 && <IssueLines desk={desk} onDialog={onDialog} />}
          {mode === 'return' && (
            <ReturnLines desk={desk} onDialog={onDialog} onTagDone={() => field.current?.focus()} />
          )}
          {(mode === 'issue' || mode === 'return') && <KeysLine />}
        </div>
        {/* As high as the window below the page's header: the rail scrolls by itself and its footer stays visible. */}
        <div className="lg:sticky lg:top-18 lg:max-h-[calc(100dvh-11.5rem)] lg:overflow-y-auto lg:rounded-xl">
          {mode === 'issue' ? (
            <IssueRail desk={desk} onPerson={onPerson} />
          ) : mode === 'return' ? (
            <ReturnRail desk={desk} onPerson={onPerson} />
          ) : (
            <Recent desk={desk} />
          )}
        </div>
      </div>
    </>
  );
}

function Head({ desk, field }: Pick<DeskViewProps, 'desk' | 'field'>) {
  const { state, place, send } = desk;
  const question = useQuestion();
  const { mode, lines } = state;
  const at = place.place?.name;
  const subtitle =
    mode === 'issue'
      ? `${at ? `Issuing from ${at}. ` : ''}Nothing is recorded until you issue.`
      : mode === 'return'
        ? `${at ? `Returning to ${at}. ` : ''}Nothing is recorded until you return.`
        : 'Issue and return by scanning.';
  async function startOver() {
    const sure = lines.length === 0 || (await question.ask(startOverQuestion(lines.length)));
    if (sure) send({ type: 'startedOver' });
  }
  return (
    <>
      <PageHead
        title="Desk"
        subtitle={subtitle}
        right={
          <>
            {(mode === 'issue' || mode === 'return') && (
              <Button variant="ghost" onClick={() => void startOver()}>
                Start over
              </Button>
            )}
            {place.locations.length > 1 && (
              <Select
                aria-label="This desk's location"
                className="w-49!"
                value={place.place ? String(place.place.id) : ''}
                onValueChange={place.choose}
                focusAfter={field}
                none="Any location"
                lead={<LocationIcon type={place.place?.type ?? ''} />}
                options={place.locations.map(({ id, name }) => ({ value: String(id), label: name }))}
              />
            )}
          </>
        }
      />
      {question.dialog}
    </>
  );
}

export const startOverQuestion = (lines: number) => ({
  title: 'Start over?',
  text: `The list has ${lines === 1 ? '1 line' : `${lines} lines`}. Nothing of it was recorded.`,
  confirmLabel: 'Start over',
  cancelLabel: 'Keep the list',
});

const KeysLine = () => (
  <p className="flex flex-wrap items-center gap-x-4 gap-y-1 px-1 text-hint text-muted">
    <span className="flex items-center gap-1.5 touch:hidden">
      <Key>/</Key> back to the scan box
    </span>
    <span className="flex items-center gap-1.5 touch:hidden">
      <Key>Backspace</Key> removes the last set
    </span>
    <span className="ml-auto">Kept on this device if the page reloads</span>
  </p>
);

const CELLS = [
  { icon: UserRound, tint: 'blue', title: 'A badge, or a name', text: 'Starts an issue to that person.' },
  {
    icon: Hand,
    tint: 'amber',
    title: 'A set that is in',
    text: 'Starts an issue. You then choose the person.',
  },
  {
    icon: Undo2,
    tint: 'emerald',
    title: 'A set that is out',
    text: 'Starts a return from its holder.',
  },
] as const;

/** Help for new users; collapsed after a number of batches on this device. */
function FirstScan() {
  const [known] = useState(knowsDesk);
  return known ? null : <Cells />;
}

const Cells = () => (
  <Panel aria-label="How it works">
    <PanelHead
      title="The first scan decides"
      count="then scan, scan, scan"
      right="Label, NFC tag, tag number, set ID or badge"
    />
    <ul className="grid divide-x max-md:divide-x-0 max-md:divide-y md:grid-cols-3">
      {CELLS.map(({ icon, tint, title, text }) => (
        <li key={title} className="p-4">
          <ActionSquare icon={icon} tint={tint} size={36} />
          <p className="mt-3 font-medium">{title}</p>
          <p className="text-hint text-muted">{text}</p>
        </li>
      ))}
    </ul>
  </Panel>
);

const SHOWN = 6;

/** Sets due back here; Return is treated as a scan of the set. */
function DueBack({ desk }: { desk: Desk }) {
  const { around, place, send } = desk;
  const { bunches, summary } = useDueBack(desk);
  const [all, setAll] = useState(false);
  if (bunches.length === 0) return null;
  const shown = all ? bunches : bunches.slice(0, SHOWN);
  return (
    <Panel aria-label="Due back">
      <PanelHead
        title={place.place ? `Due back at ${place.place.name}` : 'Due back'}
        count={summary}
        right={
          bunches.length > SHOWN &&
          !all && (
            <button type="button" className={linkClass} onClick={() => setAll(true)}>
              Show all {bunches.length}
            </button>
          )
        }
      />
      <ul className="divide-y">
        {shown.map((bunch) => {
          const due = dueText(Date.parse(bunch.dueAt ?? ''), around.now, around.zone);
          return (
            <li key={bunch.id} className="flex min-h-[45px] items-center gap-4 px-4 py-1.5">
              <b className="w-24 shrink-0 truncate font-semibold">{bunch.identifier}</b>
              <span className="min-w-0 flex-1 truncate text-muted">{whatOf(bunch)}</span>
              <span className="w-36 truncate">{bunch.holder?.name}</span>
              <span
                className={cx(
                  'w-32 shrink-0 text-right text-hint tabular-nums',
                  due.overdue ? 'font-medium text-red-700 dark:text-red-300' : 'text-muted',
                )}
              >
                {due.text}
              </span>
              {around.may('key:return') && (
                <Button
                  size="sm"
                  icon={Undo2}
                  aria-label={`Return ${bunch.identifier}`}
                  onClick={() => send({ type: 'setChosen', bunch })}
                >
                  Return
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
