import type { CategorySlug } from '../../shared/setting-words.ts';
import { LocationIcon } from '../location/LocationIcon.tsx';
import { Badge, Tag } from '../ui/Badge.tsx';
import { type Tint, tintBox, tintDot } from '../ui/classes.ts';
import { cx } from '../ui/cx.ts';

type Props = { slug: CategorySlug; name: string; label: string; tint: Tint | null };

/** A value as other screens show it: a badge for a status or action, a tag for a key type, an icon for a location type. */
export function SettingIcon({ slug, name, label, tint }: Props) {
  if (slug === 'key-types')
    return (
      <Tag>
        {tint && <span aria-hidden className={cx('mr-1.5 size-1.5 shrink-0 rounded-full', tintDot[tint])} />}
        <span className="truncate">{label}</span>
      </Tag>
    );
  if (slug === 'location-types')
    return (
      <span className="flex min-w-0 items-center gap-2.5 font-medium">
        <span
          aria-hidden
          className={cx(
            'grid size-8 shrink-0 place-items-center rounded-lg inset-ring',
            tint ? tintBox[tint] : 'bg-soft/60 text-muted inset-ring-line',
          )}
        >
          <LocationIcon type={name} className="size-[15px]" />
        </span>
        <span className="truncate">{label}</span>
      </span>
    );
  return (
    <Badge tint={tint ?? 'gray'} className="max-w-full">
      <span className="truncate">{label}</span>
    </Badge>
  );
}

/** Whether an entry is active. Built-in values are neither active nor inactive. */
export function SettingState({ isActive }: { isActive: boolean | null }) {
  if (isActive === null) return <Tag>Built in</Tag>;
  return (
    <Badge tint={isActive ? 'emerald' : 'gray'} quiet={isActive}>
      {isActive ? 'Active' : 'Inactive'}
    </Badge>
  );
}

/** A colour and its name. */
export function Swatch({ color }: { color: string | null }) {
  if (!color) return <span className="text-muted">-</span>;
  return (
    <span className="inline-flex items-center gap-2.5 align-middle text-muted tabular-nums">
      <span
        aria-hidden
        style={{ backgroundColor: color }}
        className="size-4 rounded-[5px] inset-ring inset-ring-black/10"
      />
      {color}
    </span>
  );
}
