import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type CategorySlug, categoryOf } from '../../shared/setting-words.ts';
import { useAction } from '../api/action.ts';
import { Button } from '../ui/Button.tsx';
import { CardAction } from '../ui/CardAction.tsx';
import { cx } from '../ui/cx.ts';
import { PHONE, useMedia } from '../ui/media.ts';
import { Notice } from '../ui/Notice.tsx';
import { toast } from '../ui/overlay/toast.ts';
import { Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { builtInColor, builtInDescription, CATEGORY_WORDS } from './categories.ts';
import {
  BUILT_IN_DUE,
  dueRuleText,
  inUse,
  SettingIcon,
  SettingState,
  SettingTable,
  Swatch,
} from './SettingTable.tsx';
import { mayConfigure, type SettingListProps, type SettingRow } from './setting-rows.ts';

/** The entries of a tab, the built-in values without one, and why some cannot be deleted. */
export function SettingList(props: SettingListProps) {
  const phone = useMedia(PHONE);
  const { slug, rows } = props;
  const List = phone ? SettingCards : SettingTable;
  const someUsed = rows?.some(({ setting, uses }) => setting && (uses === null || uses > 0));
  return (
    <div className="grid gap-3">
      <List {...props} />
      {/* Below the list, so that its arrival moves nothing. */}
      {rows?.every(({ setting }) => setting === null) && <BuiltInNotice slug={slug} rows={rows} />}
      {someUsed && (
        <p className="flex items-start gap-2 text-hint text-muted">
          <Trash2 aria-hidden className="mt-0.5 size-3.5 shrink-0" />
          {CATEGORY_WORDS[slug].undeletable}
        </p>
      )}
    </div>
  );
}

/** Due times that come with copied key types. */
const DUE_PROPOSED =
  'None of them has a due time yet, so nothing becomes overdue. Your copies are due back: Day Shift at 18:00, Night Shift at 08:00, Lock Ups after 12 hours. Change any of them later.';

/** Explains that the built-in values apply, with a button that creates an entry for each. */
function BuiltInNotice({ slug, rows }: { slug: CategorySlug; rows: readonly SettingRow[] }) {
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

const WAITING = [1, 2, 3, 4];

/** The entries of a tab on phones. */
function SettingCards({ slug, rows, onEdit, onDelete }: SettingListProps) {
  const { counts } = CATEGORY_WORDS[slug];
  const configurable = mayConfigure(slug, rows ?? []);
  return (
    <ul className="grid grid-cols-1 gap-2.5" aria-busy={!rows}>
      {rows?.map((row) => {
        const { name, label, tint, description, color, setting, uses } = row;
        return (
          <li key={name}>
            <Panel>
              <div className="grid gap-2 p-4">
                <div className="flex items-center justify-between gap-3">
                  <span className="flex min-w-0">
                    <SettingIcon slug={slug} name={name} label={label} tint={tint} />
                  </span>
                  <SettingState isActive={setting?.isActive ?? null} />
                </div>
                {description && (
                  <p className={cx('text-body break-words', !setting?.isActive && 'text-muted')}>
                    {description}
                  </p>
                )}
                <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-label text-muted">
                  <span className="break-all">{name}</span>
                  {color && <Swatch color={color} />}
                  {slug === 'key-types' && <span>Due back: {dueRuleText(setting?.due ?? null)}</span>}
                  {counts && uses !== null && (
                    <span className="ml-auto">
                      {counts}{' '}
                      <span className={uses > 0 ? 'font-semibold text-fg tabular-nums' : 'tabular-nums'}>
                        {uses.toLocaleString()}
                      </span>
                    </span>
                  )}
                </div>
              </div>
              {(setting || configurable) && (
                <div className="flex divide-x border-t">
                  <CardAction icon={Pencil} text="Edit" label={`Edit ${label}`} onClick={() => onEdit(row)} />
                  {setting && (
                    <CardAction
                      icon={Trash2}
                      text="Delete"
                      label={`Delete ${label}`}
                      disabledReason={uses ? inUse(uses) : undefined}
                      onClick={() => onDelete(row)}
                    />
                  )}
                </div>
              )}
            </Panel>
          </li>
        );
      })}
      {!rows &&
        WAITING.map((row) => (
          <li key={row}>
            <Panel padded className="grid h-[132px] content-start gap-3">
              <Skeleton className="h-[22px] w-28 rounded-full" />
              <Skeleton className="h-4 w-56" />
            </Panel>
          </li>
        ))}
    </ul>
  );
}
