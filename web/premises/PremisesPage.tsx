import { getRouteApi, Link } from '@tanstack/react-router';
import { ChevronLeft, Pencil } from 'lucide-react';
import { api } from '../../shared/api.ts';
import type { Premises, PremisesDetail } from '../../shared/premises.ts';
import { useAsOf } from '../api/live-state.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { useRead } from '../api/read.ts';
import type { KeyBunchDialog } from '../key-bunch/BunchDialog.tsx';
import { KeyBunchDialogs } from '../key-bunch/KeyBunchDialogs.tsx';
import { HistoryPanel, usePanelHistory } from '../movement/HistoryPanel.tsx';
import { PrintButton } from '../print/PrintFrame.tsx';
import { usePaper } from '../print/use-paper.ts';
import { useMay } from '../session.tsx';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { backLinkClass, linkClass } from '../ui/classes.ts';
import { cx } from '../ui/cx.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { NotFound } from '../ui/NotFound.tsx';
import { useDialogState } from '../ui/overlay/dialog-state.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { Facts, Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { AsOf } from '../ui/Time.tsx';
import { PremisesDialog } from './PremisesDialog.tsx';
import { PremisesPaper, PremisesSets } from './PremisesSets.tsx';

const route = getRouteApi('/premises/$id');

/** One building or unit: details, the sets that open it, and their history. */
export function PremisesPage() {
  const { id } = route.useParams();
  return /^[1-9]\d{0,8}$/.test(id) ? <PremisesOf key={id} id={Number(id)} /> : <NoSuchPremises />;
}

function PremisesOf({ id }: { id: number }) {
  const phone = useMedia(PHONE);
  const read = useRead('getPremises', { params: { id } });
  const { data, error } = read;
  const readAt = useAsOf(read);
  const dialog = useDialogState<Premises>();
  const bunchDialog = useDialogState<KeyBunchDialog>();
  const history = useMay()(api.listMovements.needs);
  const paper = usePaper({
    loaded: data?.keyBunches,
    total: data?.sets,
    failed: error !== null,
    key: String(id),
  });
  if (error?.status === 404) return <NoSuchPremises />;
  const asOf = <AsOf at={readAt} refreshing={read.isRefetching} onRefresh={read.refetch} />;
  return (
    <>
      <div className="print:hidden">
        <Head premises={data} phone={phone} paper={paper} asOf={asOf} onEdit={dialog.show} />
        {error && !data ? (
          <ReadFailed error={read.error} onRetry={read.refetch} />
        ) : (
          <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[344px_minmax(0,1fr)]">
            <div className="phone:order-2">
              {data ? <About premises={data} /> : <Skeleton className="h-32 rounded-xl" />}
            </div>
            <div className="grid min-w-0 grid-cols-1 gap-4 phone:contents">
              <div className="min-w-0 phone:order-1">
                {data ? (
                  <PremisesSets premises={data} onAct={bunchDialog.show} />
                ) : (
                  <Skeleton className="h-40 rounded-xl" />
                )}
              </div>
              {history && (
                <div className="min-w-0 phone:order-3">
                  <PremisesHistory id={id} phone={phone} />
                </div>
              )}
            </div>
          </div>
        )}
        {phone && data && <div className="mt-3">{asOf}</div>}
      </div>
      {paper.printing && data && <PremisesPaper premises={data} readAt={readAt} />}
      <KeyBunchDialogs state={bunchDialog} />
      {dialog.shown && (
        <PremisesDialog key={dialog.shown.turn} {...dialog.props} premises={dialog.shown.about} />
      )}
    </>
  );
}

type HeadProps = {
  premises: PremisesDetail | undefined;
  phone: boolean;
  paper: ReturnType<typeof usePaper>;
  asOf: React.ReactNode;
  onEdit: (premises: Premises) => void;
};

function Head({ premises, phone, paper, asOf, onEdit }: HeadProps) {
  const may = useMay()(api.updatePremises.needs);
  const edit = premises && may ? () => onEdit(premises) : undefined;
  return (
    <PageHead
      back={
        <Link to="/premises" className={backLinkClass}>
          <ChevronLeft aria-hidden className="size-4" />
          Premises
        </Link>
      }
      title={premises?.name ?? 'Premises'}
      badge={premises && !premises.isActive && <Badge tint="gray">Inactive</Badge>}
      subtitle={premises && addressOf(premises)}
      right={
        phone ? (
          <>
            <PrintButton paper={paper} small />
            {edit && (
              <IconButton
                icon={Pencil}
                label="Edit"
                variant="outline"
                size="lg"
                tooltip={false}
                onClick={edit}
              />
            )}
          </>
        ) : (
          <>
            {asOf}
            <PrintButton paper={paper} />
            {edit && (
              <Button icon={Pencil} onClick={edit}>
                Edit
              </Button>
            )}
          </>
        )
      }
    />
  );
}

/** Address and postcode, unless the name is the same. */
const addressOf = ({ name, address, postcode }: PremisesDetail) =>
  [address, postcode].filter((part) => part && part.toLowerCase() !== name.toLowerCase()).join(', ');

const About = ({ premises: { client, ...premises } }: { premises: PremisesDetail }) => (
  <Panel aria-label="Facts">
    <Facts
      facts={[
        [
          'Client',
          client && (
            <Link
              key="client"
              to="/premises"
              search={{ client }}
              className={cx(linkClass, 'font-normal touch:-my-3')}
            >
              {client}
            </Link>
          ),
        ],
        ['Reference', premises.reference],
        ['Notes', premises.notes],
      ]}
    />
  </Panel>
);

/** History of the sets that open the premises now. */
function PremisesHistory({ id, phone }: { id: number; phone: boolean }) {
  const navigate = route.useNavigate();
  const history = usePanelHistory(
    { premisesId: String(id) },
    route.useSearch(),
    (patch, replace = false) =>
      void navigate({ search: (last) => ({ ...last, ...patch }), replace, resetScroll: false }),
  );
  return <HistoryPanel history={history} phone={phone} nothing="Nothing happened with these keys yet." />;
}

const NoSuchPremises = () => (
  <NotFound
    title="Premises not found"
    hint="None matches this link, or they belong to a location that you don't have access to."
    to="/premises"
    label="Back to Premises"
  />
);
