import type { RefObject } from 'react';
import type { NfcListening } from '../../device/scan/use-nfc-listening.ts';
import { LocationIcon } from '../../location/LocationIcon.tsx';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { useQuestion } from '../../ui/overlay/use-question.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { DonePanel } from './DonePanel.tsx';
import { IssueLines } from './IssueLines.tsx';
import type { LineDialog } from './line-dialog.ts';
import { ReturnLines } from './ReturnLines.tsx';
import { IssueRail } from './IssueRail.tsx';
import { Key } from './Primary.tsx';
import { ReturnRail } from './ReturnRail.tsx';
import { Choices } from '../work/Choices.tsx';
import { ScanPanel } from '../work/ScanPanel.tsx';
import { DueBack } from './DueBack.tsx';
import { FirstScan } from './FirstScan.tsx';
import { Recent } from './Recent.tsx';
import type { Desk } from '../work/use-desk.ts';

export type DeskViewProps = {
  desk: Desk;
  nfc: NfcListening;
  /** What stands in the scan box. */
  text: string;
  onText: (text: string) => void;
  field: RefObject<HTMLInputElement | null>;
  onCamera: () => void;
  onNew: (name: string) => void;
  onPerson: () => void;
  onDialog: (dialog: LineDialog) => void;
};

/** The desk on a desktop: scans and the list on the left, what it is about and the one thing to press beside it, always in view. */
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
        {/* As high as the window leaves under the page's head: the rail scrolls by itself, and its foot with the primary stays in view. */}
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
