import { type Control, Controller, useWatch } from 'react-hook-form';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import type { Settings } from '../../../shared/setting.ts';
import { choicesOf, NO_SETTINGS } from '../../../shared/setting-labels.ts';
import { useRead } from '../../api/read.ts';
import { useLabels } from '../../setting/labels.ts';
import { Field } from '../../ui/form/Field.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { tintDot } from '../../ui/tint.ts';
import { STATUS_TINTS } from '../StatusBadge.tsx';
import type { BunchValues } from './bunch-values.ts';

type Props<O> = {
  control: Control<BunchValues, unknown, O>;
  bunch: KeyBunchDetail | undefined;
  error: string | undefined;
};

/** The status, as far as a form can set it. */
export function StatusField<O>({ control, bunch, error }: Props<O>) {
  const { label, tint } = useLabels();
  const { data: settings = NO_SETTINGS } = useRead('getSettings');
  const chosen = useWatch({ control, name: 'status' });
  const issued = bunch?.status === 'issued';
  const lost = issued && chosen === 'missing';
  const hint = lost
    ? `Reported lost: the tag is cleared, and ${bunch.holder?.name ?? 'the holder'} stays on record as the last holder.`
    : issued
      ? 'Use Return Keys to bring them back.'
      : undefined;
  return (
    <Field label="Status" hint={hint} error={error}>
      <Controller
        control={control}
        name="status"
        render={({ field }) => (
          <Select
            ref={field.ref}
            value={field.value ?? ''}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
            options={statusChoices(settings, bunch?.status).map((status) => ({
              value: status,
              label: label('statuses', status),
              dot: tintDot[tint('statuses', status, STATUS_TINTS[status] ?? 'gray')],
            }))}
          />
        )}
      />
    </Field>
  );
}

const ALWAYS = ['active', 'missing', 'inactive'];
/** Set by issuing only. */
const NEVER = ['issued', 'in_use'];

/**
 * The statuses a form offers: for a new bunch any but issued and in_use; an issued one can only be reported lost; others keep theirs or
 * take a new bunch's. Hidden settings are left out.
 */
function statusChoices(settings: Settings, current?: string): string[] {
  if (current === 'issued') return ['issued', 'missing'];
  const hidden = settings.statuses.filter((status) => !status.isActive).map((status) => status.name);
  const configured = choicesOf(settings, 'statuses').map((choice) => choice.value);
  const offered = [...ALWAYS, ...configured].filter(
    (status) => status === 'active' || !(NEVER.includes(status) || hidden.includes(status)),
  );
  return [...new Set(current ? [current, ...offered] : offered)];
}
