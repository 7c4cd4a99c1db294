import type { KeyBunchDetail } from '../../../../shared/key-bunch.ts';
import { useLabels } from '../../../setting/labels.ts';
import { PHONE, useMedia } from '../../../ui/media.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Time } from '../../../ui/Time.tsx';
import { LastSeen } from '../../LastSeen.tsx';
import { StatusBadge } from '../../StatusBadge.tsx';

/** Under the title: which bunch, where it is, its type, when it last changed and when and where it was last seen; on a phone the status leads. */
export function DetailsSubtitle({ bunch }: { bunch: KeyBunchDetail | null }) {
  const { label } = useLabels();
  const phone = useMedia(PHONE);
  if (!bunch) return <Skeleton className="my-[3px] h-3.5 w-64 max-w-full" />;
  const place = `${bunch.location.name} · ${label('keyTypes', bunch.type)}`;
  const seen = bunch.lastSeenAt ? (
    <>
      Last seen <LastSeen bunch={bunch} />
    </>
  ) : (
    'Never seen'
  );
  if (phone) {
    return (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <StatusBadge status={bunch.status} />
        {place}
        <span className="basis-full">{seen}</span>
      </span>
    );
  }
  return (
    <>
      {bunch.identifier} · {place} · Updated <Time at={bunch.lastUpdated} inline />
      <br />
      {seen}
    </>
  );
}
