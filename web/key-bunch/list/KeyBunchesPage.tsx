import { getRouteApi } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { plainDigits } from '../../../shared/digits.ts';
import type { KeyBunchMatch, ListedKeyBunch } from '../../../shared/key-bunch-query.ts';
import { prefetchList, prefetchRead } from '../../api/list.ts';
import { ReadFailed } from '../../api/ReadFailed.tsx';
import { escaped } from '../../BunchText.tsx';
import { ListAsOf, ListMeant, ListPage } from '../../list/ListPage.tsx';
import { Button } from '../../ui/Button.tsx';
import { tintBox } from '../../ui/classes.ts';
import { cx } from '../../ui/cx.ts';
import { PHONE, useMedia } from '../../ui/media.ts';
import { type DialogState, useDialogState } from '../../ui/overlay/dialog-state.ts';
import type { FirstRow } from '../../ui/WindowRows.tsx';
import type { KeyBunchDialog } from '../BunchDialog.tsx';
import { KeyBunchDialogs } from '../KeyBunchDialogs.tsx';
import { type KeyRights, useKeyRights } from '../key-actions.tsx';
import { StatusBadge } from '../StatusBadge.tsx';
import { KeyBunchCards } from './KeyBunchCards.tsx';
import { KeyBunchFilters } from './KeyBunchFilters.tsx';
import { KeyBunchTable } from './KeyBunchTable.tsx';
import {
  AddSetButton,
  FoundLine,
  KeyBunchFoot,
  KeyListActions,
  KeyListMenu,
  NoKeyBunches,
  usePrintedBunches,
} from './KeyListBars.tsx';
import { useLabelFinder, useListFocus, useTagFinder } from './key-input.ts';
import {
  filterCount,
  isFiltered,
  KEY_CHOICE_READS,
  type KeyList,
  keyQueryOf,
  NO_FILTERS,
  orderOf,
  useKeyFilters,
  useKeyList,
  wordsOf,
} from './key-list.ts';

/** With filters in the address the list waits for their options. */
export function prefetch(search: Record<string, string>): void {
  const filters = { ...NO_FILTERS, ...search };
  if (filterCount(filters) === 0) prefetchList('listKeyBunches', { query: keyQueryOf(filters) });
  for (const read of KEY_CHOICE_READS) prefetchRead(read);
}

/** Key Management: the register as a table or cards; its filters are in the address. */
export function KeyBunchesPage() {
  const phone = useMedia(PHONE);
  const rights = useKeyRights();
  const { filters, choices, ready, change } = useKeyFilters();
  const list = useKeyList(filters, ready);
  const dialog = useDialogState<KeyBunchDialog>();
  useSetInAddress(dialog);
  const line = useRef<HTMLParagraphElement>(null);
  const focus = useListFocus(list, filters.search, dialog, line);
  const add = rights.add ? () => dialog.show({ kind: 'add' }) : undefined;
  const scan = useTagFinder((id) => dialog.show({ kind: 'scanned', id }), dialog.shown === null);
  const readLabel = useLabelFinder((id) => dialog.show({ kind: 'scanned', id }), dialog.shown === null);
  const clear = () => change({ ...NO_FILTERS, sort: filters.sort });

  const filtered = isFiltered(filters);
  const empty = list.total === 0 && !list.stale;
  // An empty register shows its first step instead.
  const offerAdd = empty && !filtered ? undefined : add;
  const banner = filters.status && <KeyBunchBanner status={filters.status} />;
  const found = <FoundLine ref={line} total={list.stale ? undefined : list.total} atLeast={list.atLeast} />;

  return (
    <>
      <ListPage
        title="Key Management"
        subtitle={phone ? undefined : 'Track, issue and move every key set across your locations.'}
        headClass={list.failed ? undefined : 'phone:mb-1!'}
        list={list}
        actions={<KeyListActions filters={filters} />}
        add={offerAdd && <AddSetButton onClick={offerAdd} />}
        onPhone={!list.failed && <KeyListMenu paper={list.paper} filters={filters} />}
        foot={
          !(empty && !filtered) && (
            <KeyBunchFoot filters={filters} choices={choices} onChange={change} onAdd={add} />
          )
        }
        printed={{ filters: wordsOf(filters, choices), columns: usePrintedBunches(), noun: 'key set' }}
      >
        {phone && !list.failed && (
          <div className="-mt-1.5 mb-1 flex flex-wrap items-center gap-x-3 text-label text-muted">
            {found}
            <ListAsOf list={list} />
          </div>
        )}
        <KeyBunchFilters
          phone={phone}
          filters={filters}
          choices={choices}
          scan={scan}
          onChange={change}
          onEnter={focus.enter}
          onLabel={readLabel}
        />
        {phone && banner}
        {!phone && !list.failed && (
          <div className="flex h-12 items-center gap-3">
            {found}
            {banner}
            {filtered && !empty && (
              <Button size="sm" variant="ghost" icon={X} onClick={clear}>
                Clear filters
              </Button>
            )}
          </div>
        )}
        <Listed
          list={list}
          rights={rights}
          onAct={focus.act}
          filters={filters}
          change={change}
          onAdd={add}
          onClear={filtered ? clear : undefined}
        />
      </ListPage>
      <KeyBunchDialogs state={dialog} />
    </>
  );
}

