import { type Dispatch, type SetStateAction, useId } from 'react';
import { TEXT_MAX } from '../../shared/limits.ts';
import type { OneRoomHandover } from '../../shared/room-handover.ts';
import { useAction } from '../api/action.ts';
import { Button } from '../ui/Button.tsx';
import { Textarea } from '../ui/form/Input.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Step } from './Step.tsx';
import { showReply } from './show-reply.ts';

/** The text that is typed, and the stored one that it began from. */
export type NotesDraft = { text: string; from: string } | null;

/** The draft while it differs from what it began from and from what is stored. */
export const unsavedOf = (draft: NotesDraft, stored: string): NotesDraft =>
  draft && draft.text !== draft.from && draft.text.trim() !== stored ? draft : null;

type Props = {
  handover: OneRoomHandover;
  editable: boolean;
  draft: NotesDraft;
  onDraft: Dispatch<SetStateAction<NotesDraft>>;
};

/** The fourth step. What another person wrote meanwhile is shown before it is overwritten. */
export function NotesStep({ handover, editable, draft, onDraft }: Props) {
  const id = useId();
  const update = useAction('updateRoomHandover');
  const stored = handover.notes ?? '';
  const typed = draft && draft.text !== draft.from ? draft : null;
  const unsaved = unsavedOf(draft, stored);
  const others = unsaved !== null && unsaved.from !== stored;

  async function save() {
    if (!unsaved) return;
    const notes = unsaved.text.trim();
    // Saved over what is shown: the text above the field, or that from which it began.
    const sent = await update.run({ params: { id: handover.id }, body: { notes, notesWere: stored } });
    if (!sent.ok) return;
    showReply(sent.reply);
    // What was typed while it was sent is not saved yet.
    onDraft((last) => (last && last.text !== unsaved.text ? { text: last.text, from: notes } : null));
  }
  return (
    <Step
      number={4}
      title="Notes for the next shift"
      state={stored ? 'done' : 'later'}
      right={editable ? 'optional' : stored ? null : 'none'}
    >
      {!editable && unsaved && <NotSaved text={unsaved.text} onDismiss={() => onDraft(null)} />}
      {(editable || stored) && (
        <div className="pr-4 pb-4 pl-13 phone:pl-4">
          {others && (
            <Notice variant="warning" title="Another person changed the notes" className="mb-3">
              <p className="whitespace-pre-line">{stored || 'They are empty now.'}</p>
              <p className="mt-1">Take over what is needed into yours, then save.</p>
            </Notice>
          )}
          {editable ? (
            <>
              <Textarea
                aria-label="Notes for the next shift"
                aria-describedby={id}
                rows={3}
                value={typed?.text ?? stored}
                maxLength={TEXT_MAX}
                placeholder="What the next shift must know"
                onChange={(event) => onDraft({ text: event.target.value, from: typed?.from ?? stored })}
              />
              <div className="mt-2 flex min-h-9 flex-wrap items-center justify-between gap-3">
                <p id={id} className="text-hint text-muted">
                  On the sheet, in full. Name no site and no alarm code.
                </p>
                {unsaved && (
                  <Button pending={update.pending} onClick={() => void save()}>
                    Save notes
                  </Button>
                )}
              </div>
            </>
          ) : (
            <p className="whitespace-pre-line wrap-anywhere">{stored}</p>
          )}
        </div>
      )}
    </Step>
  );
}

/** The outgoing person signed while this person was typing. */
const NotSaved = ({ text, onDismiss }: { text: string; onDismiss: () => void }) => (
  <Notice
    variant="warning"
    title="Your text was not saved"
    className="mx-4 mb-3 ml-13 phone:ml-4"
    action={
      <Button size="sm" onClick={onDismiss}>
        Dismiss
      </Button>
    }
  >
    <p className="whitespace-pre-line">{text}</p>
    <p className="mt-1">The notes were signed without it. Tell the next shift.</p>
  </Notice>
);
