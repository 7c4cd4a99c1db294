import { Link, useParams } from '@tanstack/react-router';
import { ChevronLeft, Pencil } from 'lucide-react';
import { api } from '../../shared/api.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import type { Premises, PremisesDetail } from '../../shared/premises.ts';
import { useAsOf } from '../api/live-state.ts';
import { useRead } from '../api/read.ts';
import { DueText } from '../custody/DueText.tsx';
import { HolderName } from '../custody/HolderName.tsx';
import { shortClass, shortText } from '../custody/short-text.ts';
import { contentsOf } from '../key-bunch/contents.ts';
import { Facts } from '../key-bunch/Facts.tsx';
import { Identifier } from '../key-bunch/Identifier.tsx';
import { useKeyRights } from '../key-bunch/key-rights.ts';
import { StatusBadge } from '../key-bunch/StatusBadge.tsx';
import { useMay } from '../session.tsx';
import { ReadFailed } from '../shell/ReadFailed.tsx';
import { AsOf } from '../ui/AsOf.tsx';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { backLinkClass } from '../ui/link-class.ts';
import { useDialogState } from '../ui/overlay/dialog-state.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { Panel } from '../ui/Panel.tsx';
import { PanelHead } from '../ui/PanelHead.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { PremisesDialog } from './PremisesDialog.tsx';

/** One building or unit: what is known of it, and the sets that open it with where each is. */
export function PremisesPage() {
  const { id } = useParams({ from: '/premises/$id' });
  return /^[1-9]\d{0,8}$/.test(id) ? <PremisesOf key={id} id={Number(id)} /> : <NoSuchPremises />;
}

function PremisesOf({ id }: { id: number }) {
  const may = useMay();
  const read = useRead('getPremises', { params: { id } });
  const { data, error } = read;
  const readAt = useAsOf(read);
  const dialog = useDialogState<Premises>();
  if (error?.status === 404) return <NoSuchPremises />;
  return (
    <>
      <PageHead
        back={
          <Link to="/premises" className={backLinkClass}>
            <ChevronLeft aria-hidden className="size-4" />
            Premises
          </Link>
        }
        title={data?.name ?? 'Premises'}
        badge={data && !data.isActive && <Badge tint="gray">Inactive</Badge>}
        subtitle={data && [data.address, data.postcode].filter(Boolean).join(', ')}
        right={
          <>
            <AsOf at={readAt} refreshing={read.isRefetching} onRefresh={read.refetch} />
            {data && may(api.updatePremises.needs) && (
              <Button icon={Pencil} onClick={() => dialog.show(data)}>
                Edit
              </Button>
            )}
          </>
        }
      />
      {error && !data ? (
        <ReadFailed onRetry={read.refetch} />
      ) : (
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[344px_minmax(0,1fr)]">
          {data ? <About premises={data} /> : <Skeleton className="h-52 rounded-xl" />}
          {data ? <Sets premises={data} /> : <Skeleton className="h-72 rounded-xl" />}
        </div>
      )}
      {dialog.shown && (
        <PremisesDialog key={dialog.shown.turn} {...dialog.props} premises={dialog.shown.about} />
      )}
    </>
  );
}

const About = ({ premises }: { premises: PremisesDetail }) => (
  <Panel aria-label="Facts">
    <Facts
      facts={[
        ['Client', premises.client],
        ['Reference', premises.reference],
        ['Address', premises.address],
        ['Postcode', premises.postcode],
        ['Sets', premises.sets],
        ['Out now', premises.out],
        ['Notes', premises.notes],
      ]}
    />
  </Panel>
);

function Sets({ premises: { keyBunches, sets } }: { premises: PremisesDetail }) {
  return (
    <Panel aria-label="Key sets">
      <PanelHead title="Key sets" count={sets} />
      {keyBunches.length === 0 && <p className="p-4 text-muted">No set opens these premises yet.</p>}
      <ul className="divide-y">
        {keyBunches.map((bunch) => (
          <SetRow key={bunch.id} bunch={bunch} />
        ))}
      </ul>
    </Panel>
  );
}

function SetRow({ bunch }: { bunch: KeyBunch }) {
  const { history } = useKeyRights();
  const { holder, dueAt, location, keyDescription } = bunch;
  const short = shortText(bunch);
  return (
    <li className="flex min-h-[57px] flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
      <div className="min-w-48 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2.5">
          <Identifier bunch={bunch} linked={history} className="touch:-my-2.5 touch:py-2.5" />
          <span className="text-hint text-muted">{contentsOf(bunch)}</span>
        </p>
        {keyDescription && <p className="truncate text-hint text-muted">{keyDescription}</p>}
      </div>
      <p className="flex flex-wrap items-center gap-x-2 text-label">
        <StatusBadge status={bunch.status} />
        {holder ? <HolderName holder={holder} /> : location.name}
        {dueAt && (
          <span className="text-muted">
            · <DueText at={dueAt} />
          </span>
        )}
        {short && <span className={shortClass}>{short}</span>}
      </p>
    </li>
  );
}

const NoSuchPremises = () => (
  <EmptyState
    level={1}
    title="Premises not found"
    hint="None matches this link, or they belong to a location that you don't have access to."
    action={
      <Link to="/premises" className={buttonClass({ variant: 'primary' })}>
        Back to Premises
      </Link>
    }
  />
);
