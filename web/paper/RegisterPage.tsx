import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { FilePen, Printer } from 'lucide-react';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { api } from '../../shared/api.ts';
import { KEPT_SETS } from '../../shared/limits.ts';
import type { PrintedSheet, RegisterSheet } from '../../shared/register-sheet.ts';
import { useAction } from '../api/action.ts';
import { type Answer, type ApiError, call } from '../api/call.ts';
import { useOfflineSince } from '../api/connection.ts';
import { useAsOf } from '../api/live-state.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { orKept, useRead } from '../api/read.ts';
import { withReauthentication } from '../api/reauthentication.ts';
import { fullTime } from '../format.ts';
import { locationIcon } from '../location/LocationIcon.tsx';
import { usePrintKeys } from '../print/use-paper.ts';
import { useMay, useSession } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FootBar } from '../ui/FootBar.tsx';
import { Segmented } from '../ui/form/Segmented.tsx';
import { Select } from '../ui/form/Select.tsx';
import { PHONE, useMedia, usePrinting } from '../ui/media.ts';
import { NotFound } from '../ui/NotFound.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Sheet } from './Sheet.tsx';

const route = getRouteApi('/register/$locationId');
/** Sets shown on the screen; paper has all. */
const SHOWN = 100;
const SHEETS = [
  { value: 'register', label: 'Register' },
  { value: 'sites', label: 'Sites' },
] as const;

/** The register of a location on paper, for the hours in which Keyhold cannot be reached. */
export function RegisterPage() {
  const { locationId } = route.useParams();
  return /^[1-9]\d{0,8}$/.test(locationId) ? (
    <Register key={locationId} id={Number(locationId)} />
  ) : (
    <NoSuchLocation />
  );
}

function Register({ id }: { id: number }) {
  const phone = useMedia(PHONE);
  const { sheet: which } = route.useSearch();
  const navigate = route.useNavigate();
  const isSites = which === 'sites';
  const read = useRegisterSheet(String(id), isSites);
  const { data, error, refetch } = read;
  const readAt = useAsOf(read);
  const isShown = data?.sets.every(({ premises }) => (premises !== undefined) === isSites) ? data : undefined;
  const { numbered, print, pending } = useNumberedPrint(id, isSites, isShown !== undefined);
  if (error?.status === 404) return <NoSuchLocation />;
  const actions = (
    <>
      <TypeIn id={id} />
      <Button
        variant="primary"
        icon={Printer}
        pending={pending}
        disabled={!isShown}
        onClick={() => void print()}
      >
        {isSites ? 'Print the sites' : 'Print the register'}
      </Button>
    </>
  );
  return (
    <>
      <div className="print:hidden">
        <PageHead
          title="Register on paper"
          subtitle="All sets of a location and who has them, with lines to write on, for when Keyhold can't be reached."
          right={phone ? undefined : actions}
        />
        <div className="mb-4 flex flex-wrap items-center gap-3">
          <LocationChooser id={id} current={data} />
          <Segmented
            label="Sheet"
            value={isSites ? 'sites' : 'register'}
            onValueChange={(next) => void navigate({ search: { sheet: next === 'sites' ? 'sites' : '' } })}
            segments={SHEETS}
          />
        </div>
        {isSites && (
          <Notice variant="warning" title="Confidential" className="mb-4">
            This sheet says what the keys open. Keep it apart from the register and from the keys.
          </Notice>
        )}
      </div>
      {error && !isShown && <ReadFailed error={error} onRetry={() => void refetch()} />}
      {!isShown && !error && <Skeleton className="h-96" />}
      {isShown && <Shown sheet={isShown} isSites={isSites} readAt={readAt} number={numbered?.name} />}
      {phone && <FootBar>{actions}</FootBar>}
    </>
  );
}

type ShownProps = { sheet: RegisterSheet; isSites: boolean; readAt: number; number: string | undefined };

