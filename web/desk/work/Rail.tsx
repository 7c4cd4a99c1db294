import { ArrowLeftRight, CalendarClock, Hand, Undo2 } from 'lucide-react';
import { Suspense } from 'react';
import { joined } from '../../../shared/isolated.ts';
import { TEXT_MAX } from '../../../shared/limits.ts';
import { untilLoaded } from '../../api/connection.ts';
import { count } from '../../format.ts';
import { Button } from '../../ui/Button.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { lazyExport } from '../../ui/lazy-export.ts';
import { PHONE, useMedia } from '../../ui/media.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Panel, PanelHead } from '../../ui/Panel.tsx';
import { tagsText } from '../state/scan.ts';
import { unaskedLines, waitingLines } from '../state/second-person.ts';
import { areHandovers, blockOf, sentLines, shortSets } from '../state/to-send.ts';
import { type CountedLine, countedLines } from '../state/verdict.ts';
import { IssueDetails } from './IssueDetails.tsx';
import { RecentPeople, useOwnHolder } from './People.tsx';
import { HoldingList, PersonHead, recipientOf, Section, useReturner } from './Person.tsx';
import { SignButton } from './SignButton.tsx';
import type { Desk, DeskViewProps } from './use-desk.ts';

type Props = Pick<DeskViewProps, 'desk' | 'onDialog'>;

const AskButton = lazyExport(
  () => untilLoaded(() => import('../second-person/SecondPerson.tsx')),
  'AskButton',
);

/** The rail of an issue: recipient, facts, due time and the primary. */
export function IssueRail({ desk, onDialog }: Props) {
  const holder = recipientOf(desk);
  if (!holder)
    return (
      <Panel aria-label="This issue">
        <PanelHead title="Who takes them?" />
        <div className="border-b p-4">
          <RecentPeople desk={desk} />
        </div>
        <Foot desk={desk} onDialog={onDialog} />
      </Panel>
    );
  return (
    <Panel aria-label="This issue">
      <PersonHead
        label="Issue to"
        name={holder.name}
        holder={holder}
        note={joined([holder.organisation, holder.phone], ' · ')}
        onDialog={onDialog}
      />
      {holder.out > 0 && (
        <HoldingList
          desk={desk}
          title={`Has ${count(holder.out, 'set')} already`}
          right={
            holder.overdue > 0 && (
              <b className="font-medium text-red-700 dark:text-red-300">{holder.overdue} overdue</b>
            )
          }
          holderId={holder.id}
          holding={desk.person?.id === holder.id ? desk.person.holding : []}
        />
      )}
      <IssueDetails desk={desk} />
      <Foot desk={desk} onDialog={onDialog} hint={holder.badge ? 'or scan the badge again' : ''} />
    </Panel>
  );
}

/** The rail of a return: returner, new seals, short sets and sets still out. */
export function ReturnRail({ desk, onDialog }: Props) {
  const { state, send } = desk;
  const { name, holder, left, whose, lines } = useReturner(desk);
  return (
    <Panel aria-label="This return">
      {name !== null && (
        <PersonHead label="Returned by" name={name} holder={holder} note={whose} onDialog={onDialog} />
      )}
      <NewTags desk={desk} lines={lines} />
      <ShortSets lines={lines} />
      {left.length > 0 && (
        <HoldingList
          desk={desk}
          title={`Still out with ${name}`}
          right={<span className="text-muted">{count(left.length, 'set')}</span>}
          holderId={holder?.id}
          holding={left}
        />
      )}
      <Section>
        <span className="mb-2 flex items-baseline justify-between">
          <b aria-hidden className="font-medium">
            Notes
          </b>
          <span className="text-hint text-muted">Optional</span>
        </span>
        <Input
          aria-label="Notes"
          value={state.notes}
          maxLength={TEXT_MAX}
          placeholder="Condition, anything odd"
          autoComplete="off"
          onChange={(event) => send({ type: 'detailsChanged', change: { notes: event.target.value } })}
        />
        <p className="mt-2 flex justify-end text-hint">
          <SignButton desk={desk} />
        </p>
      </Section>
      <Foot desk={desk} onDialog={onDialog} hint="" />
    </Panel>
  );
}

function NewTags({ desk, lines }: { desk: Desk; lines: readonly CountedLine[] }) {
  const { chosen } = desk.location;
  const tags = lines.flatMap(({ tag }) => tag || []);
  const known = chosen && desk.state.nextTags[chosen.id];
  return (
    <Section>
      <p className="flex items-baseline justify-between gap-2">
        <b className="font-medium">New tags</b>
        <span className="text-hint text-muted tabular-nums">{tagsText(tags)}</span>
      </p>
      <p className="mt-1 text-hint text-pretty text-muted">
        {known && !known.next
          ? `${known.last ? `The last one at ${chosen.name}, ${known.last}, is no number` : `None was used at ${chosen.name} yet`}: scan the seal after its set, or type its number.`
          : `${known?.last ? `Last used at ${chosen?.name}: ${known.last}. ` : ''}Scan a seal to change the newest line.`}
      </p>
    </Section>
  );
}

