import type { ReactNode } from 'react';
import type { Movement } from '../../shared/movement.ts';
import { actorName } from '../../shared/user-name.ts';
import { count, exactTime } from '../format.ts';
import { serialText } from '../key-bunch/BunchText.tsx';
import { useLabels } from '../labels.ts';

/** Audit details of a deletion: who and when, the bunch, and the reason. */
export function DeletionDetails({ movement }: { movement: Movement }) {
  const { label } = useLabels();
  const { details, user, timestamp, fromLocation, keyBunch, oldTag } = movement;
  const type = details.type ?? keyBunch?.type;
  const { keyCount, fobCount } = details;
  return (
    <section aria-label="Deletion Audit Details" className="overflow-clip rounded-lg border text-body">
      <h3 className="flex items-center justify-between gap-4 border-b bg-soft/60 px-4 py-2 text-hint font-semibold">
        Deletion Audit Details
        <span className="font-normal text-muted">Kept in the archive</span>
      </h3>
      <dl className="grid grid-cols-4 gap-x-6 gap-y-3 px-4 py-3.5 phone:grid-cols-2 phone:gap-x-4">
        <Item term="Deleted by">{user ? actorName(user) : details.deletedBy}</Item>
        <Item term="Deleted at">{exactTime(details.deletedAt ?? timestamp)}</Item>
        <Item term="Last location">{details.locationName ?? fromLocation?.name}</Item>
        <Item term="Type">{type && label('keyTypes', type)}</Item>
        <Item term="Tag">{details.currentTag ?? oldTag}</Item>
        <Item term="Keys and fobs">
          {keyCount != null && `${count(keyCount, 'key')}, ${count(fobCount ?? 0, 'fob')}`}
        </Item>
        <Item term="NFC serial">
          {details.nfcSerial && <span className="phone:text-[13px]">{serialText(details.nfcSerial)}</span>}
        </Item>
        <Item term="Description">{details.keyDescription ?? details.description}</Item>
      </dl>
      <dl className="flex gap-2 border-t px-4 py-3 phone:flex-col phone:gap-0.5">
        <dt className="text-muted">Reason</dt>
        <dd className="min-w-0 font-medium break-words whitespace-pre-line">
          {details.reason ?? <span className="font-normal text-muted">Not given</span>}
        </dd>
      </dl>
    </section>
  );
}

function Item({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-hint text-muted">{term}</dt>
      <dd className="break-words">{children || <span className="text-muted">None</span>}</dd>
    </div>
  );
}
