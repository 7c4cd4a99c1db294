import { Link } from '@tanstack/react-router';
import { LogOut, Menu as MenuIcon } from 'lucide-react';
import { useState } from 'react';
import { fullName, HEADER_ROLE_LABELS } from '../../shared/user.ts';
import { useMay, useMe } from '../session.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Segmented } from '../ui/Segmented.tsx';
import { Tag } from '../ui/Tag.tsx';
import { useLogOut } from './log-out.ts';
import { MOBILE_ONLY, NAVIGATION, type NavItem, USER_MENU } from './navigation.ts';
import { THEME_ICONS, THEME_LABELS } from './ThemeButton.tsx';
import { setTheme, THEMES, useTheme } from './theme.ts';

/** The navigation of a phone: a sheet within the thumb's reach, toggled by a button, closed by going somewhere. */
export function MobileMenu() {
  const [open, setOpen] = useState(false);
  const me = useMe();
  const may = useMay();
  const theme = useTheme();
  const { logOut, pending } = useLogOut();
  const close = () => setOpen(false);
  const links = (items: readonly NavItem[]) =>
    items.filter((item) => may(item.needs)).map((item) => <MenuLink key={item.to} {...item} onGo={close} />);

  return (
    <>
      <IconButton
        icon={MenuIcon}
        label="Menu"
        tooltip={false}
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Menu"
        foot={
          <div className="flex w-full flex-col gap-3">
            <Segmented
              label="Theme"
              iconOnly
              block
              value={theme}
              onValueChange={setTheme}
              segments={THEMES.map((value) => ({
                value,
                label: THEME_LABELS[value],
                icon: THEME_ICONS[value],
              }))}
            />
            <Button
              block
              size="xl"
              icon={LogOut}
              pending={pending}
              pendingLabel="Signing out..."
              onClick={logOut}
            >
              Sign out
            </Button>
          </div>
        }
        cancelLabel={null}
      >
        <div className="mb-4 flex items-center gap-3">
          <Avatar name={fullName(me)} size={44} tone="primary" />
          <div className="min-w-0">
            <p className="flex items-center gap-2 font-medium">
              {fullName(me)} <Tag>{HEADER_ROLE_LABELS[me.role]}</Tag>
            </p>
            <p className="truncate text-hint text-muted">{me.email}</p>
          </div>
        </div>
        <nav aria-label="Main" className="-mx-2 flex flex-col">
          {links(NAVIGATION)}
          <hr className="mx-2 my-2" />
          {links(USER_MENU)}
          {links(MOBILE_ONLY)}
        </nav>
      </Dialog>
    </>
  );
}

function MenuLink({ label, to, icon: Picture, onGo }: NavItem & { onGo: () => void }) {
  return (
    <Link
      to={to}
      onClick={onGo}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      className="flex min-h-13 items-center gap-3 rounded-lg px-2 text-base aria-[current=page]:bg-soft aria-[current=page]:font-semibold"
    >
      <Picture aria-hidden className="size-5 text-muted" />
      {label}
    </Link>
  );
}
