import { Link } from '@tanstack/react-router';
import { ChevronLeft, Nfc } from 'lucide-react';
import type { ReactNode } from 'react';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { contentsOf, opensText } from '../../../shared/opens-text.ts';
import { PremisesLinks, serialText, TagText, TypeTag } from '../../BunchText.tsx';
import { DueText, HolderName } from '../../custody/CustodyText.tsx';
import { shortClass, shortText } from '../../custody/due-lines.ts';
import { LocationIcon } from '../../location/LocationIcon.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { backLinkClass } from '../../ui/classes.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { Facts, Panel } from '../../ui/Panel.tsx';
import { Time } from '../../ui/Time.tsx';
import { PhotoPanel } from '../photo/PhotoPanel.tsx';
import { LastSeen, StatusBadge } from '../StatusBadge.tsx';
import type { KnownBunch } from './use-timeline.ts';

/** Back, the bunch's name and, where there is room, its actions. */
export function KeyHistoryHead({ known, actions }: { known: KnownBunch; actions: ReactNode }) {
  const { title, subtitle, badge } = headOf(known);
  return (
    <PageHead
      back={
        <Link to="/key-bunches" className={backLinkClass}>
          <ChevronLeft aria-hidden className="-ml-1 size-4" />
          Back to Key Management
        </Link>
      }
      title={title}
      badge={badge}
      subtitle={subtitle}
      right={actions}
    />
  );
}

function headOf(known: KnownBunch) {
  switch (known.state) {
    case 'here': {
      const { identifier, location, status } = known.bunch;
      return {
        title: identifier,
        subtitle: opensText(known.bunch) || location.name,
        badge: <StatusBadge status={status} />,
      };
    }
    case 'deleted': {
      const { keyBunchIdentifier, details } = known.deleted;
      return {
        title: keyBunchIdentifier,
        subtitle: details.keyDescription || details.locationName,
        badge: <Badge tint="red">Deleted</Badge>,
      };
    }
    case 'elsewhere':
      return {
        title: known.last.keyBunchIdentifier,
        subtitle: 'This key set is no longer at any of your locations. Its history at yours:',
        badge: undefined,
      };
    default:
      return {
        title: 'Key History',
        subtitle: known.state === 'waiting' ? '\u00a0' : undefined,
        badge: undefined,
      };
  }
}

/** A bunch now: photo, holder and facts. `facts` is what was recorded at the issue, `foot` an action below. */
export function KeyBunchSummary({
  bunch,
  facts,
  foot,
}: {
  bunch: KeyBunchDetail;
  facts: string;
  foot?: ReactNode;
}) {
  const { holder, issuedAt, nfcSerial } = bunch;
  const short = shortText(bunch);
  return (
    <Panel aria-label="Key set">
      <PhotoPanel bunch={bunch} />
      {holder && (
        <div className="flex items-center gap-3 border-b bg-amber-500/8 px-4 py-3 text-amber-900 dark:text-amber-300">
          <Avatar name={holder.name} size={32} />
          <div className="min-w-0">
            <p className="font-semibold text-fg wrap-anywhere">
              With <HolderName holder={holder} />
            </p>
            <p className="text-hint wrap-anywhere">
              Issued {issuedAt && <Time at={issuedAt} inline focusable />}
              {facts && `, ${facts}`}
              {bunch.dueAt && (
                <>
                  , <DueText at={bunch.dueAt} />
                </>
              )}
            </p>
          </div>
        </div>
      )}
      <Facts
        facts={[
          ['Tag', <TagText key="tag" bunch={bunch} bare />],
          ['Type', <TypeTag key="type" type={bunch.type} />],
          [
            'Location',
            <LocationName key="location" type={bunch.location.type}>
              {bunch.location.name}
            </LocationName>,
          ],
          ['Opens', bunch.premises[0] ? <PremisesLinks key="premises" premises={bunch.premises} /> : null],
          ['Position', bunch.position],
          [
            'Contents',
            short ? (
              <>
                {contentsOf(bunch)}, <span className={shortClass}>{short}</span>
              </>
            ) : (
              contentsOf(bunch)
            ),
          ],
          ['NFC', nfcSerial && <Serial key="nfc" serial={nfcSerial} />],
          ['Notes', bunch.notes],
          ['Last seen', <LastSeen key="seen" bunch={bunch} />],
          ['Added', <Time key="added" at={bunch.createdAt} focusable />],
        ]}
      />
      {foot && <div className="grid px-4 pb-4">{foot}</div>}
    </Panel>
  );
}

/** A location with its icon. */
const LocationName = ({ type, children }: { type?: string; children: ReactNode }) => (
  <span className="flex items-center gap-2">
    {type && <LocationIcon type={type} />}
    {children}
  </span>
);

/** An NFC serial with its icon. */
const Serial = ({ serial }: { serial: string }) => (
  <span className="flex items-center gap-2 tabular-nums">
    <Nfc aria-hidden className="size-[15px] text-muted" />
    {serialText(serial)}
  </span>
);
