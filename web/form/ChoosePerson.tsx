import { type KeyboardEvent, type ReactNode, useState } from 'react';
import type { Holder } from '../../shared/holder.ts';
import { HOLDER_KIND_LABELS } from '../../shared/holder-words.ts';
import { NAME_MAX } from '../../shared/limits.ts';
import { useRead } from '../api/read.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Button } from '../ui/Button.tsx';
import { Input } from '../ui/form/Input.tsx';
import { useDebounced } from '../ui/use-debounced.ts';

type ChosenProps = { to: Holder; onChange?: () => void; children?: ReactNode };

/** The chosen person, with a way to choose another. */
export function ChosenPerson({ to, onChange, children }: ChosenProps) {
  return (
    <div>
      <div className="flex items-center gap-3">
        <Avatar name={to.name} size={44} />
        <p className="min-w-0 flex-1">
          <b className="block truncate text-base font-semibold">{to.name}</b>
          <span className="block truncate text-hint text-muted">{roleOf(to)}</span>
        </p>
        {onChange && <Button onClick={onChange}>Change</Button>}
      </div>
      {children && <p className="mt-3 text-hint text-pretty text-muted">{children}</p>}
    </div>
  );
}

const roleOf = ({ kind, organisation }: Holder) =>
  [HOLDER_KIND_LABELS[kind], organisation].filter(Boolean).join(', ');

type ChooseProps = { label: string; except?: number | undefined; onPick: (holder: Holder) => void };

/** The arrow keys go from the field through the people and back; Enter takes the focused one. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const list = event.currentTarget.closest('[data-people]');
  const stops = [...(list?.querySelectorAll<HTMLElement>('input, li button') ?? [])];
  const at = stops.indexOf(event.currentTarget);
  stops[Math.max(0, Math.min(stops.length - 1, at + step))]?.focus();
}

/** Colleagues, or the people who match what is typed: by a press, the arrow keys or Enter. */
export function ChoosePerson({ label, except, onPick }: ChooseProps) {
  const [text, setText] = useState('');
  const q = useDebounced(text.trim());
  const query = { active: 'true', limit: '20', ...(q ? { q } : { kind: 'staff' as const }) } as const;
  const { data, isPlaceholderData } = useRead('listHolders', { query }, { keepPrevious: true });
  const people = (data ?? []).filter(({ id }) => id !== except);
  /** Enter in the field takes the only match, never a fuzzy one. */
  function press(event: KeyboardEvent<HTMLElement>) {
    moveFocus(event);
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const [only] = people;
    const isCurrent = q !== '' && q === text.trim() && !isPlaceholderData;
    if (only && people.length === 1 && only.meant === undefined && isCurrent) onPick(only);
  }
  return (
    <div data-people="" className="flex min-h-72 flex-col gap-3">
      <Input
        aria-label={label}
        placeholder="Name, firm or badge"
        value={text}
        maxLength={NAME_MAX}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
      />
      {data && people.length === 0 && <p className="text-hint text-muted">No person matches.</p>}
      {people[0]?.meant !== undefined && <p className="text-hint text-muted">Did you mean</p>}
      <ul className="-mx-2">
        {people.map((holder) => (
          <li key={holder.id}>
            <button
              type="button"
              onClick={() => onPick(holder)}
              onKeyDown={moveFocus}
              className="flex min-h-12 w-full items-center gap-3 rounded-lg px-2 py-1.5 text-left transition-colors hover:bg-soft focus-visible:bg-soft phone:min-h-14"
            >
              <Avatar name={holder.name} />
              <span className="min-w-0 flex-1">
                <b className="block truncate font-medium">{holder.name}</b>
                <span className="block truncate text-hint text-muted">{roleOf(holder)}</span>
              </span>
              {holder.out > 0 && (
                <span className="shrink-0 text-hint text-muted tabular-nums">holding {holder.out}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
