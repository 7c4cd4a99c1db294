import { Lock, LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import type { KioskMine, KioskSet, KioskToTake, KioskView } from '../../shared/kiosk.ts';
import { overdueClass } from '../custody/due-lines.ts';
import { count } from '../format.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { cx } from '../ui/cx.ts';
import { Notice } from '../ui/Notice.tsx';
import { useServerNow } from '../zone.ts';
import { KioskButton, KioskFrame, Title, whenText } from './Frame.tsx';
import type { Kiosk } from './use-kiosk.ts';
import { monotonic } from './use-lock.ts';

type Props = { kiosk: Kiosk; view: KioskView; mine: KioskMine };

const CUT_OFF =
  "No network. Keys can't be taken now. To return a set, hold it to the reader: it is kept on this tablet.";

/** What a person may take, and what they have. */
export function Mine({ kiosk, view, mine }: Props) {
  const elsewhere = mine.held - mine.has.length;
  return (
    <KioskFrame kiosk={view} foot={<MineFoot kiosk={kiosk} mine={mine} />}>
      <Title className="sr-only">Keys of {mine.firstName}</Title>
      {(kiosk.fault || !kiosk.isOnline) && (
        <Notice variant="warning" className="mx-8 mt-6 text-base! phone:mx-4">
          {kiosk.isOnline ? kiosk.fault : CUT_OFF}
        </Notice>
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 px-8 py-6 md:grid-cols-2 phone:px-4">
        <section aria-labelledby="to-take">
          <Head id="to-take" title="Yours to take" sets={mine.toTake} />
          <Sets sets={mine.toTake} nothing="Nothing is reserved for you now.">
            {(set) => (
              <Row key={set.keyBunchId} set={set} word="reserved" before="until">
                <KioskButton
                  variant="primary"
                  pending={kiosk.pending}
                  disabled={!kiosk.isOnline || !view.isOpen}
                  aria-label={`${asks(set) ? 'Ask for' : 'Take'} ${set.identifier}`}
                  icon={asks(set) ? Lock : undefined}
                  onClick={() => kiosk.offer({ keyBunchId: set.keyBunchId })}
                >
                  {asks(set) ? 'Ask' : 'Take'}
                </KioskButton>
              </Row>
            )}
          </Sets>
          <p className="mt-4 text-base text-pretty text-muted">{mayScan(view)}</p>
        </section>
        <section aria-labelledby="has">
          <Head id="has" title="You have" sets={mine.has} />
          <Sets sets={mine.has} nothing="You have no keys.">
            {(set) => (
              <Row key={set.keyBunchId} set={set} word={set.until ? 'due' : 'no due time'}>
                <KioskButton
                  pending={kiosk.pending}
                  disabled={!kiosk.isOnline}
                  aria-label={`Return ${set.identifier}`}
                  onClick={() => kiosk.giveBack(set.keyBunchId)}
                >
                  Return
                </KioskButton>
              </Row>
            )}
          </Sets>
          {elsewhere > 0 && (
            <p className="mt-4 text-base text-muted">
              {elsewhere === 1 ? '1 set at another location.' : `${elsewhere} sets at other locations.`}
            </p>
          )}
        </section>
      </div>
    </KioskFrame>
  );
}

const asks = ({ secondPerson, isApproved }: KioskToTake) => secondPerson && !isApproved;

function mayScan({ isOpen, opensAt, closesAt, keyTypes, location }: KioskView): string {
  if (!isOpen) return `Keys are given out from ${opensAt} to ${closesAt}.`;
  const types = keyTypes.length > 0 ? `sets of type ${keyTypes.join(', ')}` : 'any free set';
  return `Or hold a set to the reader: ${types} of ${location} may be taken here.`;
}

type HeadProps = { id: string; title: string; sets: readonly KioskSet[] };

const Head = ({ id, title, sets }: HeadProps) => (
  <h2 id={id} className="mb-3 flex items-baseline gap-2 text-[1.5rem] font-semibold tracking-tight">
    {title}
    {sets.length > 0 && <span className="text-base font-normal text-muted">{sets.length}</span>}
  </h2>
);

type SetsProps<S> = { sets: readonly S[]; nothing: string; children: (set: S) => ReactNode };

const Sets = <S,>({ sets, nothing, children }: SetsProps<S>) =>
  sets.length === 0 ? (
    <p className="rounded-xl border bg-panel p-5 text-base text-muted shadow-xs">{nothing}</p>
  ) : (
    <ul className="divide-y overflow-clip rounded-xl border bg-panel shadow-xs">{sets.map(children)}</ul>
  );

type RowProps = { set: KioskSet; word: string; before?: string; children: ReactNode };

const Row = ({ set: { identifier, opens, until, isOverdue }, word, before, children }: RowProps) => (
  <li className="flex min-h-[84px] items-center gap-x-4 gap-y-2 px-5 py-3 max-lg:flex-wrap">
    <div className="min-w-0 flex-1 max-lg:basis-full">
      <p className="text-[1.25rem]/7 font-semibold tracking-tight wrap-anywhere">{identifier}</p>
      {opens && <p className="line-clamp-2 text-base text-muted wrap-anywhere">{opens}</p>}
    </div>
    <p
      className={cx('shrink-0 text-right text-sm max-lg:mr-auto max-lg:text-left', isOverdue && overdueClass)}
    >
      {isOverdue ? 'overdue' : word}
      {until && (
        <span className="block font-medium tabular-nums">
          {before} {whenText(until)}
        </span>
      )}
    </p>
    {children}
  </li>
);

function MineFoot({ kiosk, mine: { name, held, maxSets } }: { kiosk: Kiosk; mine: KioskMine }) {
  return (
    <>
      <div className="mr-auto flex min-w-0 items-center gap-3 phone:w-full">
        <Avatar name={name} size={44} />
        <div className="min-w-0">
          <p className="truncate font-semibold text-fg">{name}</p>
          <p className="text-sm">
            {maxSets === null ? count(held, 'set') : `${held} of ${count(maxSets, 'set')}`}
          </p>
        </div>
      </div>
      <Left kiosk={kiosk} />
      <KioskButton icon={LogOut} onClick={kiosk.done}>
        Done
      </KioskButton>
    </>
  );
}

/** The seconds until the lock. */
export function useLeft({ lock }: Kiosk): { seconds: number; part: number } {
  useServerNow();
  if (!lock) return { seconds: 0, part: 0 };
  const left = Math.max(0, lock.at - monotonic());
  return { seconds: Math.ceil(left / 1000), part: left / lock.span };
}

function Left({ kiosk }: { kiosk: Kiosk }) {
  const { seconds, part } = useLeft(kiosk);
  return (
    <p className="flex items-center gap-3 whitespace-nowrap tabular-nums">
      <span aria-hidden className="h-1.5 w-40 overflow-hidden rounded-full bg-soft phone:hidden">
        <span className="block h-full rounded-full bg-muted" style={{ width: `${part * 100}%` }} />
      </span>
      locks in {seconds} s
    </p>
  );
}
