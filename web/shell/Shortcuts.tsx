import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useMay } from '../session.tsx';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { NAVIGATION } from './navigation.ts';

const GO: Record<string, (typeof NAVIGATION)[number]['to']> = {
  d: '/desk',
  b: '/',
  k: '/key-bunches',
  o: '/out',
  p: '/people',
  r: '/premises',
  l: '/locations',
  h: '/history',
  a: '/audit',
  m: '/profile',
};
const DESK = NAVIGATION.find(({ to }) => to === '/desk');
const WAIT_MS = 1200;
/** Milliseconds from one character to the next of a reader that acts as a keyboard, at most. */
const READER_MS = 35;
const OPEN = ':is([role=dialog], [role=menu], [role=listbox]):not([data-state=closed])';

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Keys that work everywhere but in a field or a dialog: `/` searches, `g` and a letter goes to a screen, `?` lists them. */
export function Shortcuts() {
  const navigate = useNavigate();
  const may = useMay();
  const [help, setHelp] = useState(false);
  /** When `g` was pressed, by the page's own clock, which begins at 0. */
  const going = useRef(Number.NEGATIVE_INFINITY);
  /** When the last character was pressed. */
  const last = useRef(Number.NEGATIVE_INFINITY);

  useEffect(() => {
    function press(event: KeyboardEvent) {
      // The middle of a code that a reader types: its slash is no search.
      const isRead = event.timeStamp - last.current <= READER_MS;
      if (/^[\x21-\x7e]$/.test(event.key)) last.current = event.timeStamp;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event.target))
        return;
      if (document.querySelector(OPEN)) return;
      const to = GO[event.key];
      if (event.timeStamp - going.current < WAIT_MS && to) {
        going.current = Number.NEGATIVE_INFINITY;
        last.current = Number.NEGATIVE_INFINITY;
        event.preventDefault();
        if (NAVIGATION.every((item) => item.to !== to || may(item.needs))) void navigate({ to });
        // Whoever has no desk is led where it would be reached from.
        else if (to === '/desk') void navigate({ to: '/' });
      } else if (isRead) {
        going.current = Number.NEGATIVE_INFINITY;
      } else if (event.key === 'g') {
        going.current = event.timeStamp;
      } else if (event.key === '?') {
        setHelp(true);
      } else if (event.key === '/') {
        const search = document.querySelector<HTMLInputElement>('main input[type=search]');
        if (!search) return;
        event.preventDefault();
        search.focus();
        search.select();
      }
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [navigate, may]);

  return (
    <Dialog open={help} onOpenChange={setHelp} title="Keyboard shortcuts" description="Outside text fields">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-2.5">
        {[
          ['/', 'Search'],
          ['g b', 'Dashboard'],
          ...(may(DESK?.needs ?? 'nobody') ? [['g d', 'Desk']] : []),
          ['g k', 'Keys'],
          ['g o', 'Out now'],
          ['g p', 'People'],
          ['g r', 'Premises'],
          ['g l', 'Locations'],
          ['g h', 'History'],
          ['g a', 'Audit'],
          ['g m', 'My Profile'],
          ['?', 'Show this list'],
          ['Esc', 'Close'],
          ['F8', 'Latest notification'],
        ].map(([keys, what]) => (
          <div key={keys} className="contents">
            <dt className="flex gap-1">
              {keys?.split(' ').map((key) => (
                <kbd key={key} className="rounded-md border bg-soft px-1.5 py-0.5 text-hint font-medium">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
