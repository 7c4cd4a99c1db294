import { Popover } from 'radix-ui';
import { type KeyboardEvent, useId, useState } from 'react';
import { api } from '../../shared/api.ts';
import { NAME_MAX } from '../../shared/limits.ts';
import { opensText } from '../../shared/opens-text.ts';
import type { PaperKind } from '../../shared/paper-words.ts';
import { useRead } from '../api/read.ts';
import { useMay } from '../session.tsx';
import { footHeight } from '../ui/FootBar.tsx';
import { SuggestionBox, SuggestionOption } from '../ui/form/Combobox.tsx';
import { Input, type InputProps, inputClass } from '../ui/form/Input.tsx';
import { useDebounced } from '../ui/use-debounced.ts';
import type { Line } from './lines.ts';

const MIN = 2;
const SHOWN = '6';

type Props = {
  line: Line;
  onChange: (about: Partial<Line>) => void;
};

/** The set by ID, tag or door. */
export function SetField({ line, onChange, location }: Props & { location: string }) {
  const [isTyped, setTyped] = useState(false);
  const q = useDebounced(line.set.trim());
  const query = { q, limit: SHOWN, ...(location && { locationId: location }) };
  const { data } = useRead('listKeyBunches', { query }, { enabled: isTyped && q.length >= MIN });
  const offered = (q === line.set.trim() && isTyped ? (data ?? []) : []).map(
    (bunch): Offered => ({
      id: String(bunch.id),
      label: bunch.identifier,
      hint: opensText(bunch) || undefined,
      onPick: () => onChange({ set: bunch.identifier, setId: bunch.id }),
    }),
  );
  return (
    <SuggestInput
      aria-label="Set"
      data-field="set"
      value={line.set}
      maxLength={NAME_MAX}
      className="font-medium"
      offered={offered}
      onText={(set) => {
        setTyped(true);
        onChange({ set, setId: null });
      }}
    />
  );
}

/** The person, with a way to add one who is not in the register. */
export function WhoField({ line, onChange, onNew }: Props & { onNew: (name: string) => void }) {
  const may = useMay();
  const [isTyped, setTyped] = useState(false);
  const typed = line.who.trim();
  const q = useDebounced(typed);
  const { data } = useRead(
    'listHolders',
    { query: { q, limit: SHOWN } },
    { enabled: isTyped && q.length >= MIN },
  );
  const people = q === typed && isTyped ? (data ?? []) : [];
  const isKnown = people.some(({ name }) => name.toLowerCase() === typed.toLowerCase());
  const offered = people.map(
    (holder): Offered => ({
      id: String(holder.id),
      label: holder.name,
      hint: [holder.organisation, holder.badge].filter(Boolean).join(', ') || undefined,
      onPick: () => onChange({ who: holder.name, whoId: holder.id }),
    }),
  );
  if (q === typed && data && q.length >= MIN && isTyped && !isKnown && may(api.createHolder.needs))
    offered.push({ id: 'new', label: `Add “${typed}” as a new person`, onPick: () => onNew(typed) });
  return (
    <SuggestInput
      aria-label="Who"
      data-field="who"
      value={line.who}
      maxLength={NAME_MAX}
      offered={offered}
      onText={(who) => {
        setTyped(true);
        onChange({ who, whoId: null });
      }}
    />
  );
}

const KINDS: readonly { value: PaperKind; label: string }[] = [
  { value: 'out', label: 'Out' },
  { value: 'in', label: 'In' },
  { value: 'handOver', label: 'Hand over' },
];

/** A native select: one letter chooses, and Tab goes on. */
export const KindField = ({ line, onChange }: Props) => (
  <select
    aria-label="What"
    data-field="kind"
    value={line.kind}
    onChange={({ target }) => onChange({ kind: target.value as PaperKind })}
    className={inputClass('md', 'text-label! phone:text-base!')}
  >
    {KINDS.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </select>
);

type TextProps = Props & {
  field: 'time' | 'tag' | 'counted';
  label: string;
  disabled?: boolean;
  invalid?: boolean;
};

/** A plain field of a line. */
export const TextField = ({ line, onChange, field, label, disabled = false, invalid = false }: TextProps) => (
  <Input
    aria-label={label}
    aria-invalid={invalid || undefined}
    data-field={field}
    value={line[field]}
    disabled={disabled}
    maxLength={field === 'counted' ? 10 : NAME_MAX}
    autoComplete="off"
    spellCheck={false}
    placeholder={field === 'time' ? '20:12' : undefined}
    onChange={(event) => onChange({ [field]: event.target.value, ...(field === 'time' && { second: null }) })}
    className="tabular-nums"
  />
);

type Offered = { id: string; label: string; hint?: string | undefined; onPick: () => void };

interface SuggestInputProps extends Omit<InputProps, 'value' | 'onChange'> {
  value: string;
  onText: (text: string) => void;
  /** The suggestions of the present text. */
  offered: readonly Offered[];
}

/**
 * A field of a line with suggestions (WAI-ARIA combobox). Nothing else in it takes the focus, so that Tab goes from field to field; arrows
 * and Enter choose, and Enter without a chosen one is left to the line.
 */
function SuggestInput({ value, onText, offered, onKeyDown, ...rest }: SuggestInputProps) {
  const id = useId();
  const [wanted, setWanted] = useState(false);
  const [active, setActive] = useState(-1);
  const open = wanted && offered.length > 0;
  function show(on: boolean) {
    setWanted(on);
    setActive(-1);
  }
  function pick(one: Offered) {
    one.onPick();
    show(false);
  }
  function press(event: KeyboardEvent<HTMLInputElement>) {
    const chosen = open ? offered[active] : undefined;
    if (event.key === 'Escape' && open) {
      event.stopPropagation();
      return show(false);
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!open) setWanted(true);
      const positions = offered.length + 1;
      setActive(((active + 1 + (event.key === 'ArrowDown' ? 1 : -1) + positions) % positions) - 1);
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      event.stopPropagation();
      pick(chosen);
    } else onKeyDown?.(event);
  }
  return (
    <Popover.Root open={open} onOpenChange={show}>
      <Popover.Anchor asChild>
        <div className="min-w-0">
          <Input
            autoComplete="off"
            spellCheck={false}
            {...rest}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={open}
            aria-controls={open ? id : undefined}
            aria-activedescendant={open && active >= 0 ? `${id}-${active}` : undefined}
            value={value}
            onChange={(event) => {
              onText(event.target.value);
              show(true);
            }}
            onKeyDown={press}
            onBlur={() => show(false)}
          />
        </div>
      </Popover.Anchor>
      {/* Above the foot, which says what the server refuses. */}
      <SuggestionBox
        id={id}
        data-suggestions=""
        collisionPadding={{ top: 8, right: 8, bottom: footHeight() + 8, left: 8 }}
        className="max-h-(--radix-popover-content-available-height) min-w-80 phone:min-w-0"
      >
        {offered.map((one, index) => (
          <SuggestionOption
            key={one.id}
            id={`${id}-${index}`}
            active={index === active}
            onActive={() => setActive(index)}
            onPick={() => open && pick(one)}
          >
            <bdi className="truncate">{one.label}</bdi>
            {one.hint && <bdi className="ml-auto shrink-0 text-hint text-muted">{one.hint}</bdi>}
          </SuggestionOption>
        ))}
      </SuggestionBox>
    </Popover.Root>
  );
}
