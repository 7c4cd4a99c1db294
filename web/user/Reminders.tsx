import { Controller, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { ReminderForm, type ReminderWish } from '../../shared/setting.ts';
import { useAction } from '../api/action.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { useRead } from '../api/read.ts';
import { serverNow } from '../api/server-clock.ts';
import { zoneNote } from '../custody/due-lines.ts';
import { FormPanel } from '../form/FormFrame.tsx';
import { useSaveForm } from '../form/save-form.ts';
import { DateInput } from '../ui/form/DateInput.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Select } from '../ui/form/Select.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

type Values = z.input<typeof ReminderForm>;

const WISHES = [
  { value: 'never', label: 'Never' },
  { value: 'soon', label: 'As it happens' },
  { value: 'daily', label: 'Daily' },
] as const;
const USUAL = '08:00';
const HINTS = {
  never: 'You still get emails about key sets you hold yourself.',
  soon: 'At most one email an hour.',
  daily: 'One email a day, if anything became overdue.',
};

/** When the caller wants emails about overdue key sets. */
export function Reminders() {
  const { data, error, refetch } = useRead('getReminderWish');
  if (data) return <RemindersForm wish={data} />;
  return (
    <Panel padded>
      {error ? <ReadFailed error={error} onRetry={refetch} /> : <Skeleton className="h-24" />}
    </Panel>
  );
}

const valuesOf = ({ wish, time }: ReminderWish): Values => ({ wish, time: time ?? USUAL });

function RemindersForm({ wish }: { wish: ReminderWish }) {
  const action = useAction('saveReminderWish');
  const save = useSaveForm({
    source: wish,
    valuesOf,
    schema: ReminderForm,
    order: ['wish', 'time'],
    focus: null,
    send: (body) => action.run({ body }),
    stays: (saved) => saved,
  });
  const { control, formState } = save.form;
  const chosen = useWatch({ control, name: 'wish' }) ?? wish.wish;
  const daily = chosen === 'daily';
  return (
    <FormPanel title="Overdue Reminders" save={save} name="your reminders" submitLabel="Save Reminders">
      {!wish.mail && (
        <Notice variant="info">No mail is set up on this server, so nothing is sent until it is.</Notice>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,1fr)_9rem]">
        <Controller
          control={control}
          name="wish"
          render={({ field }) => (
            <Field label="Email me when key sets are overdue" hint={HINTS[chosen]}>
              <Select {...field} onValueChange={field.onChange} options={[...WISHES]} />
            </Field>
          )}
        />
        {daily && (
          <Field
            label="At"
            required
            hint={zoneNote(serverNow(), wish.timezone)}
            error={formState.errors.time?.message}
          >
            <Controller
              control={control}
              name="time"
              render={({ field }) => (
                <DateInput {...field} value={field.value ?? ''} kind="time" onWrong={field.onChange} />
              )}
            />
          </Field>
        )}
      </div>
      <p className="text-hint text-muted">
        About key sets at the locations you may see. What was returned meanwhile is left out.
      </p>
    </FormPanel>
  );
}
