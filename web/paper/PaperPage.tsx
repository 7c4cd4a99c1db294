import { getRouteApi, Link, useCanGoBack, useNavigate } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { dayIn, zoneNote } from '../../shared/clock-text.ts';
import { NAME_MAX, SHEET_MAX } from '../../shared/limits.ts';
import { useRead } from '../api/read.ts';
import { useReader } from '../device/scan/reader.ts';
import { locationIcon } from '../location/LocationIcon.tsx';
import { useMe } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { DateInput } from '../ui/form/DateInput.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { Select } from '../ui/form/Select.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { Notice } from '../ui/Notice.tsx';
import { useQuestion } from '../ui/overlay/ConfirmDialog.tsx';
import { toast } from '../ui/overlay/toast.ts';
import { PageHead } from '../ui/PageHead.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useNow, useZone } from '../zone.ts';
import { keptLocations } from './draft-store.ts';
import { focusOn, Lines, PaperFoot } from './PaperLines.tsx';
import { type PaperLines, usePaperLines } from './use-paper-lines.ts';

const route = getRouteApi('/paper');

/** What was written on paper while Keyhold could not be reached, typed in with its own times. */
export function PaperPage() {
  const phone = useMedia(PHONE);
  const { location: asked } = route.useSearch();
  const { data: locations } = useRead('listLocations');
  const [now, zone] = [useNow(), useZone()];
  const known =
    locations?.find(({ id }) => String(id) === asked) ?? (locations?.length === 1 ? locations[0] : undefined);
  const location = known ? String(known.id) : '';
  const work = usePaperLines(location);
  const list = useRef<HTMLOListElement>(null);
  const leave = useLeave(work, location);
  useScans(work, list);
  return (
    <>
      <PageHead
        title="Type in a paper sheet"
        subtitle="What was written on paper is entered with its own times."
        right={
          <Button variant="ghost" onClick={() => void leave.discard()}>
            Cancel
          </Button>
        }
      />
      <Head work={work} location={location} locations={locations ?? []} />
      <KeptSheets key={location} locations={locations ?? []} current={location} />
      {work.isFound && work.isTyped && (
        <Notice variant="info" className="mb-4">
          These lines were kept on this device. Record them, or remove them with Cancel.
        </Notice>
      )}
      {location === '' ? (
        <p className="text-muted">Choose the location of the sheet.</p>
      ) : work.isReady ? (
        <Lines work={work} location={location} list={list} />
      ) : (
        <Skeleton className="h-40" />
      )}
      <p className="mt-3 text-hint text-pretty text-muted">
        Marked “From paper” in the history, with the time on the sheet and the time it was typed in. Nothing
        typed here changes an entry that is there already. {zoneNote(now, zone)}.
      </p>
      <PaperFoot work={work} phone={phone} onKeep={leave.keep} />
      {leave.question}
    </>
  );
}

/** Leaves the page, with the lines kept or removed: to the location's register where the page was opened directly. */
function useLeave({ isTyped, keep, forget }: PaperLines, locationId: string) {
  const navigate = useNavigate();
  const isDirect = !useCanGoBack();
  const leave = () =>
    isDirect && locationId
      ? navigate({ to: '/register/$locationId', params: { locationId } })
      : navigate({ to: '/history' });
  const question = useQuestion();
  async function discard() {
    const isSure =
      !isTyped ||
      (await question.ask({
        title: 'Remove these lines?',
        text: 'Nothing of them was recorded. The paper is all that is left of them.',
        confirmLabel: 'Remove the lines',
        cancelLabel: 'Go on typing',
        danger: true,
      }));
    if (!isSure) return;
    await forget();
    void leave();
  }
  async function keepLines() {
    if (await keep()) {
      toast({
        title: 'Kept on this device',
        description: 'Open “Type in a paper sheet” again to go on.',
        variant: 'success',
      });
      void leave();
    } else
      toast({
        title: 'Error',
        description: 'This browser could not keep the lines. Record them, or leave the page open.',
        variant: 'destructive',
      });
  }
  return { discard, keep: () => void keepLines(), question: question.dialog };
}

/** A scanned code fills the set of the line in which the focus is, else of the last one; the focus goes on. */
function useScans({ rows, change, isReady }: PaperLines, list: RefObject<HTMLElement | null>) {
  useReader({
    accepts: 'code',
    enabled: isReady,
    onRead: (code) => {
      const at = document.activeElement?.closest<HTMLElement>('[data-line]')?.dataset.line;
      const n = Number(at ?? rows.at(-1)?.line.n ?? 0);
      change(n, { set: code, setId: null });
      focusOn(list, n, 'kind');
    },
  });
}

type HeadProps = {
  work: PaperLines;
  location: string;
  locations: readonly { id: number; name: string; type: string }[];
};

/** The sheet's number, its location, who wrote it, and the day of its first line. */
function Head({ work: { draft, setDraft }, location, locations }: HeadProps) {
  const navigate = route.useNavigate();
  const today = dayIn(useNow(), useZone());
  return (
    <div className="mb-4 flex flex-wrap items-end gap-4 *:w-50 phone:*:w-full">
      <Field label="Sheet" required>
        <Input
          value={draft.sheet}
          maxLength={SHEET_MAX}
          placeholder="P-0319, page 3"
          autoComplete="off"
          onChange={({ target }) => setDraft((last) => ({ ...last, sheet: target.value }))}
        />
      </Field>
      <Field label="Location" required>
        <Select
          value={location}
          placeholder="Choose..."
          onValueChange={(next) => void navigate({ search: { location: next }, replace: true })}
          options={locations.map(({ id, name, type }) => ({
            value: String(id),
            label: name,
            icon: locationIcon(type),
          }))}
        />
      </Field>
      <Field label="Written by" required>
        <Input
          value={draft.writtenBy}
          maxLength={NAME_MAX}
          autoComplete="off"
          onChange={({ target }) => setDraft((last) => ({ ...last, writtenBy: target.value }))}
        />
      </Field>
      <Field label="Day of the first line" required>
        <DateInput
          kind="day"
          value={draft.day}
          today={today}
          onChange={(day) => day && setDraft((last) => ({ ...last, day, after: null }))}
        />
      </Field>
      <p className="w-auto! flex-1 basis-60 text-right text-hint text-pretty text-muted touch:hidden">
        Tab goes on, Enter starts the next line. A scan fills the set. For another day write 27 Nov 17:15.
      </p>
    </div>
  );
}

type KeptProps = { locations: readonly { id: number; name: string }[]; current: string };

/** Other locations with lines that this user typed on this device, each with its link. */
function KeptSheets({ locations, current }: KeptProps) {
  const { id: owner } = useMe();
  const [kept, setKept] = useState<number[]>([]);
  useEffect(() => {
    let isOld = false;
    void keptLocations(owner).then((ids) => !isOld && setKept(ids));
    return () => {
      isOld = true;
    };
  }, [owner]);
  const shown = locations.filter(({ id }) => kept.includes(id) && String(id) !== current);
  if (shown.length === 0) return null;
  return (
    <Notice variant="info" className="mb-4">
      {shown.map(({ id, name }) => (
        <p key={id} className="wrap-anywhere">
          Lines are kept for <bdi>{name}</bdi>.{' '}
          <Link
            to="/paper"
            search={{ location: String(id) }}
            className="font-medium text-link underline-offset-2 hover:underline"
          >
            Go on with them
          </Link>
        </p>
      ))}
    </Notice>
  );
}
