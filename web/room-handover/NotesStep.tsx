import { useId, useState } from 'react';
import { TEXT_MAX } from '../../shared/limits.ts';
import type { OneRoomHandover } from '../../shared/room-handover.ts';
import { useAction } from '../api/action.ts';
import { Button } from '../ui/Button.tsx';
import { Textarea } from '../ui/form/Input.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Step } from './Step.tsx';

/** The text that is typed, and the stored one that it began from. */
export type NotesDraft = { text: string; from: string } | null;

type Props = {
  handover: OneRoomHandover;
  editable: boolean;
  draft: NotesDraft;
  onDraft: (draft: NotesDraft) => void;
};

/** The fourth step. What another person wrote meanwhile is shown before it is overwritten. */
export function NotesStep({ handover, editable, draft, onDraft }: Props) {
  const id = useId();
  const update = useAction('updateRoomHandover');
  const [stale, setStale] = useState(false);
  const stored = handover.notes ?? '';
  const text = draft?.text ?? stored;
  const changed = draft !== null && draft.text.trim() !== stored;
  const others = draft !== null && draft.from !== stored && changed;

  async function save() {
    if (!draft) return;
    // Saved over what is shown above the field.
    const notesWere = others && stale ? stored : draft.from;
    const sent = await update.run({
      params: { id: handover.id },
      body: { notes: draft.text.trim(), notesWere },
    });
    setStale(!sent.ok && sent.error.status === 409);
    if (sent.ok) onDraft(null);
  }
  return (
    <Step
      number={4}
      title="Notes for the next shift"
      state={stored ? 'done' : 'later'}
      right={editable ? 'optional' : stored ? null : 'none'}
    >
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
                value={text}
                maxLength={TEXT_MAX}
                placeholder="What the next shift must know"
                onChange={(event) => onDraft({ text: event.target.value, from: draft ? draft.from : stored })}
              />
              <div className="mt-2 flex min-h-9 flex-wrap items-center justify-between gap-3">
                <p id={id} className="text-hint text-muted">
                  On the sheet, in full. Name no site and no alarm code.
                </p>
                {changed && (
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
