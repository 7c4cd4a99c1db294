import { DropdownMenu as Radix } from 'radix-ui';
import { cloneElement, type MouseEvent, type ReactElement, type ReactNode, useState } from 'react';
import { type Icon, listBoxClass, listRowClass } from '../classes.ts';
import { cx } from '../cx.ts';
import { useLayer } from './layers.ts';

interface MenuItem {
  label: string;
  icon?: Icon | undefined;
  onSelect?: (() => void) | undefined;
  /** A link of the router, without children; the item becomes it. */
  link?: ReactElement<{ children?: ReactNode }> | undefined;
  danger?: boolean | undefined;
  /** Why the item is disabled; shown under its label. */
  disabledReason?: string | undefined;
  /** Muted, at the right: a key, a count. */
  hint?: string | undefined;
  /** Marks the current one of a choice. */
  checked?: boolean | undefined;
}

/** Items, separators and muted headings, in order. False is left out. */
export type MenuEntry = MenuItem | 'separator' | { heading: ReactNode } | false | undefined;

interface MenuProps {
  /** A Button or IconButton, or any element that takes a ref. */
  trigger: ReactElement<{ onClick?: (event: MouseEvent) => void }>;
  entries: readonly MenuEntry[];
  align?: 'start' | 'end' | undefined;
  /** Mounts the menu only at the first press, for long tables. */
  lazy?: boolean | undefined;
  /** Minimum width by class. */
  className?: string | undefined;
}

/** A menu under a button. Opens by press, Enter, Space or Arrow Down; letters search. */
export function Menu({ lazy = false, ...rest }: MenuProps) {
  const { trigger } = rest;
  const [mounted, setMounted] = useState(!lazy);
  if (mounted) return <MountedMenu {...rest} openAtFirst={lazy} />;
  return cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: (event: MouseEvent) => {
      trigger.props.onClick?.(event);
      setMounted(true);
    },
  } as Partial<{ onClick: (event: MouseEvent) => void }>);
}

function MountedMenu({
  trigger,
  entries,
  align = 'end',
  className,
  openAtFirst,
}: Omit<MenuProps, 'lazy'> & { openAtFirst: boolean }) {
  const [open, setOpen] = useState(openAtFirst);
  useLayer('list', open, () => setOpen(false));
  return (
    <Radix.Root modal={false} open={open} onOpenChange={setOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={cx(
            listBoxClass,
            'max-h-(--radix-dropdown-menu-content-available-height) overflow-y-auto',
            className ?? 'min-w-48',
          )}
        >
          {entries.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order of a menu is fixed, and its separators have no name
            <Entry key={index} entry={entry} />
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Entry({ entry }: { entry: MenuEntry }) {
  if (!entry) return null;
  if (entry === 'separator') return <Radix.Separator className="-mx-1 my-1 h-px bg-line" />;
  if ('heading' in entry)
    return <Radix.Label className="px-2 py-1.5 text-hint text-muted touch:px-3">{entry.heading}</Radix.Label>;
  return <Item {...entry} />;
}

function Item({ label, icon: Picture, onSelect, link, danger, disabledReason, hint, checked }: MenuItem) {
  const refused = Boolean(disabledReason);
  const inside = (
    <>
      {Picture && (
        <Picture
          className={cx('size-[15px] touch:size-[18px]', danger && !refused ? 'text-bad' : 'text-muted')}
        />
      )}
      <span className="min-w-0 flex-1">
        <span className="block">{label}</span>
        {disabledReason && <span className="block max-w-60 text-hint text-muted">{disabledReason}</span>}
      </span>
      {hint && <span className="text-hint text-muted">{hint}</span>}
      {checked && <span aria-hidden className="size-1.5 rounded-full bg-primary" />}
    </>
  );
  return (
    <Radix.Item
      asChild={Boolean(link) && !refused}
      aria-disabled={refused || undefined}
      aria-checked={checked}
      {...(checked === undefined ? {} : { role: 'menuitemradio' })}
      onSelect={(event) => (refused ? event.preventDefault() : onSelect?.())}
      className={cx(
        listRowClass,
        'cursor-pointer data-[highlighted]:bg-soft',
        refused ? 'cursor-not-allowed text-muted' : danger && 'text-bad data-[highlighted]:bg-bad/8',
      )}
    >
      {link && !refused ? cloneElement(link, undefined, inside) : inside}
    </Radix.Item>
  );
}
