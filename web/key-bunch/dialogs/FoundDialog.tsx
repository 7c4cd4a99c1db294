import { type FormEvent, useId, useRef, useState } from 'react';
import { api } from '../../../shared/api.ts';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { STATUSES } from '../../../shared/key-bunch-words.ts';
import { TEXT_MAX } from '../../../shared/limits.ts';
import type { Settings } from '../../../shared/setting.ts';
import { useAction } from '../../api/action.ts';
import { useRead } from '../../api/read.ts';
import { useLabels } from '../../labels.ts';
import { useMay } from '../../session.tsx';
import { ReadFailed } from '../../shell/ReadFailed.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Input, Textarea } from '../../ui/form/Input.tsx';
import { OptionButton } from '../../ui/form/OptionButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { type BunchDialogProps, useFreshBunch } from '../BunchDialog.tsx';
import { useDuplicateTagWarning } from '../duplicate-warning.tsx';
import { missingText } from '../since.tsx';
import { tagKeyboard, useTagQuestion } from '../tag-reason.tsx';

/** Mark as found, from a list: the question once the set is loaded, unless it was already found. */
export function FoundDialog({ id, open, onClose, onClosed }: BunchDialogProps) {
  const { latest, error, retry } = useFreshBunch(id);
  const lastOpen = useRef(latest);
  // Keeps its content while closing.
  if (open) lastOpen.current = latest;
  const bunch = lastOpen.current;
  if (bunch?.status === 'missing')
    return <MarkFound bunch={bunch} open={open} onClose={onClose} onClosed={onClosed} onChanged={onClose} />;
  if (!bunch && !error) return null;
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title="Mark as found"
      cancelLabel={null}
    >
      {bunch ? (
        <Notice variant="info" title={`${bunch.identifier} is no longer missing`}>
          Another user already marked it as found.
        </Notice>
      ) : (
        error && <ReadFailed error={error} onRetry={retry} />
      )}
    </Dialog>
  );
}

export type QuestionProps = {
  bunch: KeyBunchDetail;
  open: boolean;
  onClose: () => void;
  onChanged: (bunch: KeyBunchDetail) => void;
  /** After closing, with the focus restored. */
  onClosed?: () => void;
};

/** Marks missing keys as found: they become Present or get their former status; Present needs a tag (S-30). */
export function MarkFound({ bunch, open, onClose, onChanged, onClosed }: QuestionProps) {
  const tagField = useId();
  const { label } = useLabels();
  const found = useFound(bunch, (reply) => {
    onClose();
    onChanged(reply);
  });

  async function confirm() {
    if (!(await found.save())) document.getElementById(tagField)?.focus();
  }
  const { tagless, pending } = found;
  const seal = tagless ? ' Its tag was cleared, so fit a new one.' : ` It carries tag ${bunch.currentTag}.`;

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title={`Mark ${bunch.identifier} as found?`}
      text={`${missingText(bunch)}. It will be marked ${label('statuses', found.status)} at ${bunch.location.name}.${seal}`}
      confirmLabel="Mark as found"
      pending={pending}
      onConfirm={confirm}
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event: FormEvent) => {
          // In React's tree this form is inside the dialog's.
          event.preventDefault();
          event.stopPropagation();
          if (!pending) void confirm();
        }}
      >
        <FormerStatus found={found} />
        {tagless && <NewTag id={tagField} found={found} bunch={bunch} />}
        <NoteField
          value={found.note}
          onChange={found.setNote}
          error={found.refused.movementNotes}
          placeholder="Where it was, who found it"
        />
      </form>
      {found.question}
    </ConfirmDialog>
  );
}

function NewTag({ id, found, bunch }: { id: string; found: Found; bunch: QuestionProps['bunch'] }) {
  const taken = useDuplicateTagWarning(found.tag, bunch);
  const last = useLastTag(bunch.id);
  return (
    <Field
      id={id}
      label="Current tag"
      required={found.status === 'active'}
      hint={taken}
      error={found.refused.currentTag}
    >
      <Input
        data-autofocus=""
        value={found.tag}
        onChange={(event) => found.setTag(event.target.value)}
        {...tagKeyboard(last)}
      />
    </Field>
  );
}

