import { type ReactNode, useState } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { RecordField } from '../../shared/record-fields.ts';
import type { Outcome } from '../api/action.ts';
import { ConfirmDialog, type ConfirmDialogProps } from '../ui/overlay/ConfirmDialog.tsx';
import type { DialogProps } from '../ui/overlay/Dialog.tsx';
import type { DialogState } from '../ui/overlay/dialog-state.ts';
import { type FieldLook, RecordFields } from './FormField.tsx';
import { FormDialog, StaleNotice } from './FormFrame.tsx';
import { type SaveFormOptions, useSaveForm } from './save-form.ts';

/** The state of the dialog, from `useDialogState`. */
export type Shown = DialogState<unknown>['props'];

/** The source of a new record's form. */
const NEW = Symbol('new');
type New = typeof NEW;

type Schema<O, V> = z.ZodMiniType<O, V> & { shape: Record<string, z.ZodMiniType> };
type Fields<V> = { [F in keyof V]-?: RecordField };

type RecordOptions<R extends object, V extends FieldValues, O extends FieldValues, Reply> = Shown &
  Pick<SaveFormOptions<R | New, V, O, Reply>, 'focus' | 'isStale' | 'refusals' | 'another'> & {
    /** The latest version of the record to edit; none to add one. A form begun without it takes it once another user has added it. */
    record?: R | null;
    /** What a new record begins with; null while loading. */
    blank: NoInfer<Partial<V>> | null;
    /** Values of a record beside its fields. */
    valuesOf?: (record: R) => NoInfer<Partial<V>>;
    /** Every field in the order of the page. */
    fields: NoInfer<Fields<V>>;
    schema: Schema<O, V>;
    create: (values: O) => Promise<Outcome<Reply>>;
    /** Sends what was changed in `record`. */
    update?: (changed: Partial<O>, record: R, values: O) => Promise<Outcome<Reply>>;
    /** Confirmation before a record is saved, where needed; false cancels it. */
    confirm?: (values: O, record: R) => boolean | Promise<boolean>;
    /** After a save, null when nothing was changed; closes the dialog by default. */
    onSaved?: (reply: Reply | null) => void;
  };

/** The form of a dialog that adds a record or edits one; RecordDialog shows it. */
export function useRecord<R extends object, V extends FieldValues, O extends FieldValues, Reply>({
  open,
  onClose,
  onClosed,
  record = null,
  blank,
  valuesOf,
  fields,
  schema,
  create,
  update,
  confirm,
  onSaved = onClose,
  another,
  ...rest
}: RecordOptions<R, V, O, Reply>) {
  const save = useSaveForm<R | New, V, O, Reply>({
    ...rest,
    source: record ?? (blank && NEW),
    valuesOf: (source) =>
      source === NEW ? valuesIn(fields, blank ?? {}) : { ...valuesIn(fields, source), ...valuesOf?.(source) },
    schema,
    order: Object.keys(fields) as Path<V>[],
    follows: (source) => source === NEW,
    edits: record !== null,
    confirm: (values, base) => base === NEW || (confirm?.(values, base) ?? true),
    send: (values, changed, base) =>
      base === NEW || !update ? create(values) : update(changed, base, values),
    onSaved,
    open,
    ...(record === null && another && { another }),
  });
  const stored = (source: R | New | null) => (source === NEW ? null : source);
  const [base, latest] = [stored(save.base), stored(save.now)];
  return { open, onClose, onClosed, save, base, latest, isNew: record === null, fields, schema };
}

/** The values of a form from a record, or from what is known of a new one. */
function valuesIn<V>(fields: Fields<V>, record: object): V {
  const known: Record<string, unknown> = { ...record };
  const filled = Object.entries<RecordField>(fields).map(([name, { kind }]) => {
    const none = kind === 'number' || kind === 'own' ? null : kind === 'switch' ? undefined : '';
    return [name, known[name] ?? none];
  });
  return Object.fromEntries(filled) as V;
}

type Props<R extends object, V extends FieldValues, O extends FieldValues, Reply> = ReturnType<
  typeof useRecord<R, V, O, Reply>
> &
  Pick<DialogProps, 'size' | 'description' | 'footLeft'> & {
    title: string;
    /** Text of the button: "Save changes", and of a new record the title. */
    submitLabel?: string;
    /** Name of the record in the notice about another user's change. */
    name?: string | undefined;
    looks?: { [F in keyof V]?: FieldLook };
    /** Over the fields. */
    above?: ReactNode;
    /** The second column of a wide dialog. */
    beside?: ReactNode;
    /** Under the fields. */
    children?: ReactNode;
  };

/** Adds or edits one record: its fields, what its dialog adds to them, and Save. */
export function RecordDialog<R extends object, V extends FieldValues, O extends FieldValues, Reply>({
  save,
  base: _base,
  latest: _latest,
  isNew,
  fields,
  schema,
  title,
  submitLabel = isNew ? title : 'Save changes',
  name = '',
  looks = {},
  above,
  beside,
  children,
  ...dialog
}: Props<R, V, O, Reply>) {
  const column = (
    <div className="grid min-w-0 gap-4">
      <RecordFields fields={fields} looks={looks} schema={schema} />
      {children}
    </div>
  );
  return (
    <FormDialog {...dialog} save={save} title={title} submitLabel={submitLabel}>
      <div className="grid gap-4">
        <StaleNotice shown={save.stale} name={name} />
        {above}
        {beside ? (
          <div className="grid items-start gap-x-8 gap-y-6 md:grid-cols-[minmax(0,360fr)_minmax(0,440fr)]">
            {column}
            {beside}
          </div>
        ) : (
          column
        )}
      </div>
    </FormDialog>
  );
}

type QuestionProps = Shown &
  Pick<ConfirmDialogProps, 'title' | 'text' | 'confirmLabel' | 'danger'> & {
    /** The action, without arguments; the question closes after it. */
    run: () => Promise<unknown>;
  };

/** Confirmation of an action on a record, such as its deletion. */
export function RecordQuestion({ onClose, run, ...question }: QuestionProps) {
  const [pending, setPending] = useState(false);
  async function confirm() {
    setPending(true);
    await run();
    setPending(false);
    onClose();
  }
  return (
    <ConfirmDialog
      {...question}
      onOpenChange={(next) => !next && onClose()}
      pending={pending}
      onConfirm={() => void confirm()}
    />
  );
}
