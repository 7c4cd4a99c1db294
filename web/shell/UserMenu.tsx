import { Link } from '@tanstack/react-router';
import { ChevronsUpDown, LogOut } from 'lucide-react';
import { fullName, HEADER_ROLE_LABELS } from '../../shared/user-name.ts';
import { useMay, useMe } from '../session.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { useMedia } from '../ui/media.ts';
import { Menu } from '../ui/overlay/Menu.tsx';
import { useLogOut } from './log-out.ts';
import { NAVIGATION, USER_MENU } from './navigation.ts';

const NARROW = '(width < 64rem)';

/** Who is signed in, in what role, and what concerns them. */
export function UserMenu() {
  const me = useMe();
  const may = useMay();
  const { logOut, pending } = useLogOut();
  const narrow = useMedia(NARROW);
  const name = fullName(me);
  const items = [...(narrow ? NAVIGATION.filter(({ wideOnly }) => wideOnly) : []), ...USER_MENU];
  return (
    <Menu
      className="min-w-56"
      trigger={
        <button
          type="button"
          className="flex min-w-0 items-center gap-2 rounded-lg px-2 py-1 text-left transition-colors hover:bg-soft touch:min-h-11"
        >
          <span className="sr-only">User menu of </span>
          <Avatar name={name} tone="primary" size={28} />
          <span className="min-w-0">
            <span className="block truncate text-label/4 font-medium">{name}</span>{' '}
            <span className="block truncate text-tiny/4 text-muted">
              {HEADER_ROLE_LABELS[me.role]}
              <span className="max-lg:sr-only"> · {me.email}</span>
            </span>
          </span>
          <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-muted" />
        </button>
      }
      entries={[
        ...items
          .filter((item) => may(item.needs))
          .map(({ label, icon, to }) => ({
            label,
            icon,
            link: <Link to={to} />,
          })),
        'separator',
        { label: pending ? 'Signing out...' : 'Logout', icon: LogOut, onSelect: logOut },
      ]}
    />
  );
}
