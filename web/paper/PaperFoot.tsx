import { useOfflineSince } from '../api/connection.ts';
import { count } from '../format.ts';
import { Button } from '../ui/Button.tsx';
import { FootBar, PageFoot } from '../ui/FootBar.tsx';
import type { PaperLines } from './use-paper-lines.ts';

/** "3 lines ready, 2 to look at.", and the button that records what is ready. */
export function PaperFoot({ work, phone, onKeep }: { work: PaperLines; phone: boolean; onKeep: () => void }) {
  const { rows, dry, draft, isTyped, isRecording, record } = work;
  const offline = useOfflineSince() > 0;
  const of = (state: string) => rows.filter((row) => row.state === state).length;
  const [ready, look, already] = [of('ready'), of('look'), of('already')];
  const reason = offline
    ? "Keyhold can't be reached. Keep the lines for later."
    : !draft.sheet.trim()
      ? 'Write the number of the sheet.'
      : !draft.writtenBy.trim()
        ? 'Write who wrote the sheet.'
        : ready === 0
          ? 'No line is ready.'
          : !dry.isCurrent
            ? (dry.failed ?? 'Keyhold is looking at the lines.')
            : undefined;
  const text = [
    `${count(ready, 'line')} ready`,
    look > 0 && `${look} to look at`,
    already > 0 && `${already} recorded already`,
  ]
    .filter(Boolean)
    .join(', ');
  const note =
    dry.failed && isTyped && !offline
      ? dry.failed
      : `${text}.${phone ? '' : ' Lines go in together, in the order of their times.'}`;
  const buttons = (
    <>
      <Button disabled={!isTyped} onClick={onKeep}>
        Keep for later
      </Button>
      <Button
        variant="primary"
        pending={isRecording}
        disabledReason={reason}
        reasonIn="tooltip"
        onClick={() => void record()}
      >
        {ready === 0 ? 'Record the lines' : `Record ${count(ready, 'line')}`}
      </Button>
    </>
  );
  return phone ? <FootBar note={note}>{buttons}</FootBar> : <PageFoot note={note}>{buttons}</PageFoot>;
}
