import { Trash2 } from 'lucide-react';
import { PHONE, useMedia } from '../ui/media.ts';
import { BuiltInNotice } from './BuiltInNotice.tsx';
import { CATEGORY_WORDS } from './categories.ts';
import { SettingCards } from './SettingCards.tsx';
import { SettingTable } from './SettingTable.tsx';
import type { SettingListProps } from './setting-rows.ts';

/** The entries of one tab, what applies without one, and why some cannot go. */
export function SettingList(props: SettingListProps) {
  const phone = useMedia(PHONE);
  const { slug, rows } = props;
  const List = phone ? SettingCards : SettingTable;
  const kept = rows?.some(({ setting, uses }) => setting && (uses === null || uses > 0));
  return (
    <div className="grid gap-3">
      <List {...props} />
      {/* Below, so that the list does not jump when it is known. */}
      {rows?.every(({ setting }) => setting === null) && <BuiltInNotice slug={slug} rows={rows} />}
      {kept && (
        <p className="flex items-start gap-2 text-hint text-muted">
          <Trash2 aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {CATEGORY_WORDS[slug].kept}
        </p>
      )}
    </div>
  );
}
