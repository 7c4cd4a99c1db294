import { ArrowRight } from 'lucide-react';
import { type Control, Controller, type FieldErrors, useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import { type KeyBunchDetail, MoveForm } from '../../../shared/key-bunch.ts';
import type { Location } from '../../../shared/location.ts';
import { opensText } from '../../../shared/opens-text.ts';
import { useAction } from '../../api/action.ts';
import { useRead } from '../../api/read.ts';
import { useSaveForm } from '../../form/save-form.ts';
import { useLabels } from '../../labels.ts';
import { LocationIcon, locationIcon } from '../../location/LocationIcon.tsx';
import { Button } from '../../ui/Button.tsx';
import { cx } from '../../ui/cx.ts';
import { Field } from '../../ui/form/Field.tsx';
import { Textarea } from '../../ui/form/Input.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { BunchDialog, type BunchDialogProps, useFreshBunch, WaitingField } from '../BunchDialog.tsx';
import { contentsOf } from '../contents.ts';

/** The values of a move. */
type MoveValues = z.input<typeof MoveForm>;

const blank = (): MoveValues => ({ toLocationId: null, toBunchType: '', notes: '' });

/** Move Key Bunch: to another location, another type, or both. */
export function MoveDialog({ id, open, onClose, onClosed }: BunchDialogProps) {
  const move = useAction('moveKeyBunch');
  const fresh = useFreshBunch(id);
  const save = useSaveForm({
    source: fresh.latest,
    valuesOf: blank,
    schema: MoveForm,
    order: ['toLocationId', 'toBunchType', 'notes'],
    send: (body) => move.run({ params: { id }, body }),
    onSaved: onClose,
    open,
  });
  const { form, now } = save;
  const { errors } = form.formState;
  const [toLocationId, toBunchType] = useWatch({
    control: form.control,
    name: ['toLocationId', 'toBunchType'],
  });

  return (
    <BunchDialog
      fresh={fresh}
      save={save}
      open={open}
      onClose={onClose}
      onClosed={onClosed}
      title="Move Key Bunch"
      description={now && [now.identifier, opensText(now), contentsOf(now)].filter(Boolean).join(' · ')}
      waiting={<WaitingMove />}
      foot={
        <Button type="submit" variant="primary" pending={save.busy} disabled={!save.base}>
          Move Keys
        </Button>
      }
    >
      {(bunch) => (
        <>
          <MoveRoute bunch={now ?? bunch} toLocationId={toLocationId} toBunchType={toBunchType} />
          <MoveFields bunch={now ?? bunch} control={form.control} errors={errors} />
          <Field label="Notes" optional error={errors.notes?.message}>
            <Textarea {...form.register('notes')} placeholder="Why it is moving, who is carrying it" />
          </Field>
        </>
      )}
    </BunchDialog>
  );
}

const WaitingMove = () => (
  <>
    <WaitingRoute />
    <WaitingField />
    <WaitingField />
    <WaitingField lines={2} />
  </>
);

type Props<O> = {
  bunch: KeyBunchDetail;
  control: Control<MoveValues, unknown, O>;
  errors: FieldErrors<MoveValues>;
};

/** The targets, without the current values; "No change" clears a choice. */
function MoveFields<O>({ bunch, control, errors }: Props<O>) {
  const { data: locations = [] } = useRead('listLocations');
  const { choices } = useLabels();
  const places = locations
    .filter((location) => location.id !== bunch.locationId)
    .map(({ id, name, type }) => ({ value: String(id), label: name, icon: locationIcon(type) }));
  const types = choices('keyTypes').filter((choice) => choice.value !== bunch.type);
  return (
    <>
      <Field label="New location" error={errors.toLocationId?.message}>
        <Controller
          control={control}
          name="toLocationId"
          render={({ field }) => (
            <Select
              ref={field.ref}
              value={field.value ? String(field.value) : ''}
              onValueChange={(value) => field.onChange(value ? Number(value) : null)}
              onBlur={field.onBlur}
              none="No change"
              options={places}
            />
          )}
        />
      </Field>
      <Field label="New type" error={errors.toBunchType?.message}>
        <Controller
          control={control}
          name="toBunchType"
          rules={{ deps: ['toLocationId'] }}
          render={({ field }) => (
            <Select
              ref={field.ref}
              value={field.value ?? ''}
              onValueChange={field.onChange}
              onBlur={field.onBlur}
              none="No change"
              options={types}
            />
          )}
        />
      </Field>
    </>
  );
}

type MoveRouteProps = {
  bunch: KeyBunchDetail;
  toLocationId: number | null | undefined;
  toBunchType: string | null | undefined;
};

/** From and to; unchanged parts are muted. */
function MoveRoute({ bunch, toLocationId, toBunchType }: MoveRouteProps) {
  const { data: locations = [] } = useRead('listLocations');
  const to = locations.find((location) => location.id === toLocationId);
  return (
    <div className="grid grid-cols-[1fr_auto_1fr] items-stretch gap-2.5 phone:gap-2">
      <End name="From" place={bunch.location} type={bunch.type} />
      <span className="grid place-items-center">
        <ArrowRight aria-hidden className="size-4 text-muted" />
      </span>
      <End
        name="To"
        place={to ?? bunch.location}
        type={toBunchType || bunch.type}
        quietPlace={!to}
        quietType={!toBunchType}
      />
    </div>
  );
}

type EndProps = {
  name: string;
  place: Pick<Location, 'name' | 'type'>;
  type: string;
  quietPlace?: boolean;
  quietType?: boolean;
};

function End({ name, place, type, quietPlace = false, quietType = false }: EndProps) {
  const { label } = useLabels();
  return (
    <section aria-label={name} className="min-w-0 rounded-lg border bg-soft/60 px-3.5 py-2.5">
      <p className="text-hint text-muted">{name}</p>
      <p
        className={cx(
          'flex items-start gap-2 text-body [&>svg]:mt-[3px]',
          quietPlace ? 'text-muted' : 'font-semibold',
        )}
      >
        <LocationIcon type={place.type} />
        <span className="line-clamp-2 wrap-anywhere">{place.name}</span>
      </p>
      <p className={cx('truncate text-hint', quietType ? 'text-muted' : 'font-medium')}>
        {label('keyTypes', type)}
      </p>
    </section>
  );
}

/** Placeholder of the same. */
const WaitingRoute = () => <Skeleton className="h-[78px] rounded-lg phone:h-[80px]" />;
