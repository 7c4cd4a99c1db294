import { Link } from '@tanstack/react-router';
import { LogOut, Menu as MenuIcon } from 'lucide-react';
import { useState } from 'react';
import { fullName, HEADER_ROLE_LABELS } from '../../shared/user-name.ts';
import { useMay, useMe } from '../session.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import { Segmented } from '../ui/form/Segmented.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
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
  const links = (items: readonly NavItem[]) =>
    items
      .filter((item) => may(item.needs))
      .map((item) => <MenuLink key={item.to} {...item} onGo={() => setOpen(false)} />);

  return (
    <>
      <IconButton
        icon={MenuIcon}
        label="Menu"
        tooltip={false}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-mr-2.5 text-fg!"
      />
      <Dialog
        open={open}
        onOpenChange={setOpen}
        lead={<Avatar name={fullName(me)} size={44} tone="primary" />}
        title={fullName(me)}
        badge={<Tag>{HEADER_ROLE_LABELS[me.role]}</Tag>}
        description={<span className="block truncate">{me.email}</span>}
        foot={
          <>
            <Segmented
              label="Theme"
              iconOnly
              value={theme}
              onValueChange={setTheme}
              segments={THEMES.map((value) => ({
                value,
                label: THEME_LABELS[value],
                icon: THEME_ICONS[value],
              }))}
            />
            <Button icon={LogOut} pending={pending} onClick={logOut}>
              {pending ? 'Signing out...' : 'Sign out'}
            </Button>
          </>
        }
        cancelLabel={null}
      >
        <nav aria-label="Main" className="-mx-5 flex flex-col border-t px-2 pt-2">
          {links(NAVIGATION)}
          <hr className="-mx-2 my-2" />
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
      className="group flex min-h-11 items-center gap-3.5 rounded-lg px-3 text-base font-medium focus-visible:-outline-offset-2 aria-[current=page]:bg-soft aria-[current=page]:font-semibold"
    >
      <Picture aria-hidden className="size-5 text-muted group-aria-[current=page]:text-fg" />
      {label}
    </Link>
  );
}
