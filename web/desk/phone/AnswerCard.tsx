import { Camera, Keyboard, Nfc } from 'lucide-react';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Spinner } from '../../ui/Loading.tsx';
import type { DeskViewProps } from '../wide/WideDesk.tsx';
import { ANSWER_LOOKS } from '../work/answer-looks.tsx';

type Props = Pick<DeskViewProps, 'desk' | 'nfc' | 'onCamera'> & { onType: () => void };

/** The result of a scan, readable at arm's length, with how to start the next scan under it. */
export function AnswerCard({ desk, nfc, onCamera, onType }: Props) {
  const { answer } = desk.state;
  const { checking } = desk;
  const listens = nfc.state === 'listening';
  const look = answer && ANSWER_LOOKS[answer.tone];
  const Picture = look?.icon;
  return (
    <section aria-label="Scanner" className="overflow-clip rounded-3xl border bg-panel shadow-xs">
      <div role="status" aria-label="Scan result">
        {checking > 0 ? (
          <div className="flex min-h-38 items-center justify-center gap-4 text-muted">
            <Spinner className="size-10" />
            <span className="text-lg">Looking it up...</span>
          </div>
        ) : (
          answer &&
          look &&
          Picture && (
            <div className={cx('flex min-h-38 items-center gap-5 px-5 py-4', look.panel)}>
              <span
                className={cx(
                  'grid size-17 shrink-0 place-items-center rounded-full max-[370px]:size-14',
                  look.disc,
                )}
              >
                <Picture aria-hidden className="size-9 stroke-[2.5]!" />
              </span>
              <p className="min-w-0">
                <span className="block text-[17px]/6 font-semibold first-letter:uppercase">
                  {wordOf(desk.state.mode, answer)}
                </span>
                <Name text={answer.title} />
                <Detail text={answer.detail} />
              </p>
            </div>
          )
        )}
      </div>
      <div className="flex min-h-13 items-center gap-2.5 pr-2 pl-5">
        <span
          aria-hidden
          className={cx(
            'grid size-4 shrink-0 place-items-center rounded-full',
            listens ? 'bg-emerald-500/20' : 'bg-soft',
          )}
        >
          <span className={cx('size-2 rounded-full', listens ? 'bg-emerald-500' : 'bg-muted')} />
        </span>
        <p className="flex-1 font-medium">
          {listens
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

const wordOf = (mode: string, { tone, word }: { tone: string; word: string }) =>
  mode === 'return' && tone === 'good' && word === 'added' ? 'Added, now count' : word;

/** Description on one line, contents under it. */
function Detail({ text }: { text: string }) {
  const [what, ...rest] = text.split(' · ');
  return (
    <span className="block text-[15px]/5 text-pretty tabular-nums">
      <span className="block">{what}</span>
      {rest.join(' · ')}
    </span>
  );
}

/** As large as the width allows: names can be long. */
const Name = ({ text }: { text: string }) => (
  <b
    className={cx(
      'block font-bold tracking-[-0.03em] wrap-anywhere',
      text.length <= 9 ? 'text-[40px]/11' : text.length <= 14 ? 'text-[30px]/9' : 'text-[22px]/7',
    )}
  >
    {text}
  </b>
);
