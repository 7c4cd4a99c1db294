import { ScanLine } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type KeyboardEvent, type Ref, useId, useState } from 'react';
import { api } from '../../../shared/api.ts';
import { NAME_MAX } from '../../../shared/limits.ts';
import { useMay } from '../../session.tsx';
import { Input } from '../../ui/form/Input.tsx';
import type { Desk } from '../work/use-desk.ts';
import { type Option, Suggestions } from './Suggestions.tsx';
import { useSuggestions } from './use-suggestions.ts';

type Props = {
  desk: Desk;
  text: string;
  onText: (text: string) => void;
  /** Somebody new of that name is to be added. */
  onNew: (name: string) => void;
  /** Something was submitted or chosen. */
  onUsed?: () => void;
  ref: Ref<HTMLInputElement>;
};

const PLACEHOLDERS = {
  waiting: 'Scan a set, a badge or a code, or type',
  issue: 'Scan a set, a badge or a code, or type',
  return: 'Scan the next set, or type',
  done: 'Scan to start the next one',
};

/**
 * The scan box. What a reader writes is a code, whatever is suggested meanwhile (useReader takes it); what is typed finds people and sets,
 * and Enter takes the marked one. Without any it is looked up as a code.
 */
export function ScanField({ desk, text, onText, onNew, onUsed, ref }: Props) {
  const { state, send, scan } = desk;
  const list = useOptions(desk, text);
  const id = useId();

  function use(action: () => void) {
    onText('');
    action();
    onUsed?.();
  }
  function pick(option: Option) {
    if (option.kind === 'new') use(() => onNew(option.name));
    else if (option.kind === 'person') use(() => send({ type: 'personChosen', holder: option.holder }));
    else use(() => send({ type: 'setChosen', bunch: option.bunch }));
  }
  function enter() {
    const typed = text.trim();
    const marked = list.options[list.active];
    if (marked && !isCode(desk, typed, marked)) return pick(marked);
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
            placeholder={PLACEHOLDERS[state.mode]}
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
        place={placeSought(desk)?.name ?? null}
        optionId={(index) => `${id}-${index}`}
        onActive={list.setActive}
        onPick={pick}
      />
    </Popover.Root>
  );
}

/** At a return a number is a seal's or a set's, never one that a set had once, unless it is that set's own now. */
function isCode({ state }: Desk, typed: string, marked: Option): boolean {
  if (state.mode !== 'return' || !/^\d+$/.test(typed) || marked.kind !== 'set') return false;
  return marked.bunch.identifier !== typed && marked.bunch.currentTag !== typed;
}

/** What goes out is here; what comes back may belong anywhere. */
const placeSought = ({ state, place }: Desk) => (state.mode === 'return' ? null : place.place);

/** What is offered for a text, and which of it is marked: the first person or set, never somebody new. */
function useOptions(desk: Desk, text: string) {
  const may = useMay();
  const typed = text.trim();
  const within = placeSought(desk);
  const found = useSuggestions(text, within?.id ?? null);
  const [closed, setClosed] = useState('');
  const [moved, setMoved] = useState({ q: '', active: 0 });
  const current = found.q === typed && found.ready;
  const options: Option[] = !current
    ? []
    : [
        ...found.people.map((holder): Option => ({ kind: 'person', holder })),
        ...found.sets.map((bunch): Option => ({ kind: 'set', bunch })),
        ...(may(api.createHolder.needs) && /\p{L}{2}/u.test(typed)
          ? [{ kind: 'new', name: typed } as const]
          : []),
      ];
  const first = options[0]?.kind === 'new' ? -1 : 0;
  const active = moved.q === typed ? moved.active : first;
  const setActive = (next: number) => setMoved({ q: typed, active: next });
  return {
    q: found.q,
    options,
    active: options.length > 0 ? active : -1,
    open: options.length > 0 && closed !== typed,
    close: () => setClosed(typed),
    setActive,
    move: (by: 1 | -1) => setActive((active + by + options.length) % options.length),
  };
}
