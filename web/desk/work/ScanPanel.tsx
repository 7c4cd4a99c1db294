import { Camera, Nfc, ScanLine, Volume2, VolumeX } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react';
import { api } from '../../../shared/api.ts';
import { NAME_MAX } from '../../../shared/limits.ts';
import { useOfflineSince } from '../../api/connection.ts';
import { setSound, signalScan, useSound } from '../../device/scan/feedback.ts';
import { useMay } from '../../session.tsx';
import { Button } from '../../ui/Button.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { takesApprover, waitingLines, waitText } from '../state/second-person.ts';
import { AnswerStrip, Light } from './Answer.tsx';
import {
  LENGTH_MIN,
  meantBy,
  type Option,
  type Suggested,
  Suggestions,
  useSuggestions,
} from './Suggestions.tsx';
import type { Desk, DeskViewProps } from './use-desk.ts';

/** While the server does not respond. */
const UNREACHABLE = "Keyhold can't be reached";
const UNREACHABLE_HINT = 'Trying again. What you scanned stays on the list.';

/** The scan box of a desktop, which keeps the focus, and the last answer. */
export function ScanPanel({ desk, nfc, text, onText, onDialog, onCamera, field }: DeskViewProps) {
  const reachable = useOfflineSince() === 0;
  const { state, context } = desk;
  const waits = takesApprover(state, context) && waitText(waitingLines(state, context), context.now);
  const mayStart = nfc.failure !== 'unsupported' && nfc.state !== 'listening';
  return (
    <Panel aria-label="Scanner">
      <div className="flex min-h-12 flex-wrap items-center gap-x-2 border-b px-4">
        <Light tint={reachable && !waits ? 'emerald' : 'amber'} />
        <h2 className="text-lead font-semibold">
          {!reachable ? UNREACHABLE : waits ? waits.replace(/\.$/, '') : 'Ready to scan'}
        </h2>
        <span className="text-hint text-muted">
          {!reachable
            ? UNREACHABLE_HINT
            : waits
              ? 'Their badge and number here, or yes on their own device.'
              : desk.state.mode === 'done'
                ? 'The next scan starts a new list.'
                : 'Use a reader, NFC or the camera, or type to search.'}
        </span>
        <span className="ml-auto flex items-center gap-1">
          {mayStart && (
            <Button size="sm" icon={Nfc} pending={nfc.state === 'starting'} onClick={nfc.start}>
              Read NFC tags
            </Button>
          )}
          <SoundSwitch />
        </span>
      </div>
      <div className="flex gap-2 p-4">
        <ScanField desk={desk} text={text} onText={onText} onDialog={onDialog} ref={field} />
        <Button size="lg" icon={Camera} onClick={onCamera}>
          Camera
        </Button>
      </div>
      <AnswerStrip desk={desk} />
    </Panel>
  );
}

/** The switch for sounds; plays one when switched on. */
function SoundSwitch() {
  const on = useSound();
  return (
    <IconButton
      icon={on ? Volume2 : VolumeX}
      label="Sound"
      aria-pressed={on}
      className="-mr-1.5"
      onClick={() => {
        setSound(!on);
        if (!on) signalScan('good');
      }}
    />
  );
}

/** The start screen of a phone: how to scan. */
export function HowToScan({ nfc }: Pick<DeskViewProps, 'nfc'>) {
  const reachable = useOfflineSince() === 0;
  const listening = nfc.state === 'listening';
  return (
    <section
      aria-label="Scanner"
      className="flex min-h-[min(336px,48dvh)] flex-col items-center justify-center rounded-3xl border-2 border-dashed border-control bg-panel p-6 text-center"
    >
      <span aria-hidden className="grid size-26 place-items-center rounded-full bg-primary/10 text-link">
        <Nfc className="size-14" />
      </span>
      <h2 className="mt-5 text-[1.625rem]/8 font-semibold tracking-tight">
        {!reachable ? UNREACHABLE : listening ? 'Hold to a badge or a set' : 'Scan a badge or a set'}
      </h2>
      <p className="mt-2 max-w-76 text-base text-muted">
        {reachable
          ? 'A badge or a set that is in starts an issue. A set that is out starts a return.'
          : UNREACHABLE_HINT}
      </p>
      {!listening && nfc.failure !== 'unsupported' && (
        <Button className="mt-4" icon={Nfc} pending={nfc.state === 'starting'} onClick={nfc.start}>
          Read NFC tags
        </Button>
      )}
    </section>
  );
}

type Props = Pick<DeskViewProps, 'desk' | 'text' | 'onText' | 'onDialog'> & {
  /** Called after a submit or a choice. */
  onUsed?: () => void;
  ref: Ref<HTMLInputElement>;
};

/** What the box takes while sets wait for a second person. */
export const SCAN_APPROVER = 'Scan the badge of who approves';

const PLACEHOLDERS = {
  waiting: 'Scan or type a set or a badge',
  issue: 'Scan or type a set or a badge',
  return: 'Scan the next set, or type',
  done: 'Scan to start the next one',
};

/**
 * The scan box. A reader's input is a code, even with suggestions shown (useReader takes it). Typed text searches people and sets; Enter takes
 * the highlighted row, or looks the text up as a code.
 */
