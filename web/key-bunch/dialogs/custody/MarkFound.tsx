import { type FormEvent, useId, useState } from 'react';
import { useAction } from '../../../api/action.ts';
import { Field } from '../../../ui/form/Field.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { ConfirmDialog } from '../../../ui/overlay/ConfirmDialog.tsx';
import { useDuplicateTagWarning } from '../../duplicate-warning.tsx';
import type { QuestionProps } from './ReportLost.tsx';

/** Missing keys that turned up become Present; without a tag they need one first (DECISIONS S-30, table b). */
export function MarkFound({ bunch, open, onClose, onChanged }: QuestionProps) {
  const save = useAction('updateKeyBunch');
  const [tag, setTag] = useState('');
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<string>();
  const field = useId();
  const taken = useDuplicateTagWarning(tag, bunch);
  const tagless = bunch.currentTag === null;
  const blank = tagless && tag.trim() === '';
  const error = tried && blank ? 'Current tag is required' : refused;

  async function found() {
    setTried(true);
    if (blank) return document.getElementById(field)?.focus();
    const outcome = await save.run({
      params: { id: bunch.id },
      body: { status: 'active', ...(tagless && { currentTag: tag }) },
      ifMatch: bunch.updatedAt,
    });
    if (!outcome.ok) return setRefused(outcome.error.body.errors?.currentTag);
    onClose();
    onChanged(outcome.reply);
  }

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`Mark ${bunch.identifier} as found?`}
      text={
        tagless
          ? `It will be marked Present at ${bunch.location.name}. Its tag was cleared, so fit a new one.`
          : `It will be marked Present at ${bunch.location.name} with tag ${bunch.currentTag}.`
      }
      confirmLabel="Mark as found"
      pending={save.pending}
      onConfirm={found}
    >
      {tagless && (
        <form
          noValidate
          onSubmit={(event: FormEvent) => {
            // This form stands inside the dialog's one in React's tree.
            event.preventDefault();
            event.stopPropagation();
            if (!save.pending) void found();
          }}
        >
          <Field id={field} label="Current tag" required hint={taken} error={error}>
            <Input
              data-autofocus=""
              value={tag}
              onChange={(event) => setTag(event.target.value)}
              spellCheck={false}
              autoComplete="off"
            />
          </Field>
        </form>
      )}
    </ConfirmDialog>
  );
}
