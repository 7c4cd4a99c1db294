import { PackageSearch } from 'lucide-react';
import { useState } from 'react';
import { api } from '../../shared/api.ts';
import type { FoundNotice } from '../../shared/label.ts';
import { useAction } from '../api/action.ts';
import { useRead } from '../api/read.ts';
import { useMay } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { linkClass, tintBox } from '../ui/classes.ts';
import { cx } from '../ui/cx.ts';
import { Time } from '../ui/Time.tsx';

/** Messages from finders of a set: open ones highlighted, handled ones collapsed. */
export function FoundKeys({ keyBunchId }: { keyBunchId: number }) {
  const offered = useMay()(api.listFoundNotices.needs);
  const { data: notices = [] } = useRead(
    'listFoundNotices',
    { query: { keyBunchId: String(keyBunchId) } },
    { enabled: offered },
  );
  const [all, setAll] = useState(false);
  const open = notices.filter(({ closedAt }) => !closedAt);
  const closed = notices.filter(({ closedAt }) => closedAt);
  if (notices.length === 0) return null;
  return (
    <div className="flex flex-col gap-2">
      {open.map((notice) => (
        <div
          key={notice.id}
          className={cx(
            'flex flex-wrap items-center justify-end gap-2 rounded-lg px-3.5 py-2.5 inset-ring',
            tintBox.blue,
          )}
        >
          <PackageSearch aria-hidden className="size-[18px] self-start" />
          <p className="min-w-0 flex-1 basis-60 text-body">
            <strong className="font-semibold">Reported as found</strong> <Time inline at={notice.createdAt} />
            <NoticeWords notice={notice} />
          </p>
          <DealtWith notice={notice} />
        </div>
      ))}
      {closed.length > 0 && (
        <button type="button" className={cx(linkClass, 'self-start text-hint')} onClick={() => setAll(!all)}>
          {all ? 'Hide earlier messages' : `Earlier messages (${closed.length})`}
        </button>
      )}
      {all &&
        closed.map((notice) => (
          <p key={notice.id} className="rounded-lg border px-3.5 py-2.5 text-body">
            <NoticeWords notice={notice} />
            <span className="block text-hint text-muted">
              Reported <Time inline at={notice.createdAt} />. Dealt with by {notice.closedByName}
              {notice.closedAt && (
                <>
                  {' '}
                  <Time inline at={notice.closedAt} />
                </>
              )}
              .
            </span>
          </p>
        ))}
    </div>
  );
}

/** Where the keys are and the finder's contact details, as written. */
export const NoticeWords = ({ notice: { place, reach } }: { notice: FoundNotice }) => (
  <>
    <span className="block wrap-break-word">{place}</span>
    <span className="block text-hint wrap-break-word opacity-80">
      {reach ? `Contact: ${reach}` : 'They left no contact details.'}
    </span>
  </>
);

/** Marks a message as handled; it stays on the set with the user's name. */
export function DealtWith({ notice }: { notice: FoundNotice }) {
  const close = useAction('closeFoundNotice', { about: ({ identifier }) => identifier });
  return (
    <Button
      size="sm"
      pending={close.pending}
      onClick={() => void close.run({ params: { id: notice.id }, body: {} })}
    >
      Dealt with
    </Button>
  );
}
