import { Search, UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { api } from '../../../shared/api.ts';
import type { ListedHolder } from '../../../shared/holder.ts';
import type { KeyBunch } from '../../../shared/key-bunch.ts';
import type { ListedKeyBunch } from '../../../shared/key-bunch-query.ts';
import { contentsOf } from '../../../shared/opens-text.ts';
import { useRead } from '../../api/read.ts';
import { dueText } from '../../custody/due-lines.ts';
import { useMay } from '../../session.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { SuggestionBox, SuggestionOption } from '../../ui/form/Combobox.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { roleOf } from '../state/answers.ts';
import type { DeskContext } from '../state/desk-state.ts';
import { whatOf } from '../state/verdict.ts';
import { bestFirst, HolderState, Matched } from './People.tsx';

export type Option =
  | { kind: 'person'; holder: ListedHolder }
  | { kind: 'set'; bunch: ListedKeyBunch }
  | { kind: 'new'; name: string };

/** The corrected text of a fuzzy match. */
export const meantBy = (option: Option): string | undefined =>
  option.kind === 'person' ? option.holder.meant : option.kind === 'set' ? option.bunch.meant : undefined;

type Props = {
  id: string;
  q: string;
  options: readonly Option[];
  active: number;
  context: DeskContext;
  location: string | null;
  onActive: (index: number) => void;
  onPick: (option: Option) => void;
};

/** The suggestions: people, sets, fuzzy matches, then a new person of that name. */
export function Suggestions({ id, q, options, active, context, location, onActive, onPick }: Props) {
  const groups = [
    { kind: 'person', heading: 'People' },
    { kind: 'set', heading: location ? `Sets at ${location}` : 'Sets' },
    { kind: 'guess', heading: 'Did you mean' },
    { kind: 'new', heading: null },
  ] as const;
  const optionOf = (option: Option) => {
    const index = options.indexOf(option);
    return (
      <SuggestionOption
        key={index}
        id={`${id}-${index}`}
        active={index === active}
        onActive={() => onActive(index)}
        onPick={() => onPick(option)}
        className="min-h-12! gap-3!"
      >
        <Row option={option} q={meantBy(option) ?? q} context={context} />
        {index === active && (
          <kbd className="rounded-md border bg-panel px-1.5 font-sans text-tiny text-muted touch:hidden">
            Enter
          </kbd>
        )}
      </SuggestionOption>
    );
  };
  return (
    <SuggestionBox id={id} data-suggestions="" className="max-h-(--radix-popover-content-available-height)">
      {groups.map(({ kind, heading }) => {
        const own = options.filter((option) => groupOf(option) === kind);
        return (
          own.length > 0 && (
            // biome-ignore lint/a11y/useSemanticElements: options in a listbox are grouped by role
            <div
              key={kind}
              role="group"
              aria-label={heading ?? 'New person'}
              className="-mx-1 border-t px-1 py-1 first:border-t-0 first:pt-0 last:pb-0"
            >
              {heading && (
                <p aria-hidden className="px-2 py-1.5 text-hint text-muted">
                  {heading}
                </p>
              )}
              {own.map(optionOf)}
            </div>
          )
        );
      })}
    </SuggestionBox>
  );
}

const groupOf = (option: Option) => (meantBy(option) === undefined ? option.kind : 'guess');

/** Where a set is, which decides what choosing it does: its holder and due time, "missing", else its contents. */
function SetState({ bunch, context: { now, zone } }: { bunch: KeyBunch; context: DeskContext }) {
  const { status, holder, dueAt } = bunch;
  if (status === 'missing')
    return <span className="shrink-0 text-hint font-medium text-red-700 dark:text-red-300">missing</span>;
  if (status !== 'issued') return <span className="shrink-0 text-hint text-muted">{contentsOf(bunch)}</span>;
  const due = dueAt ? dueText(Date.parse(dueAt), now, zone) : null;
  return (
    <span
      className={cx(
        'max-w-[45%] shrink-0 truncate text-hint font-medium',
        due?.overdue ? 'text-red-700 dark:text-red-300' : 'text-amber-900 dark:text-amber-300',
      )}
    >
      {`out with ${holder?.name ?? 'someone'}${due ? `, ${due.text}` : ''}`}
    </span>
  );
}

function Row({ option, q, context }: { option: Option; q: string; context: DeskContext }): ReactNode {
  if (option.kind === 'new')
    return (
      <>
        <UserPlus aria-hidden className="mx-1.5 size-4 text-muted" />
        <span className="flex-1 truncate">Add “{option.name}” as a new person</span>
      </>
    );
  if (option.kind === 'set') {
    const { bunch } = option;
    return (
      <>
        <Search aria-hidden className="mx-1.5 size-4 text-muted" />
        <span className="min-w-0 flex-1 truncate text-muted">
          <b className="font-semibold text-fg">
            <Matched text={bunch.identifier} q={q} />
          </b>
          {whatOf(bunch) && ' · '}
          <Matched text={whatOf(bunch)} q={q} />
        </span>
        <SetState bunch={bunch} context={context} />
      </>
    );
  }
  const { holder } = option;
  return (
    <>
      <Avatar name={holder.name} />
      <span className="min-w-0 flex-1 truncate text-muted">
        <b className="font-semibold text-fg">
          <Matched text={holder.name} q={q} />
        </b>
        {' · '}
        {roleOf(holder)}
      </span>
      <HolderState holder={holder} />
    </>
  );
}

/** Minimum length of a search. */
export const LENGTH_MIN = 2;
/** More than are shown: those whose name begins with the text come first. */
const PEOPLE = '12';
const PEOPLE_SHOWN = 4;
/** More than are shown: matches by holder only are dropped. */
const SETS = '12';
const SETS_SHOWN = 4;
const ITS_OWN: readonly string[] = [
  'identifier',
  'currentTag',
  'nfcSerial',
  'keyDescription',
  'premises',
  'address',
  'client',
];

export type Suggested = {
  /** The text they belong to; offered only while the field still has it. */
  q: string;
  people: readonly ListedHolder[];
  sets: readonly ListedKeyBunch[];
  /** Whether both lists have loaded. */
  ready: boolean;
};

/** People and sets whose names, IDs or doors match the text. */
export function useSuggestions(text: string, locationId: number | null): Suggested {
  const may = useMay();
  const q = useDebounced(text.trim());
  const enabled = q.length >= LENGTH_MIN;
  const people = useRead(
    'listHolders',
    { query: { q, limit: PEOPLE } },
    { enabled: enabled && may(api.listHolders.needs) },
  );
  const sets = useRead(
    'listKeyBunches',
    { query: { q, limit: SETS, ...(locationId !== null && { locationId: String(locationId) }) } },
    { enabled },
  );
  return {
    q,
    people: enabled ? bestFirst(people.data ?? [], q).slice(0, PEOPLE_SHOWN) : [],
    sets: enabled
      ? (sets.data ?? []).filter(({ match }) => !match || ITS_OWN.includes(match.field)).slice(0, SETS_SHOWN)
      : [],
    ready: enabled && !sets.isFetching && !people.isFetching,
  };
}
