import { type ReactNode, useId, useState } from 'react';
import { FACT_NAMES, type IssueFact, PURPOSES } from '../../../shared/issue-facts.ts';
import { TEXT_MAX } from '../../../shared/limits.ts';
import { DueChips } from '../../custody/DueChips.tsx';
import { useDueOptions } from '../../custody/due-choices.ts';
import { count } from '../../format.ts';
import { Input, Textarea } from '../../ui/form/Input.tsx';
import { OptionButton } from '../../ui/form/OptionButton.tsx';
import { linkClass } from '../../ui/look.ts';
import { Panel, PanelHead } from '../../ui/Panel.tsx';
import { countedLines } from '../state/verdict.ts';
import { Failure, Primary, PrimaryKeys, railFootClass } from '../work/Primary.tsx';
import { RecentPeople } from '../work/RecentPeople.tsx';
import { SignButton } from '../work/SignButton.tsx';
import type { Desk } from '../work/use-desk.ts';
import { HoldingList, PersonHead, Section } from './PersonHead.tsx';

/** The rail of an issue: recipient, facts, due time and the primary. */
export function IssueRail({ desk, onPerson }: { desk: Desk; onPerson: () => void }) {
  const { state, person } = desk;
  if (!state.person) return <AskPerson desk={desk} />;
  const holder = person?.id === state.person.id ? person : state.person;
  const overdue = holder.overdue > 0 && (
    <b className="font-medium text-red-700 dark:text-red-300">{holder.overdue} overdue</b>
  );
  return (
    <Panel aria-label="This issue">
      <PersonHead
        label="Issue to"
        name={holder.name}
        holder={holder}
        note={[holder.organisation, holder.phone].filter(Boolean).join(' · ')}
        onChange={onPerson}
      />
      {holder.out > 0 && (
        <HoldingList
          desk={desk}
          title={`Has ${count(holder.out, 'set')} already`}
          right={overdue}
          holderId={holder.id}
          holding={person?.id === holder.id ? person.holding : []}
        />
      )}
      {FACT_NAMES.map((name) => (
        <Section key={name}>
          <FactField name={name} desk={desk} />
        </Section>
      ))}
      <Section>
        <DueAndExtras desk={desk} />
      </Section>
      <Foot desk={desk} badge={Boolean(holder.badge)} />
    </Panel>
  );
}

const FACT_FIELDS: Record<IssueFact, (props: { desk: Desk }) => ReactNode> = { purpose: PurposeChips };

/** The field of a fact of the issue. */
export function FactField({ name, desk }: { name: IssueFact; desk: Desk }) {
  const Field = FACT_FIELDS[name];
  return <Field desk={desk} />;
}

export function IssueDue({ desk, extras }: { desk: Desk; extras?: ReactNode }) {
  const { state, around, send } = desk;
  const bunches = countedLines(state, around).map(({ bunch }) => bunch);
  return (
    <DueChips
      label="Due back"
      options={useDueOptions(bunches)}
      value={state.due}
      onChange={(due) => send({ type: 'detailsChanged', change: { due } })}
      extras={extras}
      zoned
    />
  );
}

function AskPerson({ desk }: { desk: Desk }) {
  return (
    <Panel aria-label="This issue">
      <PanelHead title="Who takes them?" />
      <div className="border-b p-4">
        <RecentPeople desk={desk} />
      </div>
      <Foot desk={desk} badge={false} />
    </Panel>
  );
}

const Foot = ({ desk, badge }: { desk: Desk; badge: boolean }) => (
  <div className={railFootClass}>
    <Failure desk={desk} />
    <Primary desk={desk} />
    {desk.state.person && <PrimaryKeys badge={badge} />}
  </div>
);

/** Due time, note and signature. */
function DueAndExtras({ desk }: { desk: Desk }) {
  const { state, send } = desk;
  const [noting, setNoting] = useState(false);
  const notes = noting || state.notes !== '';
  return (
    <>
      <IssueDue
        desk={desk}
        extras={
          <>
            {!notes && (
              <button type="button" className={linkClass} onClick={() => setNoting(true)}>
                Add a note
              </button>
            )}
            <SignButton desk={desk} />
          </>
        }
      />
      {notes && (
        <Textarea
          autoFocus={noting}
          aria-label="Note"
          placeholder="Anything the next shift should know"
          className="mt-2"
          maxLength={TEXT_MAX}
          value={state.notes}
          onChange={(event) => send({ type: 'detailsChanged', change: { notes: event.target.value } })}
        />
      )}
    </>
  );
}

/** The purpose: a usual one or another text; a second press clears it. */
function PurposeChips({ desk: { state, send } }: { desk: Desk }) {
  const id = useId();
  const { purpose } = state;
  const [other, setOther] = useState(false);
  const typing = other || (purpose !== '' && !PURPOSES.some((usual) => usual === purpose));
  const choose = (next: string) => send({ type: 'detailsChanged', change: { purpose: next } });
  return (
    <div>
      <b id={id} className="mb-2 block font-medium">
        Purpose
      </b>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own box and legend */}
      <div role="group" aria-labelledby={id} className="grid grid-cols-2 gap-2">
        {PURPOSES.map((usual) => (
          <OptionButton
            key={usual}
            pressed={purpose === usual}
            onClick={() => {
              setOther(false);
              choose(purpose === usual ? '' : usual);
            }}
          >
            {usual}
          </OptionButton>
        ))}
        <OptionButton
          pressed={typing}
          onClick={() => {
            setOther(!typing);
            choose('');
          }}
        >
          Other...
        </OptionButton>
      </div>
      {typing && (
        <Input
          autoFocus={other}
          aria-label="Purpose"
          className="mt-2"
          value={purpose}
          maxLength={TEXT_MAX}
          autoComplete="off"
          onChange={(event) => choose(event.target.value)}
        />
      )}
    </div>
  );
}