type ListedProps = Pick<ReturnType<typeof useKeyFilters>, 'filters' | 'change'> & {
  list: KeyList;
  rights: KeyRights;
  onAct: ReturnType<typeof useListFocus>['act'];
  onAdd: (() => void) | undefined;
  /** Left out without filters. */
  onClear: (() => void) | undefined;
};

/** The sets, or why there are none. */
function Listed({ list, filters, change, onAdd, onClear, ...rest }: ListedProps) {
  const phone = useMedia(PHONE);
  const first: FirstRow = useRef(undefined);
  // Until the reply comes, the rows are those of the previous filters.
  const answered = useRef(filters);
  if (!list.stale) answered.current = filters;
  const { search, check, sort } = answered.current;
  const shown = {
    first,
    of: JSON.stringify(answered.current),
    searched: search.trim(),
    seen: check === 'unseen' || sort.endsWith('lastSeen'),
    parted: sort === '' ? endOfWhole(list.bunches, search.trim()) : null,
  };
  if (list.failed)
    return (
      <div className="mt-4">
        <ReadFailed error={list.failed} onRetry={list.retry} searched={filters.search.trim()} />
      </div>
    );
  if (list.total === 0 && !list.stale)
    return <NoKeyBunches onAdd={onClear ? undefined : onAdd} onClear={onClear} />;
  return (
    <>
      <ListMeant
        list={list}
        nothing="No key sets match"
        searched={shown.searched}
        onSearch={(search) => change({ search })}
      />
      {phone ? (
        <KeyBunchCards list={list} {...rest} {...shown} />
      ) : (
        <KeyBunchTable
          list={list}
          {...rest}
          {...shown}
          sort={orderOf(filters)}
          onSort={(sort) => change({ sort: sort === orderOf({ ...filters, sort: '' }) ? '' : sort })}
        />
      )}
    </>
  );
}

const route = getRouteApi('/key-bunches');

/** Opens Key Details of the address's set (as labels do); closing restores the list's address. */
function useSetInAddress({ shown, show }: DialogState<KeyBunchDialog>): void {
  const { set } = route.useSearch();
  const navigate = route.useNavigate();
  const opened = useRef('');
  const busy = shown !== null;
  useEffect(() => {
    if (opened.current !== set) {
      opened.current = set;
      if (/^[1-9]\d{0,8}$/.test(set)) show({ kind: 'details', id: Number(set) });
    } else if (set && !busy) void navigate({ search: (last) => ({ ...last, set: '' }), replace: true });
  }, [set, busy, show, navigate]);
}

const BANNERS: Record<string, { text: string; box: string }> = {
  missing: { text: 'Showing missing keys from audit results', box: tintBox.red },
  issued: { text: 'Showing currently issued keys', box: tintBox.amber },
};

/** The notice that only one status is shown. */
function KeyBunchBanner({ status }: { status: string }) {
  const banner = BANNERS[status];
  return (
    <p
      className={cx(
        'flex min-h-8 items-center gap-2 rounded-lg px-3 text-label font-medium inset-ring phone:mb-3 phone:min-h-10',
        banner?.box ?? tintBox.gray,
      )}
    >
      <span>{banner?.text ?? 'Filtered by status'}</span>
      {!banner && <StatusBadge status={status} />}
    </p>
  );
}

const words = (text: string) => text.trim().toLowerCase().replace(/\s+/g, ' ');
const codeOf = (text: string) =>
  plainDigits(text)
    .toLowerCase()
    .replace(/[\s\u2010-\u2015\u2212-]/g, '');
const serialOf = (text: string) =>
  plainDigits(text)
    .toLowerCase()
    .replace(/[\s:._-]/g, '');
const hasWords = (text: string, whole: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${escaped(whole)}(?![\\p{L}\\p{N}])`, 'u').test(words(text));

/** Whether the search text is all of a text, or whole words of a description: what the server ranks first (server/features/key-bunch/search.ts). */
function isWhole({ field, text }: KeyBunchMatch, searched: string): boolean {
  switch (field) {
    case 'identifier':
    case 'currentTag':
    case 'formerTag':
    case 'label':
      return codeOf(text) === codeOf(searched);
    case 'nfcSerial':
      return serialOf(text) === serialOf(searched);
    case 'premises':
    case 'address':
    case 'position':
      return words(text) === words(searched);
    case 'keyDescription':
      return hasWords(text, words(searched));
    default:
      return false;
  }
}

/** In a list by relevance, the index where full matches end and partial ones follow; else null. */
function endOfWhole(bunches: readonly ListedKeyBunch[], searched: string): number | null {
  const end = bunches.findIndex(({ match }) => !match || !isWhole(match, searched));
  return end > 0 && bunches[end]?.match ? end : null;
}
