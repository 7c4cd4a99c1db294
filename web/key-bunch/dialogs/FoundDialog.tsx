import { useRef } from 'react';
import { FormProvider } from 'react-hook-form';
import * as z from 'zod/mini';
import { api } from '../../../shared/api.ts';
import { TAG_REQUIRED } from '../../../shared/custody-words.ts';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { STATUSES } from '../../../shared/key-bunch-words.ts';
import { TEXT_MAX } from '../../../shared/limits.ts';
import type { Settings } from '../../../shared/setting.ts';
import { optionalLine, optionalText } from '../../../shared/text.ts';
import { useAction } from '../../api/action.ts';
import { ReadFailed } from '../../api/ReadFailed.tsx';
import { useRead } from '../../api/read.ts';
import { FormField } from '../../form/FormField.tsx';
import { useSaveForm } from '../../form/save-form.ts';
import { useLabels } from '../../labels.ts';
import { useMay } from '../../session.tsx';
import { OptionButton } from '../../ui/form/OptionButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ConfirmDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { type BunchDialogProps, useFreshBunch } from '../BunchDialog.tsx';
import { useDuplicateTagWarning } from '../duplicate-warning.tsx';
import { missingText } from '../StatusBadge.tsx';
import { tagKeyboard, useTagQuestion } from '../tag-reason.ts';

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

/** `status` '' is the former one. */
const Form = z.object({ status: z.string(), currentTag: optionalLine(), movementNotes: optionalText() });
const BLANK: z.input<typeof Form> = { status: '', currentTag: '', movementNotes: '' };

/** Without a tag a set cannot become Present (S-30). */
const formOf = ({ currentTag: kept }: KeyBunchDetail, former: string) =>
  Form.check(
    z.refine(({ status, currentTag }) => Boolean(kept || currentTag) || (status || former) !== 'active', {
      error: TAG_REQUIRED,
      path: ['currentTag'],
    }),
  );

type MarkFoundProps = {
  bunch: KeyBunchDetail;
  open: boolean;
  onClose: () => void;
  onChanged: (bunch: KeyBunchDetail) => void;
  /** After closing, with the focus restored. */
  onClosed?: () => void;
};

/** The form of a set that was found, with the status it had before it was missing. Render `question`: it confirms a used tag. */
function useFound({ bunch, open, onClose, onChanged }: MarkFoundProps) {
  const former = formerStatus(bunch, useRead('getSettings').data);
  const update = useAction('updateKeyBunch', { about: ({ identifier }) => `${identifier} marked as found` });
  const question = useTagQuestion();
  const save = useSaveForm({
    source: bunch,
    valuesOf: () => BLANK,
    schema: formOf(bunch, former),
    order: ['status', 'currentTag', 'movementNotes'],
    focus: null,
    confirm: ({ currentTag }) => question.confirmTag(currentTag, bunch),
    send: ({ status, currentTag, movementNotes }) =>
      update.run({
        params: { id: bunch.id },
        body: {
          status: status || former,
          ...(currentTag && { currentTag }),
          ...(movementNotes && { movementNotes }),
        },
        ifMatch: bunch.updatedAt,
      }),
    onSaved: (reply) => {
      onClose();
      if (reply) onChanged(reply);
    },
    open,
  });
  return { ...save, former, status: save.form.watch('status') || former, question: question.dialog };
}

/** Marks missing keys as found: they become Present or get their former status. A cleared tag is replaced. */
export function MarkFound(props: MarkFoundProps) {
  const { bunch, open, onClose, onClosed } = props;
  const { label } = useLabels();
  const { busy, form, submit, former, status, question } = useFound(props);
  const seal = bunch.currentTag
    ? ` It carries tag ${bunch.currentTag}.`
    : ' Its tag was cleared, so fit a new one.';

  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title={`Mark ${bunch.identifier} as found?`}
      text={`${missingText(bunch)}. It will be marked ${label('statuses', status)} at ${bunch.location.name}.${seal}`}
      confirmLabel="Mark as found"
      pending={busy}
      onConfirm={submit}
    >
      <FormProvider {...form}>
        <form
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            // In React's tree this form is inside the dialog's.
            event.stopPropagation();
            submit(event);
          }}
        >
          {former !== 'active' && (
            <fieldset>
              <legend className="mb-2 text-label font-medium">Status</legend>
              <div className="flex flex-wrap gap-2">
                {[former, 'active'].map((one) => (
                  <OptionButton
                    key={one}
                    pressed={status === one}
                    onClick={() => form.setValue('status', one)}
                  >
                    {label('statuses', one)}
                  </OptionButton>
                ))}
              </div>
            </fieldset>
          )}
          {!bunch.currentTag && (
            <NewTag bunch={bunch} typed={form.watch('currentTag')} required={status === 'active'} />
          )}
          <FormField
            kind="text"
            name="movementNotes"
            label="Notes"
            maxLength={TEXT_MAX}
            placeholder="Where it was, who found it"
          />
        </form>
      </FormProvider>
      {question}
    </ConfirmDialog>
  );
}

type NewTagProps = { bunch: KeyBunchDetail; typed: string | null | undefined; required: boolean };

function NewTag({ bunch, typed, required }: NewTagProps) {
  const taken = useDuplicateTagWarning(typed, bunch);
  const may = useMay();
  const { data } = useRead(
    'getKeyBunchHistory',
    { params: { id: bunch.id } },
    { enabled: may(api.getKeyBunchHistory.needs) },
  );
  const last = data?.map(({ oldTag, newTag }) => newTag ?? oldTag).find(Boolean) ?? null;
  return (
    <FormField
      name="currentTag"
      label="Current tag"
      required={required}
      optional={false}
      hint={taken}
      data-autofocus=""
      {...tagKeyboard(last)}
    />
  );
}

/** A missing set's former status; Present if it was out or the status was deleted. */
function formerStatus({ missing }: KeyBunchDetail, settings: Settings | undefined): string {
  const before = missing?.previousStatus ?? 'active';
  const known: string[] = [...STATUSES, ...(settings?.statuses ?? []).map(({ name }) => name)];
  const isGone = settings !== undefined && !known.includes(before);
  return isGone || before === 'issued' || before === 'in_use' ? 'active' : before;
}
