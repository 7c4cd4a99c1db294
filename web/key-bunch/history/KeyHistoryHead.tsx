import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { opensText } from '../../../shared/opens-text.ts';
import { Badge } from '../../ui/Badge.tsx';
import { backLinkClass } from '../../ui/link-class.ts';
import { PageHead } from '../../ui/PageHead.tsx';
import { StatusBadge } from '../StatusBadge.tsx';
import type { KnownBunch } from '../use-key-bunch.ts';

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
