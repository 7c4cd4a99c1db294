import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { FootBar } from '../ui/FootBar.tsx';
import { backLinkClass } from '../ui/link-class.ts';
import { PHONE, useMedia } from '../ui/media.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import type { KeyBunchDialog } from './dialogs/KeyBunchDialogs.tsx';
import { KEY_ACTIONS, type KeyAction } from './key-actions.ts';
import { handover, useKeyRights } from './key-rights.ts';
import { StatusBadge } from './StatusBadge.tsx';
import type { KnownBunch } from './use-key-bunch.ts';

/** The way back, the name of the bunch, and what can be done with it; on phones its two main actions are at the foot. */
export function KeyHistoryHead({
  known,
  onAct,
}: {
  known: KnownBunch;
  onAct: (dialog: KeyBunchDialog) => void;
}) {
  const phone = useMedia(PHONE);
  const { title, subtitle, badge } = headOf(known);
  const actions = known.state === 'here' && <Actions bunch={known.bunch} onAct={onAct} phone={phone} />;
  return (
    <>
      <PageHead
        back={
          <Link to="/key-bunches" className={backLinkClass}>
            <ChevronLeft aria-hidden className="-ml-1 size-4" />
            Key Management
          </Link>
        }
        title={title}
        badge={badge}
        subtitle={subtitle}
        right={phone ? undefined : actions}
      />
      {phone && actions}
    </>
  );
}

function headOf(known: KnownBunch) {
  switch (known.state) {
    case 'here': {
      const { identifier, keyDescription, location, status } = known.bunch;
      return {
        title: identifier,
        subtitle: keyDescription || location.name,
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
        subtitle: 'This key bunch is not at any of your locations now. What happened at yours:',
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

function Actions({
  bunch,
  onAct,
  phone,
}: {
  bunch: KeyBunch;
  onAct: (dialog: KeyBunchDialog) => void;
  phone: boolean;
}) {
  const rights = useKeyRights();
  const hand = handover(bunch, rights);
  const button = (kind: KeyAction, primary = false) => (
    <Button
      variant={primary ? 'primary' : 'secondary'}
      icon={KEY_ACTIONS[kind].icon}
      onClick={() => onAct({ kind, id: bunch.id })}
    >
      {KEY_ACTIONS[kind].label}
    </Button>
  );
  const main = (
    <>
      {rights.move && button('move')}
      {hand && button(hand, true)}
    </>
  );
  if (!phone)
    return (
      <>
        {button('details')}
        {main}
      </>
    );
  return (
    <>
      <div className="mb-4 grid">{button('details')}</div>
      {rights.move || hand ? <FootBar>{main}</FootBar> : null}
    </>
  );
}
