import { Check, ChevronDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import { type ReactNode, type Ref, type RefObject, useState } from 'react';
import { type Icon, listBoxClass, listRowClass } from '../classes.ts';
import { cx } from '../cx.ts';
import { useLayer } from '../overlay/layers.ts';
import { nonce } from '../page-meta.ts';
import { type FieldSize, useFieldAttributes, useFieldSize } from './Field.tsx';
import { inputClass } from './Input.tsx';

export interface SelectOption {
  value: string;
  label: string;
  icon?: Icon | undefined;
  /** A coloured dot before the label, by class. */
  dot?: string | undefined;
  disabled?: boolean | undefined;
}

interface SelectProps {
  value: string;
  onValueChange: (value: string) => void;
  options: readonly SelectOption[];
  /** Label of a first option whose value is ''. */
  none?: string | undefined;
  /** Heading over the options. */
  heading?: string | undefined;
  /** Shown while the value is '' and `none` is not set. */
  placeholder?: string | undefined;
  size?: FieldSize | undefined;
  disabled?: boolean | undefined;
  /** Needed outside a Field. */
  'aria-label'?: string | undefined;
  'aria-invalid'?: boolean | undefined;
  'aria-describedby'?: string | undefined;
  id?: string | undefined;
  name?: string | undefined;
  /** Extra node before the value, such as a status badge. */
  lead?: ReactNode;
  onBlur?: (() => void) | undefined;
  /** Takes the focus after the list has closed, instead of this. */
  focusAfter?: RefObject<HTMLElement | null> | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
  className?: string | undefined;
}

/** Radix reserves '' for "no selection"; this name replaces it inside. */
const NONE = '\u0000none';

/** A select box, by mouse, touch, arrows or typed letters. */
export function Select({
  value,
  onValueChange,
  options,
  none,
  heading,
  placeholder = 'Choose...',
  size,
  disabled = false,
  name,
  lead,
  onBlur,
  focusAfter,
  ref,
  className,
  ...aria
}: SelectProps) {
  const field = useFieldAttributes(aria);
  const height = useFieldSize(size);
  const all: readonly SelectOption[] =
    none === undefined ? options : [{ value: NONE, label: none }, ...options];
  const inner = value === '' && none !== undefined ? NONE : value;
  const chosen = all.find((option) => option.value === inner);
  const [open, setOpen] = useState(false);
  useLayer('list', open, () => setOpen(false));
  return (
    <Radix.Root
      open={open}
      onOpenChange={setOpen}
      value={chosen ? inner : ''}
      onValueChange={(next) => onValueChange(next === NONE ? '' : next)}
      disabled={disabled}
      {...(name ? { name } : {})}
    >
      <Radix.Trigger
        ref={ref}
        {...field}
        aria-label={aria['aria-label']}
        onBlur={onBlur}
        className={inputClass(
          height,
          cx(
            'flex items-center gap-2 text-left text-label! touch:text-[0.9375rem]! phone:text-base!',
            className,
          ),
        )}
      >
        {lead}
        <span className={cx('flex min-w-0 flex-1 items-center gap-2', !chosen && 'text-muted')}>
          {chosen && <Picture option={chosen} />}
          <span className="truncate">
            <Radix.Value placeholder={placeholder}>{chosen?.label}</Radix.Value>
          </span>
        </span>
        <Radix.Icon asChild>
          <ChevronDown className="size-[15px] text-muted touch:size-[18px]" />
        </Radix.Icon>
      </Radix.Trigger>
      {open && (
        // A press beside the list closes it and does nothing else.
        <Radix.Portal>
          <div className="pointer-events-auto fixed inset-0 z-50" />
        </Radix.Portal>
      )}
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            if (!focusAfter?.current) return;
            event.preventDefault();
            focusAfter.current.focus();
          }}
          className={cx(
            listBoxClass,
            'max-h-[min(var(--radix-select-content-available-height),360px)] min-w-(--radix-select-trigger-width) max-w-(--radix-select-content-available-width)',
          )}
        >
          <Radix.Viewport nonce={nonce()}>
            <Headed heading={heading}>
              {all.map((option) => (
                <Option key={option.value} option={option} />
              ))}
            </Headed>
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const Headed = ({ heading, children }: { heading: string | undefined; children: ReactNode }) =>
  heading ? (
    <Radix.Group>
      <Radix.Label className="px-2 pt-1.5 pb-1 text-hint font-medium text-muted touch:px-3">
        {heading}
      </Radix.Label>
      {children}
    </Radix.Group>
  ) : (
    children
  );

const Option = ({ option }: { option: SelectOption }) => (
  <Radix.Item
    value={option.value}
    disabled={option.disabled ?? false}
    className={cx(
      listRowClass,
      'cursor-pointer pr-8! data-[disabled]:cursor-not-allowed data-[disabled]:text-muted data-[highlighted]:bg-soft',
    )}
  >
    <Picture option={option} />
    <Radix.ItemText>{option.label}</Radix.ItemText>
    <Radix.ItemIndicator className="absolute right-2">
      <Check className="size-[15px] text-link" />
    </Radix.ItemIndicator>
  </Radix.Item>
);

function Picture({ option }: { option: SelectOption }) {
  const { icon: Drawn, dot } = option;
  if (Drawn) return <Drawn className="size-[15px] text-muted" />;
  if (dot) return <span aria-hidden className={cx('size-1.5 shrink-0 rounded-full', dot)} />;
  return null;
}