function Shown({ sheet, isSites, readAt, number }: ShownProps) {
  const printing = usePrinting();
  const session = useSession();
  const since = useOfflineSince();
  const company = session.state === 'in' ? (session.company?.name ?? '') : '';
  if (sheet.counts.sets === 0)
    return (
      <EmptyState
        title="No key sets here"
        hint="The register on paper lists the sets of a location. This one has none."
      />
    );
  const stamp = number ? `Sheet ${number}` : since > 0 ? 'Printed without signal' : 'Not numbered';
  const shown = (
    <Sheet
      sheet={sheet}
      company={company}
      isSites={isSites}
      asOf={fullTime(new Date(readAt))}
      stamp={printing || since > 0 ? stamp : 'Numbered when it is printed'}
      most={printing ? sheet.sets.length : SHOWN}
    />
  );
  return printing ? shown : <Panel padded>{shown}</Panel>;
}

/** The way back in, for those who may record it. */
function TypeIn({ id }: { id: number }) {
  const may = useMay();
  if (!may(api.recordPaper.needs)) return null;
  return (
    <Link
      to="/paper"
      search={{ location: String(id) }}
      data-button=""
      className={buttonClass({ variant: 'secondary' })}
    >
      <FilePen aria-hidden className="size-4" />
      Type in a sheet
    </Link>
  );
}

function LocationChooser({ id, current }: { id: number; current: RegisterSheet | undefined }) {
  const navigate = route.useNavigate();
  const { data } = useRead('listLocations');
  const known = data ?? (current ? [{ ...current.location, type: '' }] : []);
  return (
    <Select
      aria-label="Location"
      className="w-60! phone:w-full!"
      value={String(id)}
      onValueChange={(next) => void navigate({ params: { locationId: next }, search: (search) => search })}
      options={known.map(({ id: one, name, type }) => ({
        value: String(one),
        label: name,
        icon: locationIcon(type),
      }))}
    />
  );
}

const NoSuchLocation = () => (
  <NotFound
    title="Location not found"
    hint="It does not exist, or you have no access to it."
    to="/locations"
    label="All locations"
  />
);

/** All pages of a sheet, up to KEPT_SETS sets; from what the device keeps without signal. */
async function readSheet(location: string, isSites: boolean, signal: AbortSignal): Promise<RegisterSheet> {
  const query = { location, ...(isSites && { sites: 'true' as const }) };
  let whole: RegisterSheet | null = null;
  let next: string | null = null;
  do {
    const input: { query: typeof query & { cursor?: string } } = {
      query: { ...query, ...(next && { cursor: next }) },
    };
    const read = () => call('getRegisterSheet', input, { signal });
    const page: Answer<'getRegisterSheet'> = await orKept('getRegisterSheet', input, () =>
      withReauthentication('getRegisterSheet', read),
    );
    const before: RegisterSheet['sets'] = whole === null ? [] : whole.sets;
    whole = { ...page.data, sets: [...before, ...page.data.sets] };
    next = page.next;
  } while (next && whole.sets.length < KEPT_SETS);
  return whole;
}

/** The register of a location on paper, read again when something of it changes, and at least every hour. */
const useRegisterSheet = (location: string, isSites: boolean) =>
  useQuery<RegisterSheet, ApiError>({
    queryKey: ['getRegisterSheet', { query: { location, sites: isSites } }],
    queryFn: ({ signal }) => readSheet(location, isSites, signal),
    refetchInterval: 60 * 60_000,
    placeholderData: keepPreviousData,
  });

/**
 * Prints a sheet under the company's next number; without signal it has none. The browser's own print command numbers nothing either. The
 * number is forgotten after the print, as the next one has its own.
 */
function useNumberedPrint(locationId: number, isSites: boolean, isReady: boolean) {
  const number = useAction('numberRegisterSheet', { quiet: true });
  const [numbered, setNumbered] = useState<PrintedSheet | null>(null);
  async function print() {
    if (!isReady || number.pending) return;
    const outcome = await number.run({ body: { locationId, sites: isSites } });
    flushSync(() => setNumbered(outcome.ok ? outcome.reply : null));
    window.print();
  }
  usePrintKeys(() => void print());
  useEffect(() => {
    const forget = () => setNumbered(null);
    addEventListener('afterprint', forget);
    return () => removeEventListener('afterprint', forget);
  }, []);
  return { numbered, print, pending: number.pending };
}
