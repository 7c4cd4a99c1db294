import { Link } from '@tanstack/react-router';

const PAGES = [
  { to: '/key-bunches', label: 'Key sets' },
  { to: '/premises', label: 'Premises' },
] as const;

/** The register two ways, beside the title of each: the sets, and what they open. */
export const KeysSwitch = () => (
  <nav aria-label="Keys" className="-my-1 inline-flex rounded-lg border bg-soft p-0.5">
    {PAGES.map(({ to, label }) => (
      <Link
        key={to}
        to={to}
        activeOptions={{ exact: true, includeSearch: false }}
        className="flex h-[26px] items-center rounded-md border border-transparent px-2.5 text-label font-medium text-muted transition-colors hover:text-fg aria-[current=page]:border-line aria-[current=page]:bg-lift aria-[current=page]:text-fg aria-[current=page]:shadow-xs touch:h-11 touch:px-3"
      >
        {label}
      </Link>
    ))}
  </nav>
);
