import { ArrowRight } from 'lucide-react';
import type { KeyBunchDetail } from '../../../../shared/key-bunch.ts';
import type { Location } from '../../../../shared/location.ts';
import { useRead } from '../../../api/read.ts';
import { LocationIcon } from '../../../location/LocationIcon.tsx';
import { useLabels } from '../../../setting/labels.ts';
import { cx } from '../../../ui/cx.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';

type Props = {
  bunch: KeyBunchDetail;
  toLocationId: number | null | undefined;
  toBunchType: string | null | undefined;
};

/** From where and what, to where and what; the parts that stay as they are are muted. */
export function MoveRoute({ bunch, toLocationId, toBunchType }: Props) {
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

/** A placeholder for the same. */
export const WaitingRoute = () => <Skeleton className="h-[78px] rounded-lg phone:h-[80px]" />;
