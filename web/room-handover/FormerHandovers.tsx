import { Link } from '@tanstack/react-router';
import { grouped } from '../../shared/anchor-words.ts';
import type { FormerRoomHandover, RoomHandover } from '../../shared/room-handover.ts';
import { answerText, checkText, differenceText } from '../../shared/room-handover-text.ts';
import { sheetNumber } from '../../shared/room-handover-words.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { useRead } from '../api/read.ts';
import { sinceClock } from '../custody/due-lines.ts';
import { exactTime } from '../format.ts';
import { byCursor, usePages } from '../list/list-state.ts';
import { Button } from '../ui/Button.tsx';
import { linkClass } from '../ui/classes.ts';
import { Dialog } from '../ui/overlay/Dialog.tsx';
import { type DialogState, useDialogState } from '../ui/overlay/dialog-state.ts';
import { Facts, Panel, PanelHead } from '../ui/Panel.tsx';
import { useNow, useZone } from '../zone.ts';
import { Figures } from './Figures.tsx';
import { peopleText } from './handover-text.ts';
import { useMomentText } from './use-handover.ts';

/** The handovers of registers that were brought into this company, read-only; nothing in a company that began here. */
export function FormerHandovers() {
  const list = usePages('listFormerRoomHandovers', { query: {} }, byCursor);
  const dialog = useDialogState<FormerRoomHandover>();
  const { items = [], error, retry, hasMore, more, loadingMore } = list;
  if (error && items.length === 0 && error.status !== 403)
    return <ReadFailed error={error} onRetry={retry} />;
  if (items.length === 0) return null;
  return (
    <Panel aria-label="From former registers" className="mt-4">
      <PanelHead title="From former registers" count="as they were signed there" />
      <ul className="divide-y">
        {items.map((one) => (
          <li key={`${one.registerId} ${one.id}`}>
            <button
              type="button"
              onClick={() => dialog.show(one)}
              className="flex min-h-13 w-full flex-wrap items-center gap-x-4 px-4 py-2 text-left transition-colors hover:bg-soft/50"
            >
              <span className="shrink-0 text-hint text-muted tabular-nums">{exactTime(one.closedAt)}</span>
              <span className="min-w-0 flex-1 basis-48 truncate">
                {peopleText(one)} <span className="text-muted">{one.location}</span>
              </span>
              <span className="text-hint text-muted">{one.register}</span>
            </button>
          </li>
        ))}
      </ul>
      {hasMore && (
        <div className="flex justify-end border-t px-4 py-2">
          <Button size="sm" variant="ghost" pending={loadingMore} onClick={more}>
            Load more
          </Button>
        </div>
      )}
      {dialog.shown && <Former key={dialog.shown.turn} one={dialog.shown.about} {...dialog.props} />}
    </Panel>
  );
}

type Props = { one: FormerRoomHandover } & DialogState<unknown>['props'];

function Former({ one, open, onClose, onClosed }: Props) {
  const moment = useMomentText();
  const { figures, check, outgoing, incoming, aloneReason, settle, notes } = one;
  const signature = (person: FormerRoomHandover['outgoing']) =>
    person &&
    `${person.name}${person.signedAt ? `, ${exactTime(person.signedAt)}` : ''}\n${grouped(person.sha256 ?? '')}`;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      size={880}
      title={`${one.location}, ${peopleText(one)}`}
      description={[
        `From the former register of ${one.register}`,
        one.number !== null && sheetNumber(one.number),
        `${exactTime(one.shiftStart)} to ${exactTime(one.closedAt)}`,
      ]
        .filter(Boolean)
        .join(' · ')}
    >
      {/* Nothing else in it takes the focus, and it scrolls by keys. */}
      <Panel tabIndex={0} data-autofocus>
        <Figures figures={figures} start="out at the start" end="out at the end" />
        <div className="border-t">
          <Facts
            facts={[
              ['Count', check && checkText(check, moment)],
              [
                'Handed over',
                aloneReason === null ? signature(outgoing) : `No outgoing person: ${aloneReason}`,
              ],
              ['Taken over', signature(incoming)],
              ['Notes', notes],
              [
                'Differences',
                settle
                  .map((each) => {
                    const at = Date.parse(one.closedAt);
                    const said = each.answer && answerText(each.answer, incoming?.name ?? null, moment);
                    const what = differenceText(each, at, moment);
                    return `${each.identifier}: ${what}${said ? `. ${said}` : ''}`;
                  })
                  .join('\n') || 'None',
              ],
            ]}
          />
        </div>
      </Panel>
    </Dialog>
  );
}

const SHOWN = 3;

/** The last closed handovers of a location, without the one that is shown. */
export function LastHandovers({ locationId, except }: { locationId: number; except: number }) {
  const [now, zone] = [useNow(), useZone()];
  const query = { locationId: String(locationId), state: 'closed' as const, limit: String(SHOWN + 1) };
  const { data } = useRead('listRoomHandovers', { query });
  const rows = data?.filter(({ id }) => id !== except).slice(0, SHOWN) ?? [];
  return (
    <Panel aria-label="Last handovers">
      <PanelHead
        title="Last handovers"
        right={
          <Link to="/room-handovers" search={{ location: String(locationId) }} className={linkClass}>
            All
          </Link>
        }
      />
      {data && rows.length === 0 && (
        <p className="p-4 text-hint text-muted">This is the first handover here.</p>
      )}
      <ul className="divide-y">
        {rows.map((one) => (
          <li key={one.id}>
            <Link
              to="/room-handovers/$id"
              params={{ id: String(one.id) }}
              className="flex min-h-11 items-center gap-3 px-4 py-2 transition-colors hover:bg-soft/50"
            >
              <span className="shrink-0 text-hint text-muted tabular-nums">
                {one.closedAt && sinceClock(Date.parse(one.closedAt), now, zone)}
              </span>
              <span className="min-w-0 flex-1 text-pretty wrap-anywhere">{peopleText(one)}</span>
              <span className="shrink-0 text-hint text-muted">{differencesText(one)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** "1 difference", "2 differences", "none". */
export const differencesText = ({ differences }: Pick<RoomHandover, 'differences'>): string =>
  !differences ? 'none' : differences === 1 ? '1 difference' : `${differences} differences`;
