import { Camera, Check, Keyboard, Lock, Nfc, X } from 'lucide-react';
import { contentsOf } from '../../../shared/opens-text.ts';
import { ANSWER_LOOKS } from '../../device/scan/answer-looks.ts';
import { exactClockTime } from '../../format.ts';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Spinner } from '../../ui/Loading.tsx';
import { Panel, PanelHead } from '../../ui/Panel.tsx';
import { tagText } from '../state/answers.ts';
import type { Answer } from '../state/desk-state.ts';
import { takesApprover } from '../state/second-person.ts';
import { whatOf } from '../state/verdict.ts';
import type { Desk, DeskViewProps } from './use-desk.ts';

/** A tick, amber on a short return, or a cross on an excluded line; 20 px, 24 on a phone. */
export function LineSign({ refused = false, short = false }: { refused?: boolean; short?: boolean }) {
  const Picture = refused ? X : Check;
  return (
    <span
      className={cx(
        'grid size-5 shrink-0 place-items-center rounded-full phone:size-6',
        ANSWER_LOOKS[refused ? 'bad' : short ? 'again' : 'good'].sign,
      )}
    >
      <Picture aria-hidden className="size-3 stroke-3! phone:size-3.5" />
      <span className="sr-only">{refused ? 'Refused' : 'Included'}</span>
    </span>
  );
}

/** Whether something is ready, as a light. */
export const Light = ({ tint }: { tint: 'emerald' | 'amber' | 'off' }) => (
  <span
    aria-hidden
    className={cx(
      'grid size-4 shrink-0 place-items-center rounded-full',
      { emerald: 'bg-emerald-500/20', amber: 'bg-amber-500/20', off: 'bg-soft' }[tint],
    )}
  >
    <span
      className={cx(
        'size-2 rounded-full',
        { emerald: 'bg-emerald-500', amber: 'bg-amber-500', off: 'bg-muted' }[tint],
      )}
    />
  </span>
);

/** The last answer on a desktop, in large text; fixed height from the first scan on. */
export function AnswerStrip({ desk: { state, checking } }: { desk: Desk }) {
  const { answer } = state;
  const { icon = null, strip = 'text-muted' } = answer ? ANSWER_LOOKS[answer.tone] : {};
  const Picture = answer?.isLocked ? Lock : icon;
  return (
    <div role="status" aria-label="Scan result" className={cx(!answer && checking === 0 && 'sr-only')}>
      {checking > 0 ? (
        <div className="flex min-h-19 items-center gap-4 border-t px-4 py-2.5">
          <Spinner className="size-9 text-muted" />
          <span className="text-title text-muted">Looking it up...</span>
        </div>
      ) : (
        answer &&
        Picture && (
          <div className={cx('flex min-h-19 items-center gap-4 border-t px-4 py-2.5', strip)}>
            <span className="grid size-9 shrink-0 place-items-center rounded-full border-2 border-current">
              <Picture aria-hidden className="size-5 stroke-[2.5]!" />
            </span>
            <span className="min-w-0 flex-1">
              <b className="block text-[1.375rem]/7 font-semibold tracking-tight wrap-anywhere">
                {answer.title} <span className="font-medium">{answer.word}</span>
              </b>
              <span className="block text-pretty wrap-anywhere tabular-nums">{answer.detail}</span>
            </span>
            <time
              dateTime={new Date(answer.at).toISOString()}
              className="self-start pt-1 text-hint tabular-nums"
            >
              {exactClockTime(new Date(answer.at))}
            </time>
          </div>
        )
      )}
    </div>
  );
}

type CardProps = Pick<DeskViewProps, 'desk' | 'nfc' | 'onCamera'> & { onType: () => void };

