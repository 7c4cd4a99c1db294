import { ArrowRight, Lock } from 'lucide-react';
import { api } from '../../shared/api.ts';
import { inNaturalOrder } from '../../shared/natural-order.ts';
import { useRead } from '../api/read.ts';
import { useLabels } from '../labels.ts';
import { LocationIcon, locationIcon } from '../location/LocationIcon.tsx';
import { useMay } from '../session.tsx';
import { Tag } from '../ui/Badge.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Select } from '../ui/form/Select.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { ALL_TYPES, type MoveChoices } from './use-bulk-move.ts';

/** The three choices of a bulk move: key type, from, to. */
export function MoveChoicesPanel({
  choices,
  onChange,
}: {
  choices: MoveChoices;
  /** Called before each choice. */
  onChange: () => void;
}) {
  const { type, from, to, same, locations, change } = choices;
  const types = useTypes(type);
  const options = locations.map(({ id, name, type: kind }) => ({
    value: String(id),
    label: name,
    icon: locationIcon(kind),
  }));
  const choose = (field: 'type' | 'from' | 'to') => (value: string) => {
    onChange();
    change({ [field]: value });
  };
  if (choices.waiting) return <Skeleton className="h-[94px] rounded-xl phone:h-[286px]" />;
  return (
    <Panel padded aria-label="What to move">
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto_minmax(0,1fr)] gap-x-3 gap-y-4 phone:grid-cols-1">
        <Field label="Key type">
          <Select
            value={type}
            onValueChange={choose('type')}
            placeholder="Choose a type"
            options={[{ value: ALL_TYPES, label: 'All types' }, ...types]}
          />
        </Field>
        <Field label="From location">
          <Select
            value={from ? String(from.id) : ''}
            onValueChange={choose('from')}
            placeholder="Choose a location"
            options={options}
          />
        </Field>
        <span aria-hidden className="mt-[35px] phone:hidden">
          <ArrowRight className="size-4 text-muted" />
        </span>
        <Field label="To location" error={same ? 'Choose two different locations' : undefined}>
          <Select
            value={to ? String(to.id) : ''}
            onValueChange={choose('to')}
            placeholder="Choose a location"
            options={options.map((option) => ({ ...option, disabled: option.value === String(from?.id) }))}
          />
        </Field>
      </div>
    </Panel>
  );
}

/** Configured types, with those in use and the address's. */
function useTypes(asked: string) {
  const may = useMay();
  const { choices } = useLabels();
  const { data } = useRead('getDashboard', {}, { enabled: may(api.getDashboard.needs) });
  const stored = new Set(data?.locations.flatMap(({ byType }) => Object.keys(byType)));
  if (asked && asked !== ALL_TYPES) stored.add(asked);
  return choices('keyTypes', [...stored].sort(inNaturalOrder));
}

/** The choices during the audit, read-only. */
export function LockedChoices({ choices }: { choices: MoveChoices }) {
  const { typeName, from, to } = choices;
  return (
    <Panel
      aria-label="What to move"
      className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-2.5"
    >
      <Lock aria-hidden className="size-3.5 text-muted" />
      <Tag>{typeName || 'All types'}</Tag>
      <LocationName location={from} />
      <ArrowRight role="img" aria-label="to" className="size-3.5 text-muted" />
      {to ? <LocationName location={to} /> : <span className="text-muted">No location chosen yet</span>}
      <span className="ml-auto text-hint text-muted phone:ml-0 phone:w-full">Locked during the audit</span>
    </Panel>
  );
}

const LocationName = ({ location }: { location: MoveChoices['from'] }) =>
  location && (
    <span className="inline-flex min-w-0 items-center gap-2 text-body">
      <LocationIcon type={location.type} />
      <span className="truncate">{location.name}</span>
    </span>
  );
