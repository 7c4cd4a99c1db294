import { useState } from 'react';
import { type CategorySlug, categoryOf } from '../../shared/setting-words.ts';
import { useAction } from '../api/action.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { toast } from '../ui/overlay/toast.ts';
import { BUILT_IN_DUE } from './built-in-due.ts';
import { builtInColor, builtInDescription, CATEGORY_WORDS } from './categories.ts';
import type { SettingRow } from './setting-rows.ts';

/** What copying the key types sets besides. */
const DUE_PROPOSED =
  'None of them has a due time yet, so nothing becomes overdue. Your copies are due back: Day Shift at 18:00, Night Shift at 08:00, Lock Ups after 12 hours. Change any of them later.';

/** What applies while nothing is set up, and the way to make it one's own: an entry for each built-in value. */
export function BuiltInNotice({ slug, rows }: { slug: CategorySlug; rows: readonly SettingRow[] }) {
  const { run } = useAction('createSetting', { messages: { done: null, failed: 'Failed to add setting' } });
  const [busy, setBusy] = useState(false);

  async function copy() {
    setBusy(true);
    let made = 0;
    for (const { name, label } of rows) {
      const category = categoryOf(slug);
      const body = {
        name,
        displayName: label,
        description: builtInDescription(category, name),
        color: builtInColor(category, name),
        ...(slug === 'key-types' && { due: BUILT_IN_DUE[name] ?? null }),
      };
      const saved = await run({ params: { category: slug }, body });
      if (!saved.ok) break;
      made += 1;
    }
    setBusy(false);
    if (made === rows.length)
      toast({
        title: 'Setting added',
        description: `${made} ${CATEGORY_WORDS[slug].title.toLowerCase()} copied to your list.`,
        variant: 'success',
      });
  }

  return (
    <Notice
      variant="info"
      className="md:items-center! phone:flex-wrap"
      action={
        <Button size="sm" className="phone:w-full" pending={busy} onClick={() => void copy()}>
          Copy these to my list
        </Button>
      }
    >
      {CATEGORY_WORDS[slug].builtIn}
      {slug === 'key-types' && ` ${DUE_PROPOSED}`}
    </Notice>
  );
}
