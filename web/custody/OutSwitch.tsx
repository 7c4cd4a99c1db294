import { Link } from '@tanstack/react-router';
import { cx } from '../ui/cx.ts';

const SIDES = [
  { name: 'out', to: '/out', label: 'Out' },
  { name: 'reserved', to: '/reserved', label: 'Reserved' },
] as const;

/** Between what is out and what is reserved. */
export const OutSwitch = ({ current }: { current: 'out' | 'reserved' }) => (
  <nav aria-label="Out or reserved" className="inline-flex rounded-lg border bg-soft p-0.5">
    {SIDES.map(({ name, to, label }) => (
      <Link
        key={name}
        to={to}
        aria-current={name === current ? 'page' : undefined}
        className={cx(
          'flex h-7 items-center rounded-md px-3 text-label font-medium touch:h-10',
          name === current ? 'bg-panel shadow-xs inset-ring inset-ring-border' : 'text-muted hover:text-fg',
        )}
      >
        {label}
      </Link>
    ))}
  </nav>
);
