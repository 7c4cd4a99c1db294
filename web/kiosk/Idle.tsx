import { IdCard, LogOut, Maximize, Undo2 } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { KioskView } from '../../shared/kiosk.ts';
import { NAME_MAX } from '../../shared/limits.ts';
import { clockTime, count } from '../format.ts';
import type { Icon } from '../ui/classes.ts';
import { cx } from '../ui/cx.ts';
import { Input } from '../ui/form/Input.tsx';
import { Notice } from '../ui/Notice.tsx';
import { KioskButton, KioskFrame } from './Frame.tsx';
import { forDesk, useKeptReturns } from './kept.ts';
import type { Kiosk } from './use-kiosk.ts';

/** No person is open: take on the left, return on the right. It shows no name. */
export function Idle({ kiosk, view }: { kiosk: Kiosk; view: KioskView }) {
  const why = whyNoTake(view, kiosk.isOnline);
  return (
    <KioskFrame kiosk={view} foot={<IdleFoot kiosk={kiosk} view={view} />}>
      <h1 className="sr-only">Kiosk</h1>
      {kiosk.fault && (
        <Notice variant="warning" className="mx-8 mt-6 text-base! phone:mx-4">
          {kiosk.fault}
        </Notice>
      )}
      <div className="grid flex-1 divide-line md:grid-cols-2 md:divide-x">
        <Half icon={IdCard} tone="bg-primary/10 text-link" title="Take keys">
          {why ? (
            <p role="status" className="min-h-34 max-w-sm text-[1.1875rem] leading-7 text-balance">
              {why}
            </p>
          ) : (
            <>
              <Lead>Hold your badge to the reader, or type its number.</Lead>
              <TypeIn label="Badge" pending={kiosk.pending} onSend={(code) => kiosk.begin(code, 'badge')} />
            </>
          )}
        </Half>
        <Half
          icon={Undo2}
          tone="bg-emerald-500/10 text-emerald-800 dark:text-emerald-300"
          title="Return keys"
        >
          <Lead>Hold the set to the reader. No badge needed.</Lead>
          <TypeIn label="Set ID" pending={kiosk.pending} onSend={(code) => kiosk.begin(code, 'set')} />
        </Half>
      </div>
    </KioskFrame>
  );
}

/** Why no keys can be taken now; null while they can. */
function whyNoTake({ restsUntil, isOpen, opensAt, closesAt }: KioskView, isOnline: boolean): string | null {
  if (!isOnline) return "No network. Keys can't be taken now. Returns are kept here and sent later.";
  if (restsUntil)
    return `Too many wrong numbers or codes. Keys can be taken again from ${clockTime(restsUntil)}. Returns are always possible.`;
  if (!isOpen) return `Keys can be taken from ${opensAt} to ${closesAt}. Returns are always possible.`;
  return null;
}

type HalfProps = { icon: Icon; tone: string; title: string; children: ReactNode };

const Half = ({ icon: Picture, tone, title, children }: HalfProps) => (
  <section className="flex flex-col items-center justify-center gap-4 px-6 py-8 text-center phone:gap-3 phone:py-5">
    <span aria-hidden className={cx('grid size-36 place-items-center rounded-full phone:size-20', tone)}>
      <Picture className="size-[72px] phone:size-10" />
    </span>
    <h2 className="mt-2 text-[2.5rem]/12 font-semibold tracking-tight phone:mt-0 phone:text-[1.75rem]/9">
      {title}
    </h2>
    {children}
  </section>
);

const Lead = ({ children }: { children: ReactNode }) => (
  <p className="max-w-76 text-[1.1875rem] leading-7 text-balance text-muted">{children}</p>
);

type TypeInProps = { label: string; pending: boolean; onSend: (code: string) => void };

/** The typed code, as an equal of the reader. */
function TypeIn({ label, pending, onSend }: TypeInProps) {
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  function send(event: FormEvent) {
    event.preventDefault();
    const code = text.trim();
    if (!code) return field.current?.focus();
    setText('');
    onSend(code);
  }
  return (
    <form noValidate onSubmit={send} className="mt-2 flex w-full max-w-80 gap-2">
      <Input
        ref={field}
        aria-label={label}
        placeholder={label}
        value={text}
        maxLength={NAME_MAX}
        data-wedge=""
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="next"
        onChange={(event) => setText(event.target.value)}
        className="h-14! text-lg! select-text"
      />
      <KioskButton type="submit" className="min-w-0!" pending={pending} aria-label={`Next: ${label}`}>
        Next
      </KioskButton>
    </form>
  );
}

function IdleFoot({ kiosk, view }: { kiosk: Kiosk; view: KioskView }) {
  const kept = useKeptReturns();
  const refused = kept.filter((one) => forDesk(one, view)).length;
  const waiting = kept.length - refused;
  const isFull = !document.fullscreenEnabled || document.fullscreenElement !== null;
  return (
    <>
      <p className="mr-auto flex shrink-0 items-center gap-2" role="status">
        <span
          aria-hidden
          className={cx('size-2 rounded-full', kiosk.isOnline ? 'bg-emerald-500' : 'bg-amber-500')}
        />
        {kiosk.isOnline ? 'Connected' : 'No network'}
      </p>
      {kept.length > 0 && (
        <KioskButton onClick={() => kiosk.go('kept')}>
          {refused > 0 ? `${count(refused, 'return')} for the desk` : `${count(waiting, 'return')} to send`}
        </KioskButton>
      )}
      {view.contact && <p className="line-clamp-3 min-w-0 wrap-anywhere">Something wrong? {view.contact}</p>}
      {!isFull && (
        <KioskButton
          icon={Maximize}
          variant="ghost"
          onClick={() => void document.documentElement.requestFullscreen().catch(() => undefined)}
        >
          Full screen
        </KioskButton>
      )}
      <KioskButton icon={LogOut} variant="ghost" onClick={() => kiosk.go('leave')}>
        Leave
      </KioskButton>
    </>
  );
}