/** What an incomplete return leads to. */
function ShortSets({ lines }: { lines: readonly CountedLine[] }) {
  const short = shortSets(lines);
  const [first] = short;
  if (!first) return null;
  const only = short.length === 1;
  return (
    <Section className="bg-amber-500/6 text-amber-900 dark:text-amber-300">
      <b className="font-medium">{only ? first.text : `${short.length} sets short`}</b>
      <p className="mt-1 text-hint text-pretty">
        {only
          ? `${first.identifier} goes back on its hook marked “${first.text}” until all of it is counted.`
          : 'They go back on their hooks marked short until all of them are counted.'}
      </p>
    </Section>
  );
}

/** The rail's footer, visible while the rail scrolls, whose lower edge it then is: the primary and, with `hint` after them, its keys. */
function Foot({ desk, onDialog, hint }: Props & { hint?: string }) {
  const mac = /Mac|iPhone|iPad/.test(navigator.platform);
  return (
    <div className="sticky bottom-0 -mb-px rounded-b-xl border-y bg-[color-mix(in_oklab,var(--soft)_40%,var(--panel))] p-4">
      <Primary desk={desk} />
      <Later desk={desk} onDialog={onDialog} className="mt-2" />
      {hint !== undefined && waitingLines(desk.state, desk.context).length === 0 && (
        <p className="mt-2.5 flex items-center justify-center gap-1.5 text-hint text-muted touch:hidden">
          <Key>{mac ? 'Cmd' : 'Ctrl'}</Key>
          <Key>Enter</Key>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Reserves the list for the recipient; nothing without both. */
export function Later({ desk, onDialog, className }: Props & { className?: string }) {
  const { mode, lines, sending } = desk.state;
  const to = recipientOf(desk);
  if (mode !== 'issue' || !to || sending || !lines.some(({ bunch }) => bunch)) return null;
  return (
    <Button block icon={CalendarClock} className={className} onClick={() => onDialog({ kind: 'later', to })}>
      For later...
    </Button>
  );
}

export const Key = ({ children }: { children: string }) => (
  <kbd className="rounded-md border bg-panel px-1.5 font-sans text-tiny font-medium text-fg">{children}</kbd>
);

/** Sends what waits for no second person; nothing while no set waits for one. */
function Ready({ desk: { state, context, person, commit, committing } }: { desk: Desk }) {
  if (state.sending?.pending === false || waitingLines(state, context).length === 0) return null;
  const lines = sentLines(state, context, 'ready');
  if (lines.length === 0 || blockOf(state, context, person, 'ready') !== null) return null;
  const handsOver = areHandovers(lines);
  return (
    <Button
      size="lg"
      block
      className="mb-2"
      icon={handsOver ? ArrowLeftRight : Hand}
      pending={committing}
      onClick={() => commit('ready')}
    >
      {handsOver ? 'Hand over' : 'Issue'} {count(lines.length, 'set')} now
    </Button>
  );
}

/** Why the last attempt failed, and the primary button, with count and name; gives the reason when disabled. */
export function Primary({ desk }: { desk: Desk }) {
  const { state, context, person, commit, committing } = desk;
  const issue = state.mode === 'issue';
  // On a phone the list without a person can go to the user at once.
  const phone = useMedia(PHONE);
  const own = useOwnHolder(phone && issue && !state.person);
  const taker = phone && issue && !state.person ? own : undefined;
  const list = taker ? { ...state, person: taker } : state;
  const lines = countedLines(list, context);
  const toAsk = unaskedLines(state, context).length;
  const handsOver = issue && areHandovers(lines);
  const name = taker ? ' to me' : issue && state.person ? ` to ${state.person.name}` : '';
  const verb = handsOver ? 'Hand over' : issue ? 'Issue' : 'Return';
  return (
    <>
      {state.failure && <Notice variant="error" className="mb-3" title={state.failure} />}
      <Ready desk={desk} />
      {toAsk > 0 && state.person && !state.sending ? (
        <Suspense fallback={<div className="h-11" />}>
          <AskButton desk={desk} />
        </Suspense>
      ) : (
        <Button
          variant="primary"
          size="lg"
          block
          icon={handsOver ? ArrowLeftRight : issue ? Hand : Undo2}
          pending={committing}
          disabledReason={blockOf(list, context, person) ?? undefined}
          onClick={() => {
            if (taker) desk.send({ type: 'personChosen', holder: taker });
            commit();
          }}
          className="max-w-full [&>span]:min-w-0 [&>span>span]:truncate"
        >
          {state.failure && state.sending ? 'Try again' : `${verb} ${count(lines.length, 'set')}${name}`}
        </Button>
      )}
    </>
  );
}
