import { Link, useLocation } from '@tanstack/react-router';
import { useMay } from '../session.tsx';
import { cx } from '../ui/cx.ts';
import { PHONE, useMedia } from '../ui/media.ts';
import { Wordmark } from '../ui/Wordmark.tsx';
import { MobileMenu } from './MobileMenu.tsx';
import { NAVIGATION } from './navigation.ts';
import { ThemeButton } from './ThemeButton.tsx';
import { UserMenu } from './UserMenu.tsx';

/** The product's name, the navigation and who is signed in. On a phone the navigation is a sheet. */
export function Header() {
  const phone = useMedia(PHONE);
  return (
    <header className="sticky top-0 z-30 low:static border-b bg-panel print:hidden">
      <div className="mx-auto flex h-14 w-full max-w-[1344px] min-[1700px]:max-w-[1600px] items-center gap-5 px-6 touch:h-16 phone:h-14 phone:px-4 max-lg:gap-3">
        <Link to="/" className="-m-1 flex rounded-lg p-1 touch:-m-2 touch:p-2" aria-label="Keyhold">
          <Wordmark />
        </Link>
        {phone ? (
          <div className="ml-auto">
            <MobileMenu />
          </div>
        ) : (
          <>
            <Navigation />
            <div className="ml-auto flex min-w-0 items-center gap-2">
              <ThemeButton />
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