/** The last tag of a set without one; null when unknown. */
function useLastTag(id: number): string | null {
  const may = useMay();
  const { data } = useRead(
    'getKeyBunchHistory',
    { params: { id } },
    { enabled: may(api.getKeyBunchHistory.needs) },
  );
  return data?.map(({ oldTag, newTag }) => newTag ?? oldTag).find(Boolean) ?? null;
}

/** Its new status, if not Present. */
function FormerStatus({ found: { former, status, setStatus } }: { found: Found }) {
  const { label } = useLabels();
  if (former === 'active') return null;
  return (
    <fieldset>
      <legend className="mb-2 text-label font-medium">Status</legend>
      <div className="flex flex-wrap gap-2">
        {[former, 'active'].map((one) => (
          <OptionButton key={one} pressed={status === one} onClick={() => setStatus(one)}>
            {label('statuses', one)}
          </OptionButton>
        ))}
      </div>
    </fieldset>
  );
}

type Found = ReturnType<typeof useFound>;

/** A missing set's former status; Present if it was out or the status was deleted. */
function formerStatus({ missing }: KeyBunchDetail, settings: Settings | undefined): string {
  const before = missing?.previousStatus ?? 'active';
  const known: string[] = [...STATUSES, ...(settings?.statuses ?? []).map(({ name }) => name)];
  const isGone = settings !== undefined && !known.includes(before);
  return isGone || before === 'issued' || before === 'in_use' ? 'active' : before;
}

/** The form of a found set. `save` returns false without a valid tag. Render `question`: it confirms a used tag. */
function useFound(bunch: KeyBunchDetail, onFound: (bunch: KeyBunchDetail) => void) {
  const update = useAction('updateKeyBunch', { about: ({ identifier }) => `${identifier} marked as found` });
  const former = formerStatus(bunch, useRead('getSettings').data);
  const [chosen, setStatus] = useState<string | null>(null);
  const status = chosen ?? former;
  const [tag, setTag] = useState('');
  const [note, setNote] = useState('');
  const [refused, setRefused] = useState<Record<string, string | undefined>>({});
  const tagless = bunch.currentTag === null;
  const question = useTagQuestion();
  const running = useRef(false);

  async function saveOnce(): Promise<boolean> {
    const typed = tag.trim();
    if (tagless && !typed && status === 'active') {
      setRefused({ currentTag: 'Current tag is required' });
      return false;
    }
    if (tagless && !(await question.mayFit(typed, bunch))) return false;
    const outcome = await update.run({
      params: { id: bunch.id },
      body: {
        status,
        ...(tagless && typed && { currentTag: typed }),
        ...(note.trim() && { movementNotes: note }),
      },
      ifMatch: bunch.updatedAt,
    });
    if (outcome.ok) onFound(outcome.reply);
    else setRefused(outcome.error.body.errors ?? {});
    return true;
  }

  async function save(): Promise<boolean> {
    if (running.current) return true;
    running.current = true;
    try {
      return await saveOnce();
    } finally {
      running.current = false;
    }
  }

  return {
    question: question.dialog,
    former,
    status,
    setStatus,
    tag,
    setTag: (next: string) => {
      setTag(next);
      setRefused({});
    },
    note,
    setNote,
    refused,
    tagless,
    pending: update.pending,
    save,
  };
}

type NoteProps = {
  value: string;
  onChange: (note: string) => void;
  error: string | undefined;
  placeholder: string;
};

/** The question's note, stored in the history. */
export const NoteField = ({ value, onChange, error, placeholder }: NoteProps) => (
  <Field label="Notes" optional error={error}>
    <Textarea
      value={value}
      onChange={(event) => onChange(event.target.value)}
      maxLength={TEXT_MAX}
      placeholder={placeholder}
    />
  </Field>
);
