import { Link } from '@tanstack/react-router';
import { api } from '../../shared/api.ts';
import { useRead } from '../api/read.ts';
import { DealtWith, NoticeWords } from '../key-bunch/FoundKeys.tsx';
import { useMay } from '../session.tsx';
import { Panel } from '../ui/Panel.tsx';
import { PanelHead } from '../ui/PanelHead.tsx';
import { Time } from '../ui/Time.tsx';

/** What finders wrote that nobody has dealt with, newest first. Not shown while there is nothing. */
export function FoundKeysPanel() {
  const may = useMay();
  const { data: notices = [] } = useRead('listFoundNotices');
  const linked = may(api.getKeyBunch.needs);
  if (notices.length === 0) return null;
  return (
    <Panel>
      <PanelHead
        lead={<span aria-hidden className="size-2 rounded-full bg-blue-500" />}
        title="Found keys"
        count={String(notices.length)}
      />
      <ul className="divide-y">
        {notices.map((notice) => (
          <li key={notice.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
            <span className="w-40 shrink-0 phone:w-auto phone:flex-1">
              {linked ? (
                <Link
                  to="/key-bunches"
                  search={{ set: String(notice.keyBunchId) }}
                  className="font-medium break-words hover:underline"
                >
                  {notice.identifier}
                </Link>
              ) : (
                <span className="font-medium break-words">{notice.identifier}</span>
              )}
              <Time at={notice.createdAt} className="block text-hint text-muted" />
            </span>
            <span className="min-w-0 flex-1 text-body phone:order-last phone:basis-full">
              <NoticeWords notice={notice} />
            </span>
            <DealtWith notice={notice} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
