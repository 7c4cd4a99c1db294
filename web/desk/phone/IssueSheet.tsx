import { CalendarClock, Pencil } from 'lucide-react';
import { useState } from 'react';
import { FACT_NAMES, factsText } from '../../../shared/issue-facts.ts';
import { TEXT_MAX } from '../../../shared/limits.ts';
import { dueWords, useDueOptions } from '../../custody/due-choices.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Textarea } from '../../ui/form/Input.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { countedLines } from '../state/verdict.ts';
import { FactField, IssueDue } from '../wide/IssueRail.tsx';
import { SignButton } from '../work/SignButton.tsx';
import type { Desk } from '../work/use-desk.ts';

/** The line over the primary with the facts and due time, and the sheet it opens. */
export function IssueSheet({ desk }: { desk: Desk }) {
  const [open, setOpen] = useState(false);
  const { state, around, send } = desk;
  const facts = factsText(state);
  const bunches = countedLines(state, around).map(({ bunch }) => bunch);
  const due = dueWords(state.due, useDueOptions(bunches), around.now, around.zone);
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
          {FACT_NAMES.map((name) => (
            <FactField key={name} name={name} desk={desk} />
          ))}
          <IssueDue desk={desk} />
          <Field label="Note" optional>
            <Textarea
              placeholder="Anything the next shift should know"
              maxLength={TEXT_MAX}
              value={state.notes}
              onChange={(event) => send({ type: 'detailsChanged', change: { notes: event.target.value } })}
            />
          </Field>
          <div className="flex min-h-14 items-center gap-3 rounded-2xl border border-dashed border-control px-4">
            <Pencil aria-hidden className="size-5 text-muted" />
            <SignButton desk={desk} className="min-h-11 flex-1 text-left font-medium" />
            <span className="text-muted">Optional</span>
          </div>
        </div>
      </Dialog>
    </>
  );
}
