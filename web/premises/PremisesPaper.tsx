import { seesEverywhere } from '../../shared/grant.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { doorOf } from '../../shared/opens-text.ts';
import type { PremisesDetail } from '../../shared/premises.ts';
import { PrintedDue } from '../custody/DueText.tsx';
import { shortText } from '../custody/short-text.ts';
import { useNow } from '../custody/zone.ts';
import { exactTime } from '../format.ts';
import { contentsOf } from '../key-bunch/contents.ts';
import { PrintedTable } from '../print/PrintedTable.tsx';
import { PrintFrame } from '../print/PrintFrame.tsx';
import { useMe, useSession } from '../session.tsx';
import { useLabels } from '../setting/labels.ts';

const COLUMNS = [
  { title: 'Set', width: 'w-[15%]' },
  { title: 'Door', width: 'w-[27%]' },
  { title: 'Contents', width: 'w-[16%]' },
  { title: 'Where it is', width: 'w-[24%]' },
  { title: 'Due back', width: 'w-[18%]' },
] as const;

/** Printed list of keys held, for the client: contents, place and holder of each set. Leaves the company, so without tags and positions. */
export function PremisesPaper({ premises, readAt }: { premises: PremisesDetail; readAt: number }) {
  const { name, client, address, postcode, reference, keyBunches, sets } = premises;
  const limited = !seesEverywhere(useMe());
  return (
    <PrintFrame
      title="Keys held"
      about={name}
      filters={[
        client,
        [address, postcode].filter(Boolean).join(', '),
        reference && `Reference ${reference}`,
      ]}
      rows={{ printed: keyBunches.length, total: sets, noun: 'key set' }}
      asOf={new Date(readAt)}
    >
      <PrintedTable columns={COLUMNS}>
        {keyBunches.map((bunch) => (
          <SetRow key={bunch.id} bunch={bunch} />
        ))}
      </PrintedTable>
      {keyBunches.length === 0 && <p className="py-3">We hold no keys of these premises.</p>}
      {limited && <p className="mt-3 text-muted">Sets at other locations are not on this sheet.</p>}
      <Signatures client={client} />
    </PrintFrame>
  );
}

function SetRow({ bunch }: { bunch: KeyBunch }) {
  const now = useNow();
  const { label } = useLabels();
  const { holder, issuedAt, dueAt, status, location } = bunch;
  const short = shortText(bunch);
  return (
    <tr>
      <td className="font-semibold">{bunch.identifier}</td>
      <td>{doorOf(bunch)}</td>
      <td>
        {contentsOf(bunch)}
        {short && <span className="block font-semibold">{short}</span>}
      </td>
      <td>
        {holder ? (
          <>
            {label('statuses', status)}, {holder.name}
            {issuedAt && <span className="block text-muted">since {exactTime(issuedAt)}</span>}
          </>
        ) : (
          <>
            {location.name}
            {status !== 'active' && (
              <span className={status === 'missing' ? 'block font-semibold' : 'block text-muted'}>
                {label('statuses', status)}
              </span>
            )}
          </>
        )}
      </td>
      <td className="tabular-nums">{holder && <PrintedDue at={dueAt} now={now} />}</td>
    </tr>
  );
}

/** Signature lines of both sides. */
function Signatures({ client }: { client: string | null }) {
  const session = useSession();
  const company = session.state === 'in' ? session.company?.name : undefined;
  return (
    <div className="mt-14 break-inside-avoid text-muted">
      {[company ?? 'Keyholder', client ?? 'Client'].map((side) => (
        <div key={side} className="mb-14 flex gap-8">
          <p className="flex-1 border-t border-fg pt-1">For {side}, name and signature</p>
          <p className="w-40 border-t border-fg pt-1">Date and time</p>
        </div>
      ))}
    </div>
  );
}
