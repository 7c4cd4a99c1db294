import { Building2, ChevronDown, CloudUpload } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { knownZone, serverNow } from '../api/server-clock.ts';
import { dayAndClock, nearClock } from '../custody/due-lines.ts';
import { clockTime, count } from '../format.ts';
import { Button } from '../ui/Button.tsx';
import { cx } from '../ui/cx.ts';
import { Mark } from '../ui/Wordmark.tsx';
import { useServerNow } from '../zone.ts';
import { useKeptReturns } from './kept.ts';

type FrameProps = {
  /** Names in the header; null while they are not known. */
  kiosk: { company: string; location: string } | null;
  foot?: ReactNode;
  children: ReactNode;
};

/** Layout of every screen of a kiosk: no navigation, no selected text, no menu of a long press. */
export const KioskFrame = ({ kiosk, foot, children }: FrameProps) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: only refuses the browser's menu of a long press
  <div
    className="flex h-dvh flex-col touch-manipulation overflow-x-hidden overflow-y-auto select-none"
    onContextMenu={(event) => event.preventDefault()}
  >
    <header className="flex h-16 shrink-0 items-center gap-3 border-b bg-panel px-8 phone:px-4">
      <Mark size={30} />
      {kiosk && (
        <div className="flex min-w-0 items-center gap-3 text-base phone:block phone:text-label/5">
          <p className="min-w-0 truncate font-semibold tracking-tight">{kiosk.company}</p>
          <p className="flex min-w-0 items-center gap-1.5 text-muted">
            <Building2 aria-hidden className="size-[18px] shrink-0 phone:size-4" />
            <span className="truncate">{kiosk.location}</span>
          </p>
        </div>
      )}
      <Unsent />
      {kiosk && <Clock />}
    </header>
    <Content>{children}</Content>
    {foot && (
      <footer className="flex min-h-14 shrink-0 items-center justify-end gap-3 border-t bg-panel px-8 py-3 text-base text-muted phone:flex-wrap phone:px-4">
        {foot}
      </footer>
    )}
  </div>
);

/** The part that scrolls. While its end is below the edge, that edge fades, and a button scrolls on. */
function Content({ children }: { children: ReactNode }) {
  const box = useRef<HTMLElement>(null);
  const end = useRef<HTMLSpanElement>(null);
  const [hasMore, setMore] = useState(false);
  useEffect(() => {
    if (!end.current) return;
    const watch = new IntersectionObserver((seen) => setMore(!seen.at(-1)?.isIntersecting), {
      root: box.current,
    });
    watch.observe(end.current);
    return () => watch.disconnect();
  }, []);
  return (
    // Large text on a phone makes the foot higher than the rest: then the whole scrolls.
    <div className="relative flex min-h-1/2 flex-1 flex-col">
      <main ref={box} className="flex min-h-0 flex-1 flex-col overflow-y-auto scroll-smooth">
        {children}
        <span ref={end} aria-hidden className="-mt-px h-px shrink-0" />
      </main>
      {hasMore && (
        <div className="pointer-events-none absolute inset-x-0 bottom-0 flex h-20 items-end justify-center bg-linear-to-t from-bg from-25% to-bg/0">
          <button
            type="button"
            aria-label="Show more"
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => box.current?.scrollBy(0, box.current.clientHeight / 2)}
            className="pointer-events-auto grid size-14 place-items-center"
          >
            <ChevronDown aria-hidden className="size-9 rounded-full border bg-panel p-1.5 shadow-menu" />
          </button>
        </div>
      )}
    </div>
  );
}

/** Returns that the register does not have, on every screen. */
function Unsent() {
  const kept = useKeptReturns().length;
  return (
    <p className="ml-auto flex shrink-0 items-center gap-1.5 text-base font-medium">
      {kept > 0 && (
        <>
          <CloudUpload aria-hidden className="size-[18px] shrink-0" />
          <span>
            {count(kept, 'return')} <span className="phone:sr-only">not recorded</span>
          </span>
        </>
      )}
    </p>
  );
}

function Clock() {
  const now = new Date(useServerNow());
  return (
    <time dateTime={now.toISOString()} className="text-[1.375rem] font-semibold tabular-nums">
      {clockTime(now)}
    </time>
  );
}

/** The title of a screen. It gets the focus, so that a change of screens is read out and no button keeps it. */
export function Title({ className, children }: { className?: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1
      ref={heading}
      tabIndex={-1}
      className={cx(
        'leading-tight font-semibold tracking-tight text-balance outline-none',
        className ?? 'text-[2.25rem] phone:text-[1.5rem]',
      )}
    >
      {children}
    </h1>
  );
}

/** A button of a kiosk, 56 px high. */
export const KioskButton = ({ className, ...rest }: ComponentProps<typeof Button>) => (
  <Button size="xl" {...rest} className={cx('h-14! min-w-28 shrink-0 max-w-full', className)} />
);

/** Characters from which a set's ID is shown smaller. */
export const LONG_ID = 20;

/** The text of a button that has an ID, which may be long. */
export const Cut = ({ children }: { children: ReactNode }) => (
  <span className="block max-w-36 truncate lg:max-w-60">{children}</span>
);

/** What a screen is about, and beside it where something is read or typed; one under the other on a phone. */
export const Halves = ({ children }: { children: ReactNode }) => (
  <div className="m-auto grid w-full max-w-[1232px] items-center gap-8 px-8 py-6 md:grid-cols-2 phone:gap-4 phone:px-4 phone:py-3">
    {children}
  </div>
);

/** A screen that only says something, with what can be done under it. */
export const Message = ({
  title,
  children,
  actions,
}: {
  title: string;
  children: ReactNode;
  actions?: ReactNode;
}) => (
  <section className="m-auto grid max-w-[min(520px,100%)] grid-cols-[minmax(0,1fr)] justify-items-center gap-3 p-8 text-center wrap-anywhere">
    <Title>{title}</Title>
    <div className="text-[1.1875rem] leading-7 text-balance text-muted">{children}</div>
    {actions && <div className="mt-4 flex flex-wrap justify-center gap-3">{actions}</div>}
  </section>
);

const zone = (): string => knownZone() ?? 'UTC';

/** The time of day, with the day when it is neither today nor within twelve hours. */
export const whenText = (at: string): string => nearClock(Date.parse(at), serverNow(), zone());

/** The same in a sentence: "today 18:00", "tomorrow 06:00", "Thu 06:00", "24 Nov 06:00". */
export const dueText = (at: string): string => dayAndClock(Date.parse(at), serverNow(), zone());
