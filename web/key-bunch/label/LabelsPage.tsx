import { getRouteApi, Link } from '@tanstack/react-router';
import { ChevronLeft, Printer, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { LABELS_MAX } from '../../../shared/limits.ts';
import { ReadFailed } from '../../api/ReadFailed.tsx';
import { count as counted } from '../../format.ts';
import { useFirstSets } from '../../import/ImportButton.tsx';
import { useSession } from '../../session.tsx';
import { Button } from '../../ui/Button.tsx';
import { backLinkClass, linkClass } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FootBar } from '../../ui/FootBar.tsx';
import { PHONE, useMedia } from '../../ui/media.ts';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useKeyChoices, useKeyTotal, wordsOf } from '../list/key-list.ts';
import { LabelSettings } from './LabelSettings.tsx';
import { LabelWarnings } from './LabelWarnings.tsx';
import { chosenIn, type useLabels } from './label-choices.ts';
import { PrintedLabels, TestSheet } from './PrintedLabels.tsx';
import { SheetPreview } from './SheetPreview.tsx';
import { useSheet } from './use-sheet.ts';

const route = getRouteApi('/labels');

/** Prints labels of sets, or blank ones to link later: settings left, sheet right. */
export function LabelsPage() {
  const phone = useMedia(PHONE);
  const sheet = useSheet();
  const { choices, ofSets, sets, texts, number, paper } = sheet;
  const { kind, format, used, shift, change } = choices;
  const settings = (
    <LabelSettings
      choices={choices}
      about={<About labels={sets.data?.labels.length} />}
      line={useLine(texts[0]?.line)}
      positioned={
        sets.data?.labels.some(
          ({ position, location }, _, [first]) => position !== null || location !== first?.location,
        ) ?? false
      }
    />
  );
  const printButton = (
    <Button
      variant="primary"
      icon={Printer}
      disabled={number === 0 && !sheet.isReading}
      pending={sheet.making}
      onClick={sheet.print}
    >
      {sheet.isReading ? 'Print labels' : `Print ${counted(number, 'label')}`}
    </Button>
  );
  const testButton = <Button onClick={() => paper.print('test')}>Test page</Button>;
  const preview = (
    <Preview
      sets={ofSets ? sets : null}
      number={number}
      sheet={
        <SheetPreview
          key={`${kind} ${format.id}`}
          format={format}
          slots={sheet.slots}
          used={used}
          shift={shift}
          onStart={(next) => change({ used: next })}
        />
      }
    />
  );
  return (
    <>
      <div className="print:hidden">
        <Head>
          {testButton}
          {!phone && printButton}
        </Head>
        <LabelWarnings address={sheet.address} format={format} texts={texts} />
        {phone ? (
          <>
            {preview}
            <PhoneFoot settings={settings} print={printButton} />
          </>
        ) : (
          <div className="grid items-start gap-4 lg:grid-cols-[400px_minmax(0,1fr)]">
            <Panel>{settings}</Panel>
            {preview}
          </div>
        )}
      </div>
      {paper.shown && (
        <Paper>
          {paper.shown === 'test' ? (
            <TestSheet format={format} shift={shift} />
          ) : (
            <PrintedLabels format={format} labels={texts} used={used} shift={shift} />
          )}
        </Paper>
      )}
    </>
  );
}

const Head = ({ children }: { children: ReactNode }) => (
  <PageHead
    title="Labels"
    subtitle="A label shows a code, the set ID and who to ring. Never an address."
    back={
      <Link to="/key-bunches" className={backLinkClass}>
        <ChevronLeft aria-hidden className="size-4" />
        Key Management
      </Link>
    }
    right={children}
  />
);

/** Rendered outside the page. */
const Paper = ({ children }: { children: ReactNode }) =>
  createPortal(<div data-paper="">{children}</div>, document.body);

type PreviewProps = {
  /** Null for blank labels. */
  sets: ReturnType<typeof useLabels> | null;
  number: number;
  sheet: ReactNode;
};

/** The sheet, or the reason why it is empty. */
function Preview({ sets, number, sheet }: PreviewProps) {
  const firstSets = useFirstSets();
  if (sets?.isError)
    return sets.error.status === 404 ? (
      <EmptyState title="No such key set" hint="It was deleted, or you don't have access to it." />
    ) : (
      <ReadFailed error={sets.error} onRetry={sets.refetch} />
    );
  if (sets && !sets.data) return <Skeleton className="h-[600px] rounded-xl" />;
  if (number === 0)
    return (
      <EmptyState
        title={firstSets.hint ? 'No key sets yet' : 'No key set fits these filters'}
        hint="Choose other sets, or print blank codes."
        {...firstSets}
      />
    );
  return sheet;
}

/** The line under the ID, also before labels are loaded. */
function useLine(first: string | undefined): string {
  const session = useSession();
  const finder = session.state === 'in' ? session.company?.finderLine : null;
  return first || (finder ?? "The address of the finder's page");
}

/** The sets: how many, and how they were chosen. */
function About({ labels }: { labels: number | undefined }) {
  const { sets, ...filters } = route.useSearch();
  const choices = useKeyChoices(filters.status);
  const { total = 0, atLeast } = useKeyTotal(filters);
  const chosen = chosenIn(sets);
  const more = !chosen && labels === LABELS_MAX && (total > LABELS_MAX || atLeast);
  return (
    <p className="flex items-baseline gap-2 text-body">
      <span className="min-w-0 flex-1">
        <b className="font-semibold">{labels === undefined ? 'Sets' : counted(labels, 'set')}</b>{' '}
        <span className="wrap-anywhere text-muted">
          {chosen ? 'chosen' : choices.known && wordsOf(filters, choices).join(', ')}
          {chosen && labels !== undefined && labels < chosen.length && ', the others are gone'}
          {more && `, at most ${LABELS_MAX.toLocaleString('en-GB')} at a time`}
        </span>
      </span>
      <Link to="/key-bunches" search={filters} className={linkClass}>
        Choose sets
      </Link>
    </p>
  );
}

function PhoneFoot({ settings, print }: { settings: React.ReactNode; print: React.ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <FootBar>
      <Button icon={SlidersHorizontal} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Settings
      </Button>
      {print}
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Labels"
        cancelLabel={null}
        foot={
          <Button variant="primary" onClick={() => setOpen(false)}>
            Done
          </Button>
        }
      >
        {settings}
      </Dialog>
    </FootBar>
  );
}