/** The result of a scan on a phone, readable at arm's length, with how to start the next scan under it. */
export function AnswerCard({ desk, nfc, onCamera, onType }: CardProps) {
  const { answer, mode } = desk.state;
  const listens = nfc.state === 'listening';
  return (
    <section aria-label="Scanner" className="overflow-clip rounded-3xl border bg-panel shadow-xs">
      <div role="status" aria-label="Scan result">
        {desk.checking > 0 ? (
          <div className="flex min-h-38 items-center justify-center gap-4 text-muted">
            <Spinner className="size-10" />
            <span className="text-lg">Looking it up...</span>
          </div>
        ) : (
          answer && <LargeAnswer answer={answer} mode={mode} />
        )}
      </div>
      <div className="flex min-h-13 items-center gap-2.5 pr-2 pl-5">
        <Light tint={listens ? 'emerald' : 'off'} />
        <p className="flex-1 font-medium">
          {takesApprover(desk.state, desk.context)
            ? 'Scan the badge of who approves'
            : listens
              ? 'Hold the next set to the phone'
              : nfc.failure === 'unsupported'
                ? 'Next: camera, or type a code'
                : 'NFC is off: start it, or use the camera'}
        </p>
        {!listens && nfc.failure !== 'unsupported' && (
          <IconButton icon={Nfc} label="Read NFC tags" onClick={nfc.start} />
        )}
        <IconButton icon={Camera} label="Camera" className="text-fg!" onClick={onCamera} />
        <IconButton icon={Keyboard} label="Type a code" className="text-fg!" onClick={onType} />
      </div>
    </section>
  );
}

/** The title as large as the width allows, since names can be long; the description on one line, contents under it. */
function LargeAnswer({
  answer: { tone, word, title, detail, isLocked },
  mode,
}: {
  answer: Answer;
  mode: string;
}) {
  const { icon, panel, disc } = ANSWER_LOOKS[tone];
  const Picture = isLocked ? Lock : icon;
  const [what, ...rest] = detail.split(' · ');
  return (
    <div className={cx('flex min-h-38 items-center gap-5 px-5 py-4', panel)}>
      <span className={cx('grid size-17 shrink-0 place-items-center rounded-full max-[380px]:size-14', disc)}>
        <Picture aria-hidden className="size-9 stroke-[2.5]!" />
      </span>
      <p className="min-w-0">
        <span className="block text-[1.0625rem]/6 font-semibold first-letter:uppercase">
          {mode === 'return' && tone === 'good' && word === 'added' ? 'Added, now count' : word}
        </span>
        <b
          className={cx(
            'block font-bold tracking-[-0.03em] wrap-anywhere',
            title.length <= 9
              ? 'text-[2.5rem]/11'
              : title.length <= 14
                ? 'text-[1.875rem]/9'
                : 'text-[1.375rem]/7',
          )}
        >
          {title}
        </b>
        <span className="block text-[0.9375rem]/5 text-pretty tabular-nums">
          <span className="block">{what}</span>
          {rest.join(' · ')}
        </span>
      </p>
    </div>
  );
}

/** The sets that share the scanned code, to choose one. */
export function Choices({ desk: { state, send } }: { desk: Desk }) {
  if (state.choices.length === 0) return null;
  return (
    <Panel aria-label="Which set">
      <PanelHead
        title="Which of them?"
        count="The code is on several sets."
        right={<IconButton icon={X} label="None of them" onClick={() => send({ type: 'choicesClosed' })} />}
      />
      <ul className="divide-y">
        {state.choices.map((bunch) => (
          <li key={bunch.id}>
            <button
              type="button"
              onClick={() => send({ type: 'setChosen', bunch })}
              className="flex min-h-14 w-full items-center gap-3 px-4 py-2 text-left transition-colors hover:bg-soft focus-visible:-outline-offset-2"
            >
              <span className="min-w-0 flex-1">
                <b className="font-semibold">{bunch.identifier}</b>
                <span className="block truncate text-hint text-muted">
                  {[whatOf(bunch), tagText(bunch), bunch.location.name].filter(Boolean).join(' · ')}
                </span>
              </span>
              <span className="shrink-0 text-hint text-muted">{contentsOf(bunch)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
