import { CheckCheck, CloudOff, EyeOff, Minus, Plus, ScanLine } from 'lucide-react';
import { serialText } from '../../BunchText.tsx';
import { type NfcListening, nfcMessage } from '../../device/scan/nfc-listening.ts';
import { exactClockTime } from '../../format.ts';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { keptText } from '../audit-text.tsx';
import { Box, Disc, Name, Sentence, StartScanning, Word } from '../scan/ScanAnswer.tsx';
import type { AuditWork, ShownReading } from '../use-audit-session.ts';
import type { Hooks } from './use-hooks.ts';

type Props = { work: AuditWork; hooks: Hooks };

/** What is asked now, of someone who doesn't see the list. */
export function HooksStrip({ work, hooks: { hooks, isFree, follow } }: Props) {
  const isSpot = work.session?.kind === 'spot';
  return (
    <p className="flex items-center gap-3.5 rounded-xl border bg-panel px-4 py-3 text-pretty shadow-xs">
      <EyeOff aria-hidden className="size-5 shrink-0 text-muted" />
      <span className="min-w-0 flex-1">
        {isFree ? (
          'Scan on: what you read is not tied to a hook.'
        ) : isSpot ? (
          <>
            Hooks <Listed hooks={hooks} />. Scan what hangs there.
          </>
        ) : (
          'Scan or type what hangs on each hook. The register compares at the end.'
        )}
      </span>
      {isFree && (
        <Button size="sm" onClick={follow}>
          Go by hook
        </Button>
      )}
    </p>
  );
}

const Listed = ({ hooks }: { hooks: readonly string[] }) =>
  hooks.map((hook, n) => (
    <span key={hook}>
      {n === 0 ? '' : n === hooks.length - 1 ? ' and ' : ', '}
      <b className="font-semibold whitespace-nowrap">{hook}</b>
    </span>
  ));

/** What a reading is called. */
export const readingText = ({ text }: ShownReading): string =>
  text === null ? 'Hook is empty' : serialText(text);

const forHook = (hook: string | null): string => (hook === null ? 'without a hook' : `for hook ${hook}`);

/** The neutral answer on a phone: the same for every reading. Before the first reading, which hook is asked. */
export function BlindAnswer({ work, hooks, scanner }: Props & { scanner: NfcListening }) {
  const { last, hook, left } = hooks;
  return (
    <div role="status" aria-label="Scan result" className="-mx-1">
      {last ? (
        <Box className="bg-blue-800 text-white">
          <Disc icon={last.waits && work.stuck ? CloudOff : ScanLine} className="bg-white text-blue-800" />
          <Word>{last.waits && work.stuck ? keptText(work.unkept) : 'Recorded'}</Word>
          <Name text={readingText(last)} />
          <p className="mt-2 text-[1.1875rem] leading-7 font-medium text-balance">
            {forHook(last.hook)}
            {hook !== null && `, next is ${hook}`}
          </p>
          {last.text !== null && (
            <p className="mt-1.5 text-base text-balance">Now count it: how many keys, how many fobs?</p>
          )}
          {last.text === null && left.length === 0 && (
            <p className="mt-1.5 text-base">Every hook has been looked at.</p>
          )}
        </Box>
      ) : (
        <Waiting hooks={hooks} scanner={scanner} />
      )}
    </div>
  );
}

function Waiting({ hooks: { hook, left }, scanner }: Omit<Props, 'work'> & { scanner: NfcListening }) {
  const { failure, state } = scanner;
  const message = failure && nfcMessage('audit', failure);
  const isDone = left.length === 0 && hook === null;
  return (
    <Box className="border-2 border-dashed border-control bg-panel">
      <span
        aria-hidden
        className="grid size-[104px] place-items-center rounded-full bg-primary/10 text-link [@media(height<45rem)]:size-16"
      >
        {isDone ? <CheckCheck className="size-14" /> : <ScanLine className="size-14" />}
      </span>
      <Word>{isDone ? 'Every hook has been looked at' : hook === null ? 'Scan on' : `Hook ${hook}`}</Word>
      <Sentence>
        {isDone
          ? 'Read what hangs without a hook, or complete the audit.'
          : 'Scan what hangs there, or type its code. Nothing there? Press Hook is empty.'}
      </Sentence>
      {message && !isDone && (
        <Sentence>
          <b className="font-medium text-fg">{message.title}</b> {message.description}
        </Sentence>
      )}
      {failure !== 'unsupported' && state !== 'listening' && !isDone && <StartScanning scanner={scanner} />}
    </Box>
  );
}

/** The answer on a desktop: a strip of fixed height. */
export function BlindStrip({ hooks: { last, hook } }: Pick<Props, 'hooks'>) {
  return (
    <div
      role="status"
      aria-label="Scan result"
      className={cx(
        'flex min-h-[60px] items-center gap-3.5 border-b px-4 py-2.5',
        last ? 'bg-blue-500/10 text-blue-900 dark:text-blue-200' : 'text-muted',
      )}
    >
      {last ? (
        <>
          <ScanLine aria-hidden className="size-6 shrink-0" />
          <span className="min-w-0 flex-1">
            <b className="block font-semibold wrap-anywhere">Recorded: {readingText(last)}</b>
            <span className="block text-hint">
              {forHook(last.hook)}
              {hook !== null && `, next is ${hook}`}
            </span>
          </span>
          <time dateTime={last.doneAt} className="text-hint tabular-nums">
            {exactClockTime(last.doneAt)}
          </time>
        </>
      ) : (
        'What you read shows here. Nothing says whether it was expected.'
      )}
    </div>
  );
}

/** Counts the keys and fobs of the set that was read last; null without one. */
export function CountSteppers({ hooks: { last, counts, count } }: Pick<Props, 'hooks'>) {
  if (!last || last.text === null) return null;
  const now = counts ?? { keys: last.keyCount ?? 0, fobs: last.fobCount ?? 0 };
  const isCounted = counts !== null || last.keyCount !== null;
  return (
    <div className="grid grid-cols-2 gap-3">
      <Stepper
        noun="keys"
        value={now.keys}
        isCounted={isCounted}
        onChange={(keys) => count({ ...now, keys })}
      />
      <Stepper
        noun="fobs"
        value={now.fobs}
        isCounted={isCounted}
        onChange={(fobs) => count({ ...now, fobs })}
      />
    </div>
  );
}

type StepperProps = { noun: string; value: number; isCounted: boolean; onChange: (value: number) => void };

function Stepper({ noun, value, isCounted, onChange }: StepperProps) {
  const end =
    'grid size-12 shrink-0 place-items-center rounded-xl text-fg active:bg-soft disabled:text-muted';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add its own border and legend
    <div
      role="group"
      aria-label={`Number of ${noun}`}
      className="flex min-h-12 items-center justify-between rounded-xl border bg-panel shadow-xs"
    >
      <button
        type="button"
        aria-label={`One of the ${noun} less`}
        className={end}
        disabled={value === 0}
        onClick={() => onChange(value - 1)}
      >
        <Minus aria-hidden className="size-[18px]" />
      </button>
      <output className="text-muted tabular-nums">
        <b className="text-[1.0625rem] font-semibold text-fg">{isCounted ? value : '–'}</b> {noun}
      </output>
      <button
        type="button"
        aria-label={`One of the ${noun} more`}
        className={end}
        onClick={() => onChange(value + 1)}
      >
        <Plus aria-hidden className="size-[18px]" />
      </button>
    </div>
  );
}
