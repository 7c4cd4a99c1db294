import type { KeyBunch } from '../../../shared/key-bunch.ts';
import { TEXT_MAX } from '../../../shared/limits.ts';
import { useRead } from '../../api/read.ts';
import { count } from '../../format.ts';
import { Input } from '../../ui/form/Input.tsx';
import { Panel } from '../../ui/Panel.tsx';
import type { Line } from '../state/desk-state.ts';
import { tagsText } from '../state/scan.ts';
import { lackOf, peopleOf, shortText } from '../state/to-send.ts';
import { countedLines } from '../state/verdict.ts';
import { Failure, Primary, PrimaryKeys, railFootClass } from '../work/Primary.tsx';
import { SignButton } from '../work/SignButton.tsx';
import type { Desk } from '../work/use-desk.ts';
import { HoldingList, PersonHead, Section } from './PersonHead.tsx';

type Counted = Line & { bunch: KeyBunch };

/** Former holders: "All 3 were issued to Megan", or "2 from Megan Price, 1 from Callum Reid". */
function formerHoldersText(lines: readonly Counted[]): string {
  const people = peopleOf(lines);
  const [only] = people;
  if (!only) return 'No sets added yet';
  if (people.length > 1) return people.map(({ name, sets }) => `${sets} from ${name}`).join(', ');
  const first = only.name.split(' ')[0];
  return only.sets === 1 ? `It was issued to ${first}` : `All ${only.sets} were issued to ${first}`;
}

/** The returner: the chosen person, else the one with most sets; with the sets they still hold. */
export function useBringer(desk: Desk) {
  const { state, around } = desk;
  const lines = countedLines(state, around);
  const [most] = peopleOf(lines);
  const id = state.person?.id ?? most?.id ?? null;
  const { data } = useRead('getHolder', { params: { id: id ?? 0 } }, { enabled: id !== null });
  const holder = data?.id === id ? data : undefined;
  const back = new Set(lines.map(({ bunch }) => bunch.id));
  return {
    name: state.person?.name ?? most?.name ?? null,
    holder: holder ?? state.person ?? undefined,
    left: (holder?.holding ?? []).filter((bunch) => !back.has(bunch.id)),
    whose: formerHoldersText(lines),
    lines,
  };
}

/** The rail of a return: returner, new seals, short sets and sets still out. */
export function ReturnRail({ desk, onPerson }: { desk: Desk; onPerson: () => void }) {
  const { state, send } = desk;
  const { name, holder, left, whose, lines } = useBringer(desk);
  return (
    <Panel aria-label="This return">
      {name !== null && (
        <PersonHead label="Returned by" name={name} holder={holder} note={whose} onChange={onPerson} />
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
        <div>
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
        </div>
        <p className="mt-2 flex justify-end text-hint">
          <SignButton desk={desk} />
        </p>
      </Section>
      <div className={railFootClass}>
        <Failure desk={desk} />
        <Primary desk={desk} />
        <PrimaryKeys badge={false} />
      </div>
    </Panel>
  );
}

function NewTags({ desk, lines }: { desk: Desk; lines: readonly Counted[] }) {
  const { place } = desk.place;
  const tags = lines.flatMap(({ tag }) => tag || []);
  const known = place && desk.state.nextTags[place.id];
  return (
    <Section>
      <p className="flex items-baseline justify-between gap-2">
        <b className="font-medium">New tags</b>
        <span className="text-hint text-muted tabular-nums">{tagsText(tags)}</span>
      </p>
      <p className="mt-1 text-hint text-pretty text-muted">
        {known && !known.next
          ? `${known.last ? `The last one at ${place.name}, ${known.last}, is no number` : `None was used at ${place.name} yet`}: scan the seal after its set, or type its number.`
          : `${known?.last ? `Last used at ${place?.name}: ${known.last}. ` : ''}Scan a seal to change the newest line.`}
      </p>
    </Section>
  );
}

/** What an incomplete return leads to. */
export function ShortSets({ lines }: { lines: readonly Counted[] }) {
  const short = lines.flatMap((line) => {
    const lack = lackOf(line);
    return lack ? [{ bunch: line.bunch, text: shortText(lack) }] : [];
  });
  const [first] = short;
  if (!first) return null;
  return (
    <Section className="bg-amber-500/6 text-amber-900 dark:text-amber-300">
      <b className="font-medium">{short.length === 1 ? first.text : `${short.length} sets short`}</b>
      <p className="mt-1 text-hint text-pretty">
        {short.length === 1
          ? `${first.bunch.identifier} goes back on its hook marked “${first.text}” until all of it is counted.`
          : 'They go back on their hooks marked short until all of them are counted.'}
      </p>
    </Section>
  );
}
