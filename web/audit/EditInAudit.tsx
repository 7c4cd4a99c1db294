import { zodResolver } from '@hookform/resolvers/zod';
import { useCallback, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { api } from '../../shared/api.ts';
import { KeyDetailsForm, type OneKeyBunch } from '../../shared/key-bunch.ts';
import { useAction } from '../api.ts';
import { BunchDialog, Pair, WaitingField } from '../key-bunch/dialogs/BunchDialog.tsx';
import {
  KEEP_TYPED,
  useFirstField,
  useLastAction,
  useOpenedBunch,
  useRefusedFields,
} from '../key-bunch/dialogs/opened-bunch.ts';
import { StaleNotice } from '../key-bunch/dialogs/StaleNotice.tsx';
import { useTakenTag } from '../key-bunch/dialogs/use-taken.tsx';
import { useMay } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { NumberInput } from '../ui/form/NumberInput.tsx';
import { Textarea } from '../ui/form/Textarea.tsx';
import type { AuditWork } from './use-audit-session.ts';

/** What an auditor may correct on the spot: what hangs there, not what it is. */
const AuditEditForm = z.pick(KeyDetailsForm, {
  currentTag: true,
  keyCount: true,
  fobCount: true,
  notes: true,
});
type Values = z.input<typeof AuditEditForm>;

const MESSAGES = { done: { title: 'Key Bunch Updated' }, failed: 'Failed to update key bunch' };

type Opened = { id: number; open: boolean; turn: number };
export type AuditEdit = { opened: Opened; open: ((id: number) => void) | undefined; close: () => void };

/** Which set of an audit is being edited; `open` is left out for whoever may not edit. */
export function useAuditEdit(): AuditEdit {
  const may = useMay();
  const [opened, setOpened] = useState<Opened>({ id: 0, open: false, turn: 0 });
  const open = useCallback((id: number) => setOpened(({ turn }) => ({ id, open: true, turn: turn + 1 })), []);
  const allowed = may(api.updateKeyBunch.needs) && may(api.getKeyBunch.needs);
  return {
    opened,
    open: allowed ? open : undefined,
    close: () => setOpened((last) => ({ ...last, open: false })),
  };
}

/** Edit of a set inside an audit (DECISIONS S-59): its tag, its counts, its notes. */
export function EditInAudit({ work, edit }: { work: AuditWork; edit: AuditEdit }) {
  const { opened, close } = edit;
  if (opened.turn === 0) return null;
  return <EditDialog key={opened.turn} id={opened.id} session={work.id} open={opened.open} onClose={close} />;
}

const valuesOf = (bunch: OneKeyBunch): Values => ({
  currentTag: bunch.currentTag ?? '',
  keyCount: bunch.keyCount,
  fobCount: bunch.fobCount,
  notes: bunch.notes ?? '',
});

function EditDialog({
  id,
  session,
  open,
  onClose,
}: {
  id: number;
  session: number;
  open: boolean;
  onClose: () => void;
}) {
  const save = useAction('updateKeyBunch', { messages: MESSAGES });
  const { busy, run } = useLastAction(save.run);
  const bunch = useOpenedBunch(id, busy || !open);
  const { base } = bunch;
  const { register, watch, handleSubmit, formState, setFocus, setError } = useForm<
    Values,
    unknown,
    z.output<typeof AuditEditForm>
  >({
    resolver: zodResolver(AuditEditForm),
    ...(base && { values: valuesOf(base) }),
    resetOptions: KEEP_TYPED,
  });
  const { errors, isDirty } = formState;
  const issued = base?.status === 'issued';
  const sameTag = useTakenTag(watch('currentTag'), base ?? undefined);
  useRefusedFields(setError, save.error);
  useFirstField(base !== null, setFocus, 'currentTag');

  const submit = handleSubmit(async ({ currentTag, ...values }) => {
    if (!base) return;
    if (!isDirty) return onClose();
    const body = { ...values, ...(!issued && { currentTag }), auditSessionId: session };
    if (await run({ params: { id }, body, ifMatch: base.updatedAt })) onClose();
  });

  return (
    <BunchDialog
      opened={bunch}
      open={open}
      onClose={onClose}
      title={base ? `Edit ${base.identifier}` : 'Edit'}
      description="Recorded as an edit in this audit"
      dirty={isDirty}
      onSubmit={submit}
      waiting={
        <>
          <WaitingField />
          <Pair>
            <WaitingField />
            <WaitingField />
          </Pair>
          <WaitingField lines={2} />
        </>
      }
      foot={
        <Button type="submit" variant="primary" pending={busy} disabled={!base}>
          Save changes
        </Button>
      }
    >
      {() => (
        <div className="flex flex-col gap-4">
          <StaleNotice opened={bunch} error={save.error} />
          <Field
            label="Current tag"
            hint={issued ? 'Tag is broken while keys are issued.' : sameTag}
            error={errors.currentTag?.message}
          >
            {issued ? (
              <Input value={base?.currentTag ?? ''} disabled className="line-through" />
            ) : (
              <Input {...register('currentTag')} spellCheck={false} autoComplete="off" />
            )}
          </Field>
          <Pair>
            <Field label="Keys" error={errors.keyCount?.message}>
              <NumberInput {...register('keyCount', { valueAsNumber: true })} min={1} />
            </Field>
            <Field label="Fobs" error={errors.fobCount?.message}>
              <NumberInput {...register('fobCount', { valueAsNumber: true })} min={0} />
            </Field>
          </Pair>
          <Field label="Notes" error={errors.notes?.message}>
            <Textarea {...register('notes')} />
          </Field>
        </div>
      )}
    </BunchDialog>
  );
}
