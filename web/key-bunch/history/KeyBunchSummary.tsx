import { Nfc } from 'lucide-react';
import type { ReactNode } from 'react';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { DueText } from '../../custody/DueText.tsx';
import { HolderName } from '../../custody/HolderName.tsx';
import { shortClass, shortText } from '../../custody/short-text.ts';
import { LocationIcon } from '../../location/LocationIcon.tsx';
import { PremisesLinks } from '../../premises/PremisesLinks.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Time } from '../../ui/Time.tsx';
import { contentsOf } from '../contents.ts';
import { Facts } from '../Facts.tsx';
import { LastSeen } from '../LastSeen.tsx';
import { PhotoPanel } from '../photo/PhotoPanel.tsx';
import { serialText, TagText } from '../TagText.tsx';
import { TypeTag } from '../TypeTag.tsx';

/** A bunch now: photo, holder and facts. `purpose` is that of the issue, `foot` an action below. */
export function KeyBunchSummary({
  bunch,
  purpose,
  foot,
}: {
  bunch: KeyBunchDetail;
  purpose: string | null;
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
              {purpose && `, ${purpose}`}
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
export const LocationName = ({ type, children }: { type?: string; children: ReactNode }) => (
  <span className="flex items-center gap-2">
    {type && <LocationIcon type={type} />}
    {children}
  </span>
);

/** An NFC serial with its icon. */
export const Serial = ({ serial }: { serial: string }) => (
  <span className="flex items-center gap-2 tabular-nums">
    <Nfc aria-hidden className="size-[15px] text-muted" />
    {serialText(serial)}
  </span>
);
