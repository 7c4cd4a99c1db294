import { Link, useLocation } from '@tanstack/react-router';
import { ChevronsUpDown, LogOut, Menu as MenuIcon, Monitor, Moon, Sun } from 'lucide-react';
import { type ComponentType, startTransition, useEffect, useState } from 'react';
import { fullName, HEADER_ROLE_LABELS } from '../../shared/user-name.ts';
import { useOfflineSince } from '../api/connection.ts';
import { needsYou, useToSend } from '../api/outbox/own-entries.ts';
import { useMay, useMe } from '../session.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Tag } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Segmented } from '../ui/form/Segmented.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { Menu } from '../ui/overlay/Menu.tsx';
import { Wordmark } from '../ui/Wordmark.tsx';
import { chip } from './later.ts';
import { useLogOut } from './log-out.ts';
import { MOBILE_ONLY, NAVIGATION, type NavItem, OWN, USER_MENU } from './navigation.ts';
import { setTheme, THEMES, useTheme } from './theme.ts';

/** Sending shows only when it takes longer than usual, in ms. */
const SHORT_MS = 1500;

/** The chip while it has something to say; on a desktop it takes the theme button's place. */
function useChip(): ComponentType | null {
  const loaded = chip.use();
  const offline = useOfflineSince() > 0;
  const isAsked = needsYou.use() > 0;
  const isSending = useToSend() > 0;
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setLong, isSending ? SHORT_MS : 0, isSending);
    return () => clearTimeout(timer);
  }, [isSending]);
  return isAsked || offline || (isSending && isLong) ? loaded : null;
}

/** Product name, navigation and user menu. On a phone the navigation is a sheet. */
export function Header() {
  const phone = useMedia(PHONE);
  const Chip = useChip();
  return (
    <header className="sticky top-0 z-30 low:static border-b bg-panel print:hidden phone:[&:has(~main_[data-own-head])]:hidden">
      <div className="mx-auto flex h-14 w-full max-w-[1344px] min-[1700px]:max-w-[1600px] items-center gap-5 px-6 touch:h-16 phone:h-14 phone:px-4 max-lg:gap-3">
        <Link to="/" className="-m-1 flex rounded-lg p-1 touch:-m-2 touch:p-2" aria-label="Keyhold">
          <Wordmark className={Chip ? 'max-[380px]:gap-0 max-[380px]:text-[0px]' : undefined} />
        </Link>
        {phone ? (
          <div className="ml-auto flex items-center gap-1">
            {Chip && <Chip />}
            <MobileMenu />
          </div>
        ) : (
          <>
            <Navigation />
            <div className="ml-auto flex min-w-0 items-center gap-2">
              {Chip ? <Chip /> : <ThemeButton />}
              <UserMenu />
            </div>
          </>
        )}
      </div>
    </header>
  );
}

function Navigation() {
  const may = useMay();
  const path = useLocation({ select: ({ pathname }) => pathname });
  return (
    <nav aria-label="Main" className="flex items-center gap-0.5">
      {NAVIGATION.filter((item) => may(item.needs)).map(({ to, label, icon: Picture, within, wideOnly }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: to === '/', includeSearch: false }}
          aria-current={within?.test(path) ? 'true' : undefined}
          className={cx(
            'flex items-center gap-2 rounded-md px-2 py-1.5 text-label lg:whitespace-nowrap font-medium text-muted transition-colors hover:text-fg touch:min-h-11 [&[aria-current]]:bg-soft [&[aria-current]]:text-fg max-lg:px-1.5',
            wideOnly && 'max-lg:hidden',
          )}
        >
          <Picture aria-hidden className="size-[15px] max-[1400px]:hidden" />
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** How many entries need the user or wait to be sent, as text; undefined for none. */
const useOpen = (): string | undefined => String(needsYou.use() + useToSend() || '') || undefined;

const NARROW = '(width < 64rem)';

/** The signed-in user's name and role, and their menu. */
function UserMenu() {
  const me = useMe();
  const may = useMay();
  const { logOut, pending } = useLogOut();
  const narrow = useMedia(NARROW);
  const name = fullName(me);
  const open = useOpen();
  const items = [...(narrow ? NAVIGATION.filter(({ wideOnly }) => wideOnly) : []), ...OWN, ...USER_MENU];
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
            hint: to === '/outbox' ? open : undefined,
            link: <Link to={to} />,
          })),
        'separator',
        { label: pending ? 'Signing out...' : 'Logout', icon: LogOut, onSelect: logOut },
      ]}
    />
  );
}

/** Navigation on a phone: a bottom sheet that closes on navigation. */
function MobileMenu() {
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
        // On a slow phone the press shows before the menu is rendered.
        onClick={() => startTransition(() => setOpen(!open))}
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
          {links(NAVIGATION.toSpliced(2, 0, ...OWN))}
          <hr className="-mx-2 my-2" />
          {links(USER_MENU)}
          {links(MOBILE_ONLY)}
        </nav>
      </Dialog>
    </>
  );
}

function MenuLink({ label, to, icon: Picture, onGo }: NavItem & { onGo: () => void }) {
  const open = useOpen();
  return (
    <Link
      to={to}
      onClick={onGo}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      className="group flex min-h-11 items-center gap-3.5 rounded-lg px-3 text-base font-medium focus-visible:-outline-offset-2 aria-[current=page]:bg-soft aria-[current=page]:font-semibold"
    >
      <Picture aria-hidden className="size-5 text-muted group-aria-[current=page]:text-fg" />
      {label}
      {to === '/outbox' && <span className="ml-auto font-normal text-muted tabular-nums">{open}</span>}
    </Link>
  );
}

const THEME_ICONS = { light: Sun, dark: Moon, system: Monitor };
const THEME_LABELS = { light: 'Light', dark: 'Dark', system: 'System' };

/** Menu to choose light, dark or the system's theme. */
function ThemeButton() {
  const theme = useTheme();
  return (
    <Menu
      trigger={<IconButton icon={THEME_ICONS[theme]} label="Theme" />}
      className="min-w-40"
      entries={THEMES.map((choice) => ({
        label: THEME_LABELS[choice],
        icon: THEME_ICONS[choice],
        checked: choice === theme,
        onSelect: () => setTheme(choice),
      }))}
    />
  );
}
