import { Search, X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { cx } from '../cx.ts';
import { Input, InputButton, type InputProps } from './Input.tsx';

interface SearchInputProps
  extends Omit<InputProps, 'type' | 'value' | 'defaultValue' | 'lead' | 'trail' | 'ref'> {
  value: string;
  onValueChange: (value: string) => void;
  /** The accessible name. */
  label: string;
  /** An InputButton at the right end, shown while the box is empty. */
  action?: ReactNode;
}

/** A search box with a magnifier, and a cross that clears it. */
export function SearchInput({ value, onValueChange, label, action, className, ...rest }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Input
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="search"
      {...rest}
      ref={input}
      type="search"
      aria-label={label}
      value={value}
      onChange={(event) => onValueChange(event.target.value)}
      className={cx('text-ellipsis', className)}
      lead={<Search aria-hidden className="size-[15px] touch:size-[18px]" />}
      trail={
        value ? (
          <InputButton
            icon={X}
            label="Clear search"
            onClick={() => {
              onValueChange('');
              input.current?.focus();
            }}
          />
        ) : (
          action
        )
      }
    />
  );
}