export function ScanField({ desk, text, onText, onDialog, onUsed, ref }: Props) {
  const { state, send, scan } = desk;
  const list = useOptions(desk, text);
  const id = useId();
  const enter = useEnter(text, list.waits, takeMarked);

  function use(action: () => void) {
    onText('');
    action();
    onUsed?.();
  }
  function pick(option: Option) {
    if (option.kind === 'new') use(() => onDialog(option));
    else if (option.kind === 'person') use(() => send({ type: 'badgeChosen', holder: option.holder }));
    else use(() => send({ type: 'setChosen', bunch: option.bunch }));
  }
  function takeMarked() {
    const typed = text.trim();
    const marked = list.options[list.active];
    if (marked) return pick(marked);
    if (typed) return use(() => scan(typed));
    if (state.mode === 'done') send({ type: 'startedOver' });
  }
  function press(event: KeyboardEvent<HTMLInputElement>) {
    const { key } = event;
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (key === 'Backspace' && text === '' && !event.repeat) send({ type: 'newestRemoved' });
    else if (key === 'Enter') enter();
    else if (key === 'Escape' && list.open) list.close();
    else if ((key === 'ArrowDown' || key === 'ArrowUp') && list.open) list.move(key === 'ArrowDown' ? 1 : -1);
    else return;
    if (key !== 'Backspace') event.preventDefault();
  }

  return (
    <Popover.Root open={list.open}>
      <Popover.Anchor asChild>
        <div className="min-w-0 flex-1">
          <Input
            ref={ref}
            type="search"
            size="lg"
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={list.open}
            aria-controls={list.open ? id : undefined}
            aria-activedescendant={list.open && list.active >= 0 ? `${id}-${list.active}` : undefined}
            aria-label="Scan or type"
            placeholder={takesApprover(state, desk.context) ? SCAN_APPROVER : PLACEHOLDERS[state.mode]}
            lead={<ScanLine aria-hidden className="size-4" />}
            value={text}
            maxLength={NAME_MAX}
            data-wedge=""
            data-scan-field=""
            onChange={(event) => onText(event.target.value)}
            onKeyDown={press}
            onBlur={list.close}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="off"
            enterKeyHint="go"
          />
        </div>
      </Popover.Anchor>
      <Suggestions
        id={id}
        q={list.q}
        options={list.options}
        active={list.active}
        context={desk.context}
        location={locationSought(desk)?.name ?? null}
        onActive={list.setActive}
        onPick={(option) => list.open && pick(option)}
      />
    </Popover.Root>
  );
}

/** Enter does what the highlighted row says; pressed during a search, it waits for the results. */
function useEnter(text: string, waits: boolean, take: () => void): () => void {
  const [entered, setEntered] = useState<string | null>(null);
  const latest = useRef(take);
  useEffect(() => {
    latest.current = take;
  });
  useEffect(() => {
    if (entered === null || waits) return;
    setEntered(null);
    if (entered === text) latest.current();
  }, [entered, text, waits]);
  return () => (waits ? setEntered(text) : take());
}

/** Issued sets are at this location; returned ones can belong anywhere. */
const locationSought = ({ state, location }: Desk) => (state.mode === 'return' ? null : location.chosen);

/** The search results; fuzzy matches only where there are no others. */
function fitting({ people, sets }: Suggested): Option[] {
  const all: Option[] = [
    ...people.map((holder): Option => ({ kind: 'person', holder })),
    ...sets.map((bunch): Option => ({ kind: 'set', bunch })),
  ];
  const typed = all.filter((option) => meantBy(option) === undefined);
  return typed.length > 0 ? typed : all;
}

/** The options for a text and the highlighted one: the first exact person or set, never a fuzzy match or a new person. */
function useOptions(desk: Desk, text: string) {
  const may = useMay();
  const typed = text.trim();
  const within = locationSought(desk);
  const found = useSuggestions(text, within?.id ?? null);
  const [closed, setClosed] = useState('');
  const [moved, setMoved] = useState({ q: '', active: 0 });
  const current = found.q === typed && found.ready;
  const fit = current ? fitting(found) : [];
  const hasSet = fit.some((option) => option.kind === 'set' && meantBy(option) === undefined);
  const mayAdd = current && may(api.createHolder.needs) && !hasSet && /\p{L}{2}/u.test(typed);
  const options: Option[] = mayAdd ? [...fit, { kind: 'new', name: typed }] : fit;
  // Fuzzy matches and new people are never taken by Enter.
  const first = fit[0] && meantBy(fit[0]) === undefined ? 0 : -1;
  const active = moved.q === typed ? moved.active : first;
  const setActive = (next: number) => setMoved({ q: typed, active: next });
  return {
    q: found.q,
    options,
    active: options.length > 0 ? active : -1,
    open: options.length > 0 && closed !== typed,
    /** Whether the search for the text is still running. */
    waits: typed.length >= LENGTH_MIN && !current,
    close: () => setClosed(typed),
    setActive,
    move: (by: 1 | -1) => setActive((active + by + options.length) % options.length),
  };
}
