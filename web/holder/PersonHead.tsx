import { Link } from '@tanstack/react-router';
import { ChevronLeft, Hand, Pencil, Phone } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { api } from '../../shared/api.ts';
import type { HolderDetail } from '../../shared/holder.ts';
import { HOLDER_KIND_LABELS } from '../../shared/holder-words.ts';
import { ReturnAll } from '../custody/SetActions.tsx';
import { telOf } from '../phone-number.ts';
import { PrintButton } from '../print/PrintFrame.tsx';
import { useMay } from '../session.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Tag } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { backLinkClass } from '../ui/classes.ts';
import { FootBar } from '../ui/FootBar.tsx';
import { IconButton, iconButtonClass } from '../ui/IconButton.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { useNow, useZone } from '../zone.ts';
import { whyNoMore } from './may-take.tsx';

const Back = () => (
  <Link to="/people" className={backLinkClass}>
    <ChevronLeft aria-hidden className="size-4" />
    People
  </Link>
);

type HeadProps = {
  person: HolderDetail | undefined;
  onEdit: (() => void) | undefined;
  asOf: ReactNode;
  paper: ComponentProps<typeof PrintButton>['paper'];
};

/** Name, kind and firm, with the actions for the person. */
export function Head({ person, onEdit, asOf, paper }: HeadProps) {
  return (
    <PageHead
      back={<Back />}
      title={person?.name ?? 'Person'}
      badge={person && <Tag>{HOLDER_KIND_LABELS[person.kind]}</Tag>}
      subtitle={person?.organisation}
      right={
        <>
          {asOf}
          {person?.holding.length !== 0 && <PrintButton paper={paper} label="Print keys held" />}
          {onEdit && (
            <Button icon={Pencil} onClick={onEdit}>
              Edit
            </Button>
          )}
          {person && <IssueKeys person={person} />}
        </>
      }
    />
  );
}

export function PhoneHead({ person, onEdit }: Pick<HeadProps, 'person' | 'onEdit'>) {
  const words = person && [HOLDER_KIND_LABELS[person.kind], person.organisation].filter(Boolean).join(' · ');
  return (
    <header className="mb-4">
      <Back />
      <div className="flex items-center gap-3">
        <Avatar name={person?.name ?? ''} size={44} />
        <div className="min-w-0 flex-1">
          <h1 className="text-title font-semibold wrap-anywhere">{person?.name ?? 'Person'}</h1>
          <p className="truncate text-label text-muted">{words}</p>
        </div>
        {person?.phone && (
          <a
            href={telOf(person.phone)}
            aria-label={`Call ${person.name}`}
            className={iconButtonClass({ variant: 'outline', size: 'lg', off: false })}
          >
            <Phone className="size-4 touch:size-5" />
          </a>
        )}
        {onEdit && (
          <IconButton
            icon={Pencil}
            label="Edit"
            variant="outline"
            size="lg"
            tooltip={false}
            onClick={onEdit}
          />
        )}
      </div>
    </header>
  );
}

type PersonProps = { person: HolderDetail };

/** Link to the desk with this person chosen; locked with the reason if they may not take another set. */
function IssueKeys({ person }: PersonProps) {
  const may = useMay();
  const reason = useWhyNoMore(person);
  if (!may(api.issueKeyBunch.needs)) return null;
  if (reason)
    return (
      <Button variant="primary" icon={Hand} disabledReason={reason} reasonIn="tooltip">
        Issue Keys
      </Button>
    );
  return (
    <Link
      to="/desk"
      search={{ person: String(person.id) }}
      data-button=""
      className={buttonClass({ variant: 'primary' })}
    >
      <Hand aria-hidden className="size-[15px] phone:size-[18px]" />
      Issue Keys
    </Link>
  );
}

const useWhyNoMore = (person: HolderDetail) => whyNoMore(person, useNow(), useZone());

/** The same actions on phones, with the reason above the buttons, because touch has no tooltips. */
export function PhoneFoot({ person }: PersonProps) {
  const may = useMay();
  const reason = useWhyNoMore(person);
  const issues = may(api.issueKeyBunch.needs);
  if (!issues && (person.out === 0 || !may(api.returnKeyBunch.needs))) return null;
  return (
    <FootBar note={issues && reason}>
      <ReturnAll person={person} button />
      <IssueKeys person={person} />
    </FootBar>
  );
}
