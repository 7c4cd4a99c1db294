import { Popover } from 'radix-ui';
import { type KeyboardEvent, useId, useState } from 'react';
import { SuggestionBox, SuggestionOption } from '../ui/form/Combobox.tsx';
import { Input, type InputProps } from '../ui/form/Input.tsx';

export type Offered = { id: string; label: string; hint?: string | undefined; onPick: () => void };

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
export function SuggestInput({ value, onText, offered, onKeyDown, ...rest }: SuggestInputProps) {
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
      <SuggestionBox id={id} data-suggestions="" collisionPadding={8} className="min-w-80 phone:min-w-0">
        {offered.map((one, index) => (
          <SuggestionOption
            key={one.id}
            id={`${id}-${index}`}
            active={index === active}
            onActive={() => setActive(index)}
            onPick={() => open && pick(one)}
          >
            <span className="truncate">{one.label}</span>
            {one.hint && <span className="ml-auto shrink-0 text-hint text-muted">{one.hint}</span>}
          </SuggestionOption>
        ))}
      </SuggestionBox>
    </Popover.Root>
  );
}
