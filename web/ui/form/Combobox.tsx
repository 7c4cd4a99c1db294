import { X } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { cx } from '../cx.ts';
import { listBoxClass, listRowClass } from '../table/list-class.ts';
import { Input, type InputProps } from './Input.tsx';
import { InputButton } from './InputButton.tsx';

export interface Suggestion {
  label: string;
  /** A second, muted part on the right. */
  hint?: string | undefined;
  /** What the input reads when this one is chosen. */
  value: string;
}

export interface ComboboxProps
  extends Omit<InputProps, 'value' | 'defaultValue' | 'onSelect' | 'type' | 'lead' | 'trail'> {
  value: string;
  onValueChange: (value: string) => void;
  suggestions: readonly Suggestion[];
  /** Called when a suggestion was chosen, after `onValueChange`. */
  onPick?: ((suggestion: Suggestion) => void) | undefined;
  /** How many are offered at most; 6 unless told. */
  limit?: number | undefined;
}

/**
 * Free text with suggestions (WAI-ARIA combobox). Nothing is ever chosen by itself: what was typed stays unless
 * a suggestion is taken with the arrows and Enter, or pressed.
 */
export function Combobox({
  value,
  onValueChange,
  suggestions,
  onPick,
  limit = 6,
  ref,
  className,
  ...rest
}: ComboboxProps) {
  const listId = useId();
  const own = useRef<HTMLInputElement>(null);
  const [wanted, setWanted] = useState(false);
  const [active, setActive] = useState(-1);

  const text = value.trim().toLowerCase();
  const offered = suggestions
    .filter(
      (one) =>
        one.value.toLowerCase() !== text && `${one.label} ${one.hint ?? ''}`.toLowerCase().includes(text),
    )
    .slice(0, limit);
  const open = wanted && offered.length > 0 && !rest.disabled;
  const optionId = (index: number) => `${listId}-${index}`;

  function attach(element: HTMLInputElement | null) {
    own.current = element;
    if (typeof ref === 'function') return ref(element);
    if (ref) ref.current = element;
  }

  function show(on: boolean) {
    setWanted(on);
    setActive(-1);
  }

  function type(next: string) {
    onValueChange(next);
    show(true);
  }

  function pick(suggestion: Suggestion) {
    onValueChange(suggestion.value);
    onPick?.(suggestion);
    show(false);
    own.current?.focus();
  }

  function keyDown(event: KeyboardEvent<HTMLInputElement>) {
    rest.onKeyDown?.(event);
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    const chosen = offered[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const by = event.key === 'ArrowDown' ? 1 : -1;
      if (!open) setWanted(true);
      const places = offered.length + 1;
      setActive(((active + 1 + by + places) % places) - 1);
    } else if (event.key === 'Enter' && open && chosen) {
      event.preventDefault();
      pick(chosen);
    } else if (event.key === 'Tab') {
      show(false);
    }
  }

  return (
    <Popover.Root open={open} onOpenChange={show}>
      <Popover.Anchor asChild>
        <div>
          <Input
            autoComplete="off"
            {...rest}
            ref={attach}
            value={value}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={open}
            aria-controls={open ? listId : undefined}
            aria-activedescendant={open && active >= 0 ? optionId(active) : undefined}
            onChange={(event) => type(event.target.value)}
            onClick={() => show(true)}
            onKeyDown={keyDown}
            onBlur={(event) => {
              show(false);
              rest.onBlur?.(event);
            }}
            className={className}
            trail={
              value &&
              !rest.disabled && (
                <InputButton
                  icon={X}
                  label="Clear"
                  onClick={() => {
                    type('');
                    own.current?.focus();
                  }}
                />
              )
            }
          />
        </div>
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          id={listId}
          role="listbox"
          aria-label="Suggestions"
          aria-labelledby={undefined}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          tabIndex={-1}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => {
            if (event.target instanceof Node && own.current?.contains(event.target)) event.preventDefault();
          }}
          className={cx(
            listBoxClass,
            'max-h-[min(var(--radix-popover-content-available-height),280px)] w-(--radix-popover-trigger-width) overflow-y-auto',
          )}
        >
          {offered.map((one, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus and points here by aria-activedescendant
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are handled by the input
            <div
              key={one.value}
              id={optionId(index)}
              role="option"
              aria-selected={index === active}
              onPointerDown={(event) => event.preventDefault()}
              onMouseDown={(event) => event.preventDefault()}
              onMouseMove={() => setActive(index)}
              onClick={() => pick(one)}
              className={cx(listRowClass, 'cursor-pointer', index === active && 'bg-soft')}
            >
              <span className="truncate">{one.label}</span>
              {one.hint && <span className="ml-auto shrink-0 text-hint text-muted">{one.hint}</span>}
            </div>
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
