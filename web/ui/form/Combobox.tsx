import { X } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react';
import { listBoxClass, listRowClass } from '../classes.ts';
import { cx } from '../cx.ts';
import { bothRefs, Input, InputButton, type InputProps } from './Input.tsx';

interface ComboboxProps
  extends Omit<InputProps, 'value' | 'defaultValue' | 'onSelect' | 'type' | 'lead' | 'trail'> {
  value: string;
  onValueChange: (value: string) => void;
  suggestions: readonly Suggestion[];
  /** Called after `onValueChange` when a suggestion was chosen. */
  onPick?: ((suggestion: Suggestion) => void) | undefined;
  /** Maximum number of suggestions, 6 by default. */
  limit?: number | undefined;
  /** The suggestions are search results and not filtered again. */
  found?: boolean | undefined;
  /** Always offered, as the last option. */
  last?: Suggestion | null | undefined;
}

/**
 * Free text with suggestions (WAI-ARIA combobox). Nothing is chosen automatically: the text stays unless a suggestion is pressed, or chosen
 * with arrows and Enter.
 */
export function Combobox({
  value,
  onValueChange,
  suggestions,
  onPick,
  limit = 6,
  found = false,
  last,
  ref,
  className,
  ...rest
}: ComboboxProps) {
  const own = useRef<HTMLInputElement>(null);
  const some = found ? suggestions : matching(suggestions, value);
  const offered = [...some.slice(0, limit), ...(last ? [last] : [])];
  const list = useSuggestions(offered, rest.disabled, (suggestion) => {
    onValueChange(suggestion.value);
    onPick?.(suggestion);
    own.current?.focus();
  });
  function type(next: string) {
    onValueChange(next);
    list.show(true);
  }

  return (
    <Popover.Root open={list.open} onOpenChange={list.show}>
      <Popover.Anchor asChild>
        <div>
          <Input
            autoComplete="off"
            {...rest}
            {...list.attributes}
            ref={bothRefs(own, ref)}
            value={value}
            onChange={(event) => type(event.target.value)}
            onClick={() => list.show(true)}
            onKeyDown={(event) => {
              rest.onKeyDown?.(event);
              list.onKeyDown(event);
            }}
            onBlur={(event) => {
              list.show(false);
              rest.onBlur?.(event);
            }}
            className={className}
            trail={
              value && !rest.disabled ? (
                <InputButton
                  icon={X}
                  label="Clear"
                  onClick={() => {
                    type('');
                    own.current?.focus();
                  }}
                />
              ) : null
            }
          />
        </div>
      </Popover.Anchor>
      <SuggestionList list={list} />
    </Popover.Root>
  );
}

type List = ReturnType<typeof useSuggestions>;

/** The visible suggestions, the highlighted one, and the input's keys. */
function useSuggestions(
  offered: readonly Suggestion[],
  disabled: boolean | undefined,
  onPick: (suggestion: Suggestion) => void,
) {
  const id = useId();
  const [wanted, setWanted] = useState(false);
  const [active, setActive] = useState(-1);
  const open = wanted && offered.length > 0 && !disabled;
  const optionId = (index: number) => `${id}-${index}`;

  function show(on: boolean) {
    setWanted(on);
    setActive(-1);
  }
  function pick(suggestion: Suggestion) {
    onPick(suggestion);
    show(false);
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Escape') return show(false);
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    const chosen = offered[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!open) setWanted(true);
      const positions = offered.length + 1;
      setActive(((active + 1 + (event.key === 'ArrowDown' ? 1 : -1) + positions) % positions) - 1);
    } else if (event.key === 'Enter' && open && chosen) {
      event.preventDefault();
      pick(chosen);
    } else if (event.key === 'Tab') {
      show(false);
    }
  }
  const attributes = {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': open,
    'aria-controls': open ? id : undefined,
    'aria-activedescendant': open && active >= 0 ? optionId(active) : undefined,
  } as const;
  return { id, offered, open, active, setActive, show, pick, onKeyDown, attributes, optionId };
}

