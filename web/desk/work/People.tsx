import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../../shared/api.ts';
import { dayText } from '../../../shared/clock-text.ts';
import type { Holder, ListedHolder } from '../../../shared/holder.ts';
import { NAME_MAX } from '../../../shared/limits.ts';
import { useRead } from '../../api/read.ts';
import { serverNow } from '../../api/server-clock.ts';
import { companyDay } from '../../format.ts';
import { useMay } from '../../session.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { roleOf } from '../state/answers.ts';
import { useRecent } from './Recent.tsx';
import type { Desk } from './use-desk.ts';

const SHOWN = 5;
/** People shown of a search. */
const FOUND = 8;

/** The user's own record among the people who may have keys; undefined while unknown. */
export function useOwnHolder(enabled = true): Holder | undefined {
  const may = useMay();
  return useRead('getMine', {}, { enabled: enabled && may(api.getMine.needs) }).data?.holder ?? undefined;
}

/** The user, then people recently served here; a press chooses one. */
export function RecentPeople({ desk, onPick }: { desk: Desk; onPick?: (holder: Holder) => void }) {
  const recent = useRecent(desk);
  const own = useOwnHolder();
  const ids = [...new Set(recent.flatMap(({ holderId }) => holderId ?? []))].slice(0, SHOWN);
  const others = ids.filter((id) => id !== own?.id);
  const pick = onPick ?? ((holder: Holder) => desk.send({ type: 'personChosen', holder }));
  return (
    <>
      <p className="mb-1 text-hint text-muted">
        Scan a badge or type a name.{others.length > 0 && ' Recent at this desk:'}
      </p>
      <ul className="-mx-2">
        {own && <PersonOption holder={own} own onPick={pick} />}
        {others.map((id) => (
          <RecentPerson key={id} id={id} onPick={pick} />
        ))}
      </ul>
    </>
  );
}

type RecentProps = { id: number; onPick: (holder: Holder) => void };

function RecentPerson({ id, onPick }: RecentProps) {
  const holder = useRead('getHolder', { params: { id } }).data;
  return holder?.isActive ? <PersonOption holder={holder} onPick={onPick} /> : null;
}

type OptionProps = { holder: Holder; own?: boolean; q?: string; onPick: (holder: Holder) => void };

/** A person to choose, with their number of sets. */
const PersonOption = ({ holder, own = false, q = '', onPick }: OptionProps) => (
  <li>
    <button
      type="button"
      onClick={() => onPick(holder)}
      className="flex min-h-12 w-full items-center gap-3 rounded-lg px-2 py-1.5 text-left transition-colors hover:bg-soft phone:min-h-14"
    >
      <Avatar name={holder.name} tone={own ? 'primary' : 'soft'} />
      <span className="min-w-0 flex-1">
        <b className="block truncate font-medium">
          <Matched text={holder.name} q={q} />
          {own && <span className="font-normal text-muted"> (you)</span>}
        </b>
        <span className="block truncate text-hint text-muted">{roleOf(holder)}</span>
      </span>
      <HolderState holder={holder} />
    </button>
  </li>
);

/** How many sets a person holds and how many are overdue, or that they can't take more. */
export function HolderState({ holder }: { holder: Holder }) {
  const { validUntil, isActive, out, overdue } = holder;
  if (!isActive) return <Badge>Inactive</Badge>;
  if (validUntil && validUntil < companyDay(new Date(serverNow())))
    return <Badge>Ended {dayText(validUntil)}</Badge>;
  if (out === 0) return null;
  return (
    <span className="shrink-0 text-hint whitespace-nowrap text-muted tabular-nums">
      holding {out}
      {overdue > 0 && (
        <>
          , <b className="font-semibold text-red-700 dark:text-red-300">{overdue} overdue</b>
        </>
      )}
    </span>
  );
}

/** A text with the matched part in blue. */
export function Matched({ text, q }: { text: string; q: string }) {
  const at = q ? text.toLowerCase().indexOf(q.toLowerCase()) : -1;
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <span className="font-semibold text-link">{text.slice(at, at + q.length)}</span>
      {text.slice(at + q.length)}
    </>
  );
}

type DialogProps = { desk: Desk; open: boolean; onClose: () => void; onClosed: () => void };

/** Chooses the recipient or returner, by name or from recent people. */
export function PersonDialog({
  desk,
  open,
  onClose,
  onClosed,
  onNew,
}: DialogProps & { onNew: (name: string) => void }) {
  const may = useMay();
  const [text, setText] = useState('');
  const typed = text.trim();
  const q = useDebounced(typed);
  const { data = [] } = useRead('listHolders', { query: { q, limit: '12' } }, { enabled: q !== '' });
  const found = bestFirst(data, q).slice(0, FOUND);
  const pick = (holder: Holder) => {
    desk.send({ type: 'personChosen', holder });
    onClose();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title={desk.state.mode === 'return' ? 'Who hands them in?' : 'Who takes them?'}
      cancelLabel={null}
      onSubmit={() => {
        // Enter never takes a fuzzy match.
        const [only] = found;
        if (only && only.meant === undefined && q === typed) pick(only);
      }}
    >
      <div className="flex min-h-72 flex-col gap-3">
        <Input
          aria-label="Name"
          placeholder="Name or firm"
          value={text}
          maxLength={NAME_MAX}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
        <div>
          {q === '' ? (
            <RecentPeople desk={desk} onPick={pick} />
          ) : (
            <>
              {found[0]?.meant !== undefined && <p className="text-hint text-muted">Did you mean</p>}
              <ul className="-mx-2">
                {found.map((holder) => (
                  <PersonOption key={holder.id} holder={holder} q={holder.meant ?? q} onPick={pick} />
                ))}
              </ul>
            </>
          )}
        </div>
        {typed !== '' && may(api.createHolder.needs) && (
          <Button
            icon={UserPlus}
            onClick={() => {
              onClose();
              onNew(typed);
            }}
          >
            Add “{typed}” as a new person
          </Button>
        )}
      </div>
    </Dialog>
  );
}

/** People who can take keys come first, then those with a name that begins with the text. */
export function bestFirst(people: readonly ListedHolder[], q: string): ListedHolder[] {
  const today = companyDay(new Date(serverNow()));
  const rank = ({ isActive, validUntil, name }: ListedHolder) =>
    (isActive && !(validUntil !== null && validUntil < today) ? 0 : 2) +
    (` ${name.toLowerCase()}`.includes(` ${q.toLowerCase()}`) ? 0 : 1);
  return [...people].sort((a, b) => rank(a) - rank(b));
}
