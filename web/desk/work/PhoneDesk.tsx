import { Camera, Keyboard, Nfc } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { FootBar } from '../../ui/FootBar.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { shortSets } from '../state/to-send.ts';
import { countedLines } from '../state/verdict.ts';
import { AnswerCard, Choices } from './Answer.tsx';
import { PhoneHead } from './DeskHead.tsx';
import { PhoneDone } from './Done.tsx';
import { DueBack } from './DueBack.tsx';
import { IssueSheet } from './IssueDetails.tsx';
import { Lines } from './Lines.tsx';
import { RecentPeople } from './People.tsx';
import { PersonRow } from './Person.tsx';
import { Later, Primary } from './Rail.tsx';
import { HowToScan, ScanField } from './ScanPanel.tsx';
import type { Desk, DeskViewProps } from './use-desk.ts';

/** The desk on a phone: the last answer, the list under it, actions at the bottom. */
export function PhoneDesk(props: DeskViewProps) {
  const { desk, nfc, field, onCamera, onDialog } = props;
  const { mode, done, answer, person } = desk.state;
  const [typing, setTyping] = useState(false);
  const onType = () => setTyping(true);
  const busy = mode === 'issue' || mode === 'return';
  const answered = mode === 'waiting' && (answer !== null || desk.checking > 0);
  return (
    <>
      <PhoneHead desk={desk} />
      {busy && <PersonRow desk={desk} onDialog={onDialog} />}
      <div className="mt-3.5 flex flex-col gap-4">
        {(busy || answered) && <AnswerCard desk={desk} nfc={nfc} onCamera={onCamera} onType={onType} />}
        {mode === 'waiting' && (
          <>
            <HowToScan nfc={nfc} />
            <DueBack desk={desk} />
          </>
        )}
        {mode === 'done' && done && <PhoneDone desk={desk} done={done} />}
        <Choices desk={desk} />
        {mode === 'issue' && !person && (
          <Panel padded aria-label="Who takes them?">
            <RecentPeople desk={desk} />
          </Panel>
        )}
        {busy && <Lines desk={desk} onDialog={onDialog} field={field} />}
      </div>
      <Foot desk={desk} nfc={nfc} onCamera={onCamera} onType={onType} onDialog={onDialog} />
      <TypeCode {...props} open={typing} onOpenChange={setTyping} />
    </>
  );
}

type FootProps = Pick<DeskViewProps, 'desk' | 'nfc' | 'onCamera' | 'onDialog'> & { onType: () => void };

function Foot({ desk, nfc, onCamera, onType, onDialog }: FootProps) {
  const { mode } = desk.state;
  if (mode === 'waiting')
    return (
      <FootBar>
        <Button icon={Keyboard} onClick={onType}>
          Type a code
        </Button>
        <Button variant="primary" icon={Camera} onClick={onCamera}>
          Camera
        </Button>
      </FootBar>
    );
  if (mode === 'done')
    return (
      <FootBar>
        {nfc.state === 'idle' && nfc.failure !== 'unsupported' ? (
          <Button icon={Nfc} onClick={nfc.start}>
            Read NFC tags
          </Button>
        ) : (
          <Button icon={Camera} onClick={onCamera}>
            Camera
          </Button>
        )}
        <Button variant="primary" onClick={() => desk.send({ type: 'startedOver' })}>
          Next
        </Button>
      </FootBar>
    );
  return (
    <FootBar note={mode === 'return' ? <ShortNote desk={desk} /> : undefined}>
      <div className="flex w-full flex-col [&_[data-button]]:flex-none!">
        {mode === 'issue' && (
          <IssueSheet
            desk={desk}
            later={(close) => (
              <Later
                desk={desk}
                onDialog={(dialog) => {
                  close();
                  onDialog(dialog);
                }}
              />
            )}
          />
        )}
        <Primary desk={desk} />
      </div>
    </FootBar>
  );
}

function ShortNote({ desk: { state, context } }: { desk: Desk }) {
  const short = shortSets(countedLines(state, context));
  const [first] = short;
  if (!first) return null;
  const only = short.length === 1;
  return (
    <>
      <b className="font-medium text-amber-900 dark:text-amber-300">
        {only ? `${first.text} on ${first.identifier}.` : `${short.length} sets short.`}
      </b>{' '}
      {only ? 'It goes back marked short.' : 'They go back marked short.'}
    </>
  );
}

type TypeProps = DeskViewProps & { open: boolean; onOpenChange: (open: boolean) => void };

/** The sheet to type a code or a name instead of scanning. */
function TypeCode({ desk, text, onText, field, onDialog, open, onOpenChange }: TypeProps) {
  useEffect(() => {
    if (!open) onText('');
  }, [open, onText]);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Type a code"
      description="A set ID, a tag, a badge, or the name of a person."
    >
      <div className="min-h-80">
        <ScanField
          desk={desk}
          text={text}
          onText={onText}
          onDialog={onDialog}
          onUsed={() => onOpenChange(false)}
          ref={field}
        />
        <Button
          className="mt-3"
          block
          variant="primary"
          disabled={text.trim() === ''}
          onClick={() => {
            desk.scan(text);
            onText('');
            onOpenChange(false);
          }}
        >
          Look it up
        </Button>
      </div>
    </Dialog>
  );
}
