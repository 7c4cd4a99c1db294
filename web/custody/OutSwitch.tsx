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
          'flex h-[30px] items-center rounded-md border px-3 text-body font-medium touch:h-11',
          name === current ? 'border-line bg-lift shadow-xs' : 'border-transparent text-muted hover:text-fg',
        )}
      >
        {label}
      </Link>
    ))}
  </nav>
);
