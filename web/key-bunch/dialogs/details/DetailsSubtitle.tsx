import type { KeyBunchDetail } from '../../../../shared/key-bunch.ts';
import { useLabels } from '../../../setting/labels.ts';
import { PHONE, useMedia } from '../../../ui/media.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Time } from '../../../ui/Time.tsx';
import { StatusBadge } from '../../StatusBadge.tsx';

/** Under the title: which bunch, where it is, its type and when it last changed; on a phone the status leads. */
export function DetailsSubtitle({ bunch }: { bunch: KeyBunchDetail | null }) {
  const { label } = useLabels();
  const phone = useMedia(PHONE);
  if (!bunch) return <Skeleton className="my-[3px] h-3.5 w-64 max-w-full" />;
  const place = `${bunch.location.name} · ${label('keyTypes', bunch.type)}`;
  if (phone) {
    return (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <StatusBadge status={bunch.status} />
        {place}
      </span>
    );
  }
  return (
    <>
      {bunch.identifier} · {place} · Updated <Time at={bunch.lastUpdated} inline />
    </>
  );
}
