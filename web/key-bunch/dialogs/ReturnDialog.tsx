import { Link } from '@tanstack/react-router';
import { Undo2 } from 'lucide-react';
import { useFormContext, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { ACTION_MESSAGES } from '../../../shared/action-messages.ts';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { ReturnForm } from '../../../shared/key-bunch-forms.ts';
import { contentsOf } from '../../../shared/opens-text.ts';
import { useAction } from '../../api/action.ts';
import { useRead } from '../../api/read.ts';
import { shortClass, shortText } from '../../custody/due-lines.ts';
import { FormField } from '../../form/FormField.tsx';
import { Button } from '../../ui/Button.tsx';
import { linkClass } from '../../ui/classes.ts';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/form/Field.tsx';
import { Input } from '../../ui/form/Input.tsx';
import { type BunchDialogProps, useFreshBunch } from '../BunchDialog.tsx';
import { useDuplicateTagWarning } from '../duplicate-warning.tsx';
import { OfficerField } from '../OfficerField.tsx';
import { sinceText } from '../StatusBadge.tsx';
import { tagKeyboard } from '../tag-reason.ts';
import { BunchStrip } from './BunchStrip.tsx';
import { CustodyDialog, useCustodyAct } from './CustodyDialog.tsx';

type Values = z.input<typeof ReturnForm>;

/** Not counted: complete. */
const counted = <V extends Pick<z.output<typeof ReturnForm>, 'keysCounted' | 'fobsCounted' | 'missingNote'>>({
  keysCounted,
  fobsCounted,
  missingNote,
  ...fields
}: V) => ({
  ...fields,
  ...(typeof keysCounted === 'number' && { keysCounted, fobsCounted, missingNote }),
});

/** Return Keys: defaults to the holder; the new tag replaces the broken one. With `settles` it answers that question: it is on its hook. */
export function ReturnDialog(props: BunchDialogProps) {
  const { settles } = props;
  const settle = useAction('settleOutbox', {
    messages: { done: ACTION_MESSAGES.returnKeyBunch.done, failed: ACTION_MESSAGES.settleOutbox.failed },
  });
  const act = useCustodyAct(props, useFreshBunch(props.id), {
    call: 'returnKeyBunch',
    needs: 'out',
    schema: ReturnForm,
    valuesOf: (bunch): Values => ({
      officerName: bunch.holder?.name ?? '',
      newTag: '',
      keysCounted: null,
      fobsCounted: null,
      missingNote: '',
      notes: '',
    }),
    order: ['officerName', 'newTag', 'keysCounted', 'fobsCounted', 'missingNote', 'notes'],
    focus: 'newTag',
    confirm: ({ newTag }, bunch, question) => question.confirmTag(newTag, bunch, bunch.currentTag),
    body: counted,
    send: settles
      ? ({ officerName: _, ...fields }) =>
          settle.run({ params: { id: settles }, body: { answer: 'onHook', ...counted(fields) } })
      : undefined,
    about: (bunch) =>
      [`${bunch.identifier} under tag ${bunch.currentTag}`, shortText(bunch)].filter(Boolean).join(', '),
    undo: true,
    done: 'returned',
  });
  return (
    <CustodyDialog
      act={act}
      title="Return Keys"
      footLeft={
        !act.refused &&
        !settles && (
          <Link to="/desk" search={{ set: String(props.id) }} className={linkClass} onClick={props.onClose}>
            Sign at the desk
          </Link>
        )
      }
      icon={Undo2}
      verb="Return Keys"
      waiting={['strip', 'line', 'line', 'lines']}
    >
      {(bunch, now) => (
        <>
          <BunchStrip
            bunch={now}
            right={bunch.holder?.name ?? 'Not issued'}
            under={bunch.issuedAt && `Has had it since ${sinceText(bunch.issuedAt)}`}
          />
          {!settles && (
            <OfficerField
              label={isOutsider(bunch) ? 'Returned by' : undefined}
              placeholder="Who is handing the keys back"
            />
          )}
          <Tags bunch={bunch} />
          <Counts bunch={bunch} />
          <FormField
            kind="text"
            name="notes"
            label="Notes"
            placeholder="Condition, missing fobs, anything odd"
          />
        </>
      )}
    </CustodyDialog>
  );
}

/** Whether the holder is a person without an account, and so no officer. */
const isOutsider = ({ holder }: KeyBunchDetail): boolean => holder?.id != null && holder.userId === null;

/** The new tag, with the location's next seal number where the last was a number, beside the broken one. */
function Tags({ bunch }: { bunch: KeyBunchDetail }) {
  const { location, currentTag } = bunch;
  const { setValue } = useFormContext<Values>();
  const newTag = useWatch<Values, 'newTag'>({ name: 'newTag' });
  const taken = useDuplicateTagWarning(newTag, bunch, currentTag);
  const { data } = useRead('getNextTag', { query: { locationId: String(location.id) } });
  const next = data?.next;
  return (
    <div className="grid grid-cols-2 items-start gap-4 phone:grid-cols-[1.55fr_1fr] phone:gap-x-3">
      <FormField
        name="newTag"
        label="New tag"
        required
        hint={
          taken ??
          (next && !newTag && (
            <span>
              Next at {location.name}:{' '}
              <button
                type="button"
                className={linkClass}
                onClick={() => setValue('newTag', next, { shouldDirty: true, shouldValidate: true })}
              >
                Use {next}
              </button>
            </span>
          ))
        }
        {...tagKeyboard(currentTag)}
      />
      <Field label="Old tag">
        <Input value={currentTag ?? 'None'} disabled className={currentTag ? 'line-through' : undefined} />
      </Field>
    </div>
  );
}

/** Whether all keys were returned; if not, the counts and what is missing. */
function Counts({ bunch }: { bunch: KeyBunchDetail }) {
  const { setValue } = useFormContext<Values>();
  const [keys, fobs] = useWatch<Values, ['keysCounted', 'fobsCounted']>({
    name: ['keysCounted', 'fobsCounted'],
  });
  const { keyCount, fobCount, short } = bunch;
  if (keys == null)
    return (
      <p className="flex flex-wrap items-center justify-between gap-x-3 text-body">
        <span className="text-muted">All there: {contentsOf(bunch)}</span>
        <Button
          size="sm"
          variant="ghost"
          onClick={() => {
            setValue('keysCounted', short?.keysPresent ?? keyCount, { shouldDirty: true });
            setValue('fobsCounted', short?.fobsPresent ?? fobCount, { shouldDirty: true });
          }}
        >
          Not all there?
        </Button>
      </p>
    );
  const lacking = shortText({
    keyCount,
    fobCount,
    short: { keysPresent: keys, fobsPresent: fobs ?? fobCount },
  });
  return (
    <div className="grid gap-3 rounded-lg bg-amber-500/6 p-3.5 inset-ring inset-ring-amber-600/25">
      <div className="grid grid-cols-2 gap-3">
        <FormField
          kind="count"
          name="keysCounted"
          label="Keys counted"
          hint={`of ${keyCount}`}
          min={0}
          max={keyCount}
        />
        {fobCount > 0 && (
          <FormField
            kind="count"
            name="fobsCounted"
            label="Fobs counted"
            hint={`of ${fobCount}`}
            min={0}
            max={fobCount}
          />
        )}
      </div>
      {lacking && (
        <FormField
          name="missingNote"
          label="What is missing"
          placeholder="Which key, and what they say about it"
        />
      )}
      <p className="flex flex-wrap items-center justify-between gap-x-3 text-hint">
        <span role="status" className={cx('font-medium', shortClass)}>
          {lacking ?? ''}
        </span>
        <Button
          size="sm"
          variant="ghost"
          onClick={() => {
            setValue('keysCounted', null);
            setValue('fobsCounted', null);
            setValue('missingNote', '');
          }}
        >
          All there
        </Button>
      </p>
    </div>
  );
}