const SuggestionList = ({ list }: { list: List }) => (
  <SuggestionBox
    id={list.id}
    collisionPadding={8}
    className="max-h-[min(var(--radix-popover-content-available-height),280px)]"
  >
    {list.offered.map((one, index) => (
      <SuggestionOption
        key={one.id}
        id={list.optionId(index)}
        active={index === list.active}
        onActive={() => list.setActive(index)}
        onPick={() => list.open && list.pick(one)}
      >
        <span className="truncate">
          {one.guess && <span className="text-muted">Did you mean </span>}
          {one.label}
        </span>
        {one.hint && <span className="ml-auto shrink-0 text-hint text-muted">{one.hint}</span>}
      </SuggestionOption>
    ))}
  </SuggestionBox>
);

/** The box under a combobox, which keeps the focus. It opens and closes with that: a press elsewhere blurs it. */
export const SuggestionBox = ({ className, ...rest }: ComponentProps<typeof Popover.Content>) => (
  <Popover.Portal>
    <Popover.Content
      {...rest}
      role="listbox"
      aria-label="Suggestions"
      aria-labelledby={undefined}
      align="start"
      sideOffset={4}
      tabIndex={-1}
      onOpenAutoFocus={(event) => event.preventDefault()}
      onCloseAutoFocus={(event) => event.preventDefault()}
      onInteractOutside={(event) => event.preventDefault()}
      className={cx(listBoxClass, 'w-(--radix-popover-trigger-width) overflow-y-auto', className)}
    />
  </Popover.Portal>
);

interface SuggestionOptionProps extends ComponentProps<'div'> {
  /** Highlighted: the combobox names its `id` as the active one. */
  active: boolean;
  onActive: () => void;
  /** Called at the press and again at the click, so that it must not pick from a closed list. */
  onPick: () => void;
}

/** An option of the box. */
export function SuggestionOption({ active, onActive, onPick, className, ...rest }: SuggestionOptionProps) {
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus and points here by aria-activedescendant
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the input
    <div
      {...rest}
      role="option"
      aria-selected={active}
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => {
        event.preventDefault();
        // On press: before a click the suggestions can change under the pointer.
        if (event.button === 0) onPick();
      }}
      onMouseMove={onActive}
      onClick={onPick}
      className={cx(listRowClass, 'cursor-pointer', active && 'bg-soft', className)}
    />
  );
}

export interface Suggestion {
  /** Unique: two labels can be equal. */
  id: string;
  label: string;
  /** A second, muted part on the right; it is not searched. */
  hint?: string | undefined;
  /** The input's text when this one is chosen. */
  value: string;
  /** A fuzzy match: offered for any text, after all others, and marked. */
  guess?: boolean | undefined;
}

/** Lower case, without accents. */
const plain = (text: string): string => text.trim().normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** 0 when a name begins with the text, 1 when one of its later words does, null when none does. */
function rank(label: string, text: string): 0 | 1 | null {
  const name = plain(label);
  for (let at = name.indexOf(text); at >= 0; at = name.indexOf(text, at + 1)) {
    if (at === 0) return 0;
    if (/[^\p{L}\p{N}]/u.test(name.charAt(at - 1))) return 1;
  }
  return null;
}

/**
 * Suggestions with a word that starts with the text, whole-name matches first. An exact match is left out, unless several have that name.
 */
export function matching(suggestions: readonly Suggestion[], typed: string): Suggestion[] {
  const text = plain(typed);
  const written = suggestions.filter(({ value }) => plain(value) === text);
  return suggestions
    .filter((one) => written.length > 1 || !written.includes(one))
    .map((one) => ({ one, rank: one.guess ? 2 : rank(one.label, text) }))
    .filter((found) => found.rank !== null)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .map(({ one }) => one);
}
