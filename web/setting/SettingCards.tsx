import { Pencil, Trash2 } from 'lucide-react';
import { CardAction } from '../ui/CardAction.tsx';
import { cx } from '../ui/cx.ts';
import { Panel } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { dueRuleText } from './built-in-due.ts';
import { CATEGORY_WORDS } from './categories.ts';
import { SettingIcon, SettingState, Swatch } from './SettingIcon.tsx';
import { mayConfigure, type SettingListProps } from './setting-rows.ts';
import { inUse } from './setting-use.ts';

const WAITING = [1, 2, 3, 4];

/** The entries of one tab on phones. */
export function SettingCards({ slug, rows, onEdit, onDelete }: SettingListProps) {
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
