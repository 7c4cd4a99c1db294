import { CalendarClock, Pencil } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { FACT_NAMES, factsText, type IssueFact, PURPOSES } from '../../../shared/issue-facts.ts';
import { TEXT_MAX } from '../../../shared/limits.ts';
import { DueChips } from '../../custody/DueChips.tsx';
import { dueWords, useDueOptions } from '../../custody/due-choices.ts';
import { Button } from '../../ui/Button.tsx';
import { linkClass } from '../../ui/classes.ts';
import { Field } from '../../ui/form/Field.tsx';
import { Input, Textarea } from '../../ui/form/Input.tsx';
import { OptionButton } from '../../ui/form/OptionButton.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { dueSets } from '../state/verdict.ts';
import { Section } from './Person.tsx';
import { SignButton } from './SignButton.tsx';
import type { Desk } from './use-desk.ts';

const FACT_FIELDS: Record<IssueFact, (props: { desk: Desk }) => ReactNode> = { purpose: PurposeChips };

const useDueOptionsOf = ({ state, context }: Desk) => useDueOptions(dueSets(state, context));

/** The facts of an issue, due time, note and signature, in a desktop's rail. */
export function IssueDetails({ desk }: { desk: Desk }) {
  const [noting, setNoting] = useState(false);
  const notes = noting || desk.state.notes !== '';
  return (
    <>
      {FACT_NAMES.map((name) => {
        const Fact = FACT_FIELDS[name];
        return (
          <Section key={name}>
            <Fact desk={desk} />
          </Section>
        );
      })}
      <Section>
        <Due
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
        {notes && <Note desk={desk} autoFocus={noting} aria-label="Note" className="mt-2" />}
      </Section>
    </>
  );
}

/** The same on a phone: a line over the primary, and the sheet it opens. */
export function IssueSheet({ desk, later }: { desk: Desk; later: (close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false);
  const { state, context } = desk;
  const facts = factsText(state);
  const due = dueWords(state.due, useDueOptionsOf(desk), context.now, context.zone);
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="flex min-h-13 w-full items-center gap-3 text-left"
      >
        <CalendarClock aria-hidden className="size-5 text-muted" />
        <span className="block min-w-0 flex-1 truncate first-letter:uppercase">
          {facts && <b className="font-medium">{facts} · </b>}
          <span className="text-muted">{due.startsWith('due ') ? 'due ' : ''}</span>
          <b className="font-medium">{due.replace(/^due /, '')}</b>
        </span>
        <span className="font-medium text-link">Change</span>
      </button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="This issue"
        cancelLabel={null}
        foot={
          <Button variant="primary" onClick={() => setOpen(false)}>
            Done
          </Button>
        }
      >
        <div className="flex flex-col gap-5">
          {FACT_NAMES.map((name) => {
            const Fact = FACT_FIELDS[name];
            return <Fact key={name} desk={desk} />;
          })}
          <Due desk={desk} />
          <Field label="Note" optional>
            <Note desk={desk} />
          </Field>
          <div className="flex min-h-14 items-center gap-3 rounded-2xl border border-dashed border-control px-4">
            <Pencil aria-hidden className="size-5 text-muted" />
            <SignButton desk={desk} className="min-h-11 flex-1 text-left font-medium" />
            <span className="text-muted">Optional</span>
          </div>
          {later(() => setOpen(false))}
        </div>
      </Dialog>
    </>
  );
}

function Due({ desk, extras }: { desk: Desk; extras?: ReactNode }) {
  return (
    <DueChips
      label="Due back"
      options={useDueOptionsOf(desk)}
      value={desk.state.due}
      onChange={(due) => desk.send({ type: 'detailsChanged', change: { due } })}
      extras={extras}
      zoned
      hint={desk.state.lines.some(({ asked }) => asked) ? 'Another time needs another yes.' : undefined}
    />
  );
}

const Note = ({ desk: { state, send }, ...rest }: { desk: Desk } & ComponentProps<typeof Textarea>) => (
  <Textarea
    {...rest}
    placeholder="Anything the next shift should know"
    maxLength={TEXT_MAX}
    value={state.notes}
    onChange={(event) => send({ type: 'detailsChanged', change: { notes: event.target.value } })}
  />
);

/** The purpose: a usual one or another text; a second press clears it. */
function PurposeChips({ desk: { state, send } }: { desk: Desk }) {
  const id = useId();
  const { purpose } = state;
  const [other, setOther] = useState(false);
  const typing = other || (purpose !== '' && !PURPOSES.some((usual) => usual === purpose));
  function choose(next: string, isOther = false) {
    setOther(isOther);
    send({ type: 'detailsChanged', change: { purpose: next } });
  }
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
            onClick={() => choose(purpose === usual ? '' : usual)}
          >
            {usual}
          </OptionButton>
        ))}
        <OptionButton pressed={typing} onClick={() => choose('', !typing)}>
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
          onChange={(event) => choose(event.target.value, other)}
        />
      )}
    </div>
  );
}
