import { Pencil, Trash2 } from 'lucide-react';
import type { DueRule } from '../../shared/setting.ts';
import type { CategorySlug } from '../../shared/setting-words.ts';
import { count } from '../format.ts';
import { LocationIcon } from '../location/LocationIcon.tsx';
import { Badge, Tag } from '../ui/Badge.tsx';
import { type Tint, tintBox, tintDot } from '../ui/classes.ts';
import { cx } from '../ui/cx.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Table, Td, Th, Tr } from '../ui/Table.tsx';
import { CATEGORY_WORDS } from './categories.ts';
import { mayConfigure, type SettingListProps, type SettingRow } from './setting-rows.ts';

const WAITING = [1, 2, 3, 4];

/** The entries of a tab on wide screens: look, stored value, number of uses and state. */
export function SettingTable({ slug, rows, onEdit, onDelete }: SettingListProps) {
  const { counts, title } = CATEGORY_WORDS[slug];
  const counted = counts !== null && (!rows || rows.some(({ uses }) => uses !== null));
  const configurable = mayConfigure(slug, rows ?? []);
  return (
    <Table aria-label={title} aria-busy={!rows} className="table-fixed">
      <thead>
        <tr>
          <Th className="w-[22%] lg:w-[17%]">Shown as</Th>
          <Th className="w-[20%] lg:w-[14%]">Name</Th>
          <Th className="max-lg:hidden">Description</Th>
          <Th className="w-32">Colour</Th>
          {slug === 'key-types' && <Th className="w-36">Due back</Th>}
          {counted && (
            <Th num className="w-24">
              {counts}
            </Th>
          )}
          <Th className="w-28">Status</Th>
          <Th className="w-24">
            <span className="sr-only">Actions</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {rows?.map((row) => (
          <Row
            key={row.name}
            slug={slug}
            row={row}
            counted={counted}
            onEdit={row.setting || configurable ? () => onEdit(row) : undefined}
            onDelete={row.setting ? () => onDelete(row) : undefined}
          />
        ))}
        {!rows &&
          WAITING.map((row) => (
            <WaitingRow key={row} columns={3 + Number(counted) + Number(slug === 'key-types')} />
          ))}
      </tbody>
    </Table>
  );
}

type RowProps = {
  slug: SettingListProps['slug'];
  row: SettingRow;
  /** Whether the table has a column for the number of uses. */
  counted: boolean;
  /** Undefined without an entry to edit or delete. */
  onEdit: (() => void) | undefined;
  onDelete: (() => void) | undefined;
};

function Row({ slug, row, counted, onEdit, onDelete }: RowProps) {
  const { name, label, tint, description, color, setting, uses } = row;
  return (
    <Tr hover>
      <Td>
        <SettingIcon slug={slug} name={name} label={label} tint={tint} />
      </Td>
      <Td className="truncate text-muted">{name}</Td>
      <Td className={cx('py-2 break-words max-lg:hidden', !setting?.isActive && 'text-muted')}>
        <span className="line-clamp-2">{description}</span>
      </Td>
      <Td>
        <Swatch color={color} />
      </Td>
      {slug === 'key-types' && <Td className="text-muted">{dueRuleText(setting?.due ?? null)}</Td>}
      {counted && (
        <Td num zero={!uses}>
          {(uses ?? 0).toLocaleString()}
        </Td>
      )}
      <Td>
        <SettingState isActive={setting?.isActive ?? null} />
      </Td>
      <Td className="pl-0 text-right whitespace-nowrap">
        {onEdit && <IconButton icon={Pencil} label={`Edit ${label}`} onClick={onEdit} />}
        {onDelete && (
          <IconButton
            icon={Trash2}
            label={`Delete ${label}`}
            disabledReason={uses ? inUse(uses) : undefined}
            onClick={onDelete}
          />
        )}
      </Td>
    </Tr>
  );
}

function WaitingRow({ columns }: { columns: number }) {
  return (
    <Tr>
      <Td>
        <Skeleton className="h-[22px] w-24 rounded-full" />
      </Td>
      <Td>
        <Skeleton className="h-4 w-20" />
      </Td>
      <Td className="max-lg:hidden">
        <Skeleton className="h-4 w-56" />
      </Td>
      <Td colSpan={columns}>
        <Skeleton className="h-4 w-20" />
      </Td>
    </Tr>
  );
}

/** Due rules proposed when the built-in key types are copied. */
export const BUILT_IN_DUE: Record<string, DueRule | undefined> = {
  day_shift: { hours: null, time: '18:00' },
  night_shift: { hours: null, time: '08:00' },
  lock_ups: { hours: 12, time: null },
};

/** A due rule in a column: "At 18:00", "After 12 hours", "No time". */
export function dueRuleText(rule: DueRule | null): string {
  if (rule?.time) return `At ${rule.time}`;
  if (rule?.hours) return `After ${rule.hours === 1 ? '1 hour' : `${rule.hours} hours`}`;
  return 'No time';
}

/** Why an entry cannot be deleted, in the server's words. */
export const inUse = (uses: number): string => `This setting is in use by ${count(uses, 'record')}`;

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
