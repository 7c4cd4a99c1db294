import { Camera, Check, Keyboard, Nfc, RotateCcw, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { duration } from '../../format.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { FootBar } from '../../ui/FootBar.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { Panel } from '../../ui/Panel.tsx';
import type { Done } from '../state/desk-state.ts';
import { lackOf, shortText } from '../state/to-send.ts';
import { countedLines } from '../state/verdict.ts';
import type { DeskViewProps } from '../wide/WideDesk.tsx';
import { ANSWER_LOOKS } from '../work/answer-looks.tsx';
import { Choices } from '../work/Choices.tsx';
import { backText, ReceiptLink, ReceiptMail, useDone } from '../work/DonePanel.tsx';
import { Failure, Primary } from '../work/Primary.tsx';
import { RecentPeople } from '../work/RecentPeople.tsx';
import { ScanField } from '../work/ScanField.tsx';
import type { Desk } from '../work/use-desk.ts';
import { AnswerCard } from './AnswerCard.tsx';
import { IssueSheet } from './IssueSheet.tsx';
import { PersonRow, PhoneHead } from './PhoneHead.tsx';
import { PhoneLines } from './PhoneLines.tsx';
import { PhoneWaiting } from './PhoneWaiting.tsx';

/** The desk on a phone: the last answer, the list under it, actions at the bottom. */
export function PhoneDesk(props: DeskViewProps) {
  const { desk, nfc, onCamera, onPerson, onDialog } = props;
  const { mode, done, answer } = desk.state;
  const [typing, setTyping] = useState(false);
  const busy = mode === 'issue' || mode === 'return';
  return (
    <>
      <PhoneHead desk={desk} />
      {busy && <PersonRow desk={desk} onPerson={onPerson} />}
      <div className="mt-3.5 flex flex-col gap-4">
        {mode === 'waiting' && (answer || desk.checking > 0) ? (
          <AnswerCard desk={desk} nfc={nfc} onCamera={onCamera} onType={() => setTyping(true)} />
        ) : null}
        {mode === 'waiting' && <PhoneWaiting desk={desk} nfc={nfc} />}
        {mode === 'done' && done && <PhoneDone desk={desk} done={done} />}
        {busy && <AnswerCard desk={desk} nfc={nfc} onCamera={onCamera} onType={() => setTyping(true)} />}
        <Choices desk={desk} />
        {mode === 'issue' && !desk.state.person && (
          <Panel padded aria-label="Who takes them?">
            <RecentPeople desk={desk} />
          </Panel>
        )}
        {busy && <PhoneLines desk={desk} onDialog={onDialog} />}
      </div>
      <Foot desk={desk} nfc={nfc} onCamera={onCamera} onType={() => setTyping(true)} />
      <TypeCode {...props} open={typing} onOpenChange={setTyping} />
    </>
  );
}

type FootProps = Pick<DeskViewProps, 'desk' | 'nfc' | 'onCamera'> & { onType: () => void };

function Foot({ desk, nfc, onCamera, onType }: FootProps) {
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
        {mode === 'issue' && <IssueSheet desk={desk} />}
        <Failure desk={desk} />
        <Primary desk={desk} />
      </div>
    </FootBar>
  );
}

function ShortNote({ desk: { state, around } }: { desk: Desk }) {
  const [first, ...more] = countedLines(state, around).flatMap((line) => {
    const lack = lackOf(line);
    return lack ? [`${shortText(lack)} on ${line.bunch.identifier}.`] : [];
  });
  if (!first) return null;
  return (
    <>
      <b className="font-medium text-amber-900 dark:text-amber-300">
        {more.length > 0 ? `${more.length + 1} sets short.` : first}
      </b>{' '}
      {more.length > 0 ? 'They go back marked short.' : 'It goes back marked short.'}
    </>
  );
}

type TypeProps = DeskViewProps & { open: boolean; onOpenChange: (open: boolean) => void };

/** The sheet to type a code or a name instead of scanning. */
function TypeCode({ desk, text, onText, field, onNew, open, onOpenChange }: TypeProps) {
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
          onNew={(name) => {
            onOpenChange(false);
            onNew(name);
          }}
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

/** The recorded batch, full screen, with Undo and the receipt. */
function PhoneDone({ desk, done }: { desk: Desk; done: Done }) {
  const { title, line, number, left, undoing, undo } = useDone(desk, done);
  const isShort = done.short > 0 && !done.undone;
  const looks = ANSWER_LOOKS[isShort || done.undone ? 'again' : 'good'];
  const Picture = done.undone ? RotateCcw : isShort ? TriangleAlert : Check;
  return (
    <section
      aria-label="Done"
      className={cx(
        'flex min-h-[clamp(300px,calc(100dvh-240px),436px)] flex-col items-center justify-center rounded-3xl p-5 text-center',
        looks.panel,
      )}
    >
      <div role="status" className="flex flex-col items-center">
        <span aria-hidden className={cx('grid size-24 place-items-center rounded-full', looks.disc)}>
          <Picture className="size-14 stroke-[2.5]!" />
        </span>
        <h2 className="mt-5 text-[28px]/9 font-bold tracking-tight text-balance">{title}</h2>
        <p className="mt-2 text-base text-balance">{line}</p>
        {isShort && (
          <ul className="mt-2 font-semibold">
            {done.batch.keyBunches
              .filter(({ short }) => short)
              .map((bunch) => (
                <li key={bunch.id}>{`${bunch.identifier}: ${backText(bunch, done.action)}`}</li>
              ))}
          </ul>
        )}
      </div>
      <p className="mt-1 text-sm">Receipt {number}</p>
      <div className="mt-5 flex flex-wrap justify-center gap-2.5 text-fg">
        {left > 0 && (
          <Button icon={RotateCcw} pending={undoing} onClick={() => void undo()}>
            Undo
          </Button>
        )}
        <ReceiptMail done={done} />
        <ReceiptLink done={done} />
      </div>
      {left > 0 && <p className="mt-2 text-sm tabular-nums">Undo for {duration(left)}</p>}
    </section>
  );
}
