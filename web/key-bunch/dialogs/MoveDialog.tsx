import { ArrowRight } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { MoveForm } from '../../../shared/key-bunch-forms.ts';
import type { Location } from '../../../shared/location.ts';
import { contentsOf, opensText } from '../../../shared/opens-text.ts';
import { useRead } from '../../api/read.ts';
import { FormField } from '../../form/FormField.tsx';
import { useLabels } from '../../labels.ts';
import { LocationIcon, locationIcon } from '../../location/LocationIcon.tsx';
import { cx } from '../../ui/cx.ts';
import { type BunchDialogProps, useFreshBunch } from '../BunchDialog.tsx';
import { CustodyDialog, useCustodyAct } from './CustodyDialog.tsx';

type Values = z.input<typeof MoveForm>;

/** Move Key Bunch: to another location, another type, or both. */
export function MoveDialog(props: BunchDialogProps) {
  const act = useCustodyAct(props, useFreshBunch(props.id), {
    call: 'moveKeyBunch',
    schema: MoveForm,
    valuesOf: (): Values => ({ toLocationId: null, toBunchType: '', notes: '' }),
    order: ['toLocationId', 'toBunchType', 'notes'],
    body: (move) => move,
  });
  const { now } = act.save;
  return (
    <CustodyDialog
      act={act}
      title="Move Key Bunch"
      description={now && [now.identifier, opensText(now), contentsOf(now)].filter(Boolean).join(' · ')}
      verb="Move Keys"
      waiting={['route', 'line', 'line', 'lines']}
    >
      {(_, bunch) => (
        <>
          <Targets bunch={bunch} />
          <FormField
            kind="text"
            name="notes"
            label="Notes"
            placeholder="Why it is moving, who is carrying it"
          />
        </>
      )}
    </CustodyDialog>
  );
}

/** From and to, where unchanged parts are muted, over the targets without the current values; "No change" clears a choice. */
function Targets({ bunch }: { bunch: KeyBunchDetail }) {
  const { data: locations = [] } = useRead('listLocations');
  const { choices } = useLabels();
  const [toLocationId, toBunchType] = useWatch<Values, ['toLocationId', 'toBunchType']>({
    name: ['toLocationId', 'toBunchType'],
  });
  const to = locations.find((location) => location.id === toLocationId);
  return (
    <>
      <div className="grid grid-cols-[1fr_auto_1fr] items-stretch gap-2.5 phone:gap-2">
        <End name="From" location={bunch.location} type={bunch.type} />
        <span className="grid location-items-center">
          <ArrowRight aria-hidden className="size-4 text-muted" />
        </span>
        <End
          name="To"
          location={to ?? bunch.location}
          type={toBunchType || bunch.type}
          quietLocation={!to}
          quietType={!toBunchType}
        />
      </div>
      <FormField
        kind="choice"
        name="toLocationId"
        label="New location"
        none="No change"
        numeric
        options={locations
          .filter((location) => location.id !== bunch.locationId)
          .map(({ id, name, type }) => ({ value: String(id), label: name, icon: locationIcon(type) }))}
      />
      <FormField
        kind="choice"
        name="toBunchType"
        label="New type"
        none="No change"
        deps={['toLocationId']}
        options={choices('keyTypes').filter((choice) => choice.value !== bunch.type)}
      />
    </>
  );
}

type EndProps = {
  name: string;
  location: Pick<Location, 'name' | 'type'>;
  type: string;
  quietLocation?: boolean;
  quietType?: boolean;
};

function End({ name, location, type, quietLocation = false, quietType = false }: EndProps) {
  const { label } = useLabels();
  return (
    <section aria-label={name} className="min-w-0 rounded-lg border bg-soft/60 px-3.5 py-2.5">
      <p className="text-hint text-muted">{name}</p>
      <p
        className={cx(
          'flex items-start gap-2 text-body [&>svg]:mt-[3px]',
          quietLocation ? 'text-muted' : 'font-semibold',
        )}
      >
        <LocationIcon type={location.type} />
        <span className="line-clamp-2 wrap-anywhere">{location.name}</span>
      </p>
      <p className={cx('truncate text-hint', quietType ? 'text-muted' : 'font-medium')}>
        {label('keyTypes', type)}
      </p>
    </section>
  );
}
