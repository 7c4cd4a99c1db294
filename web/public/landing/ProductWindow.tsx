import {
  Building2,
  ChevronDown,
  ClipboardCheck,
  History,
  KeyRound,
  LayoutDashboard,
  MapPin,
  Plus,
  Search,
  Truck,
} from 'lucide-react';
import { Avatar } from '../../ui/Avatar.tsx';
import { Badge, Tag } from '../../ui/Badge.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Wordmark } from '../../ui/Wordmark.tsx';

const NAV = [
  { name: 'Dashboard', icon: LayoutDashboard },
  { name: 'Keys', icon: KeyRound },
  { name: 'Locations', icon: MapPin },
  { name: 'History', icon: History },
  { name: 'Audit', icon: ClipboardCheck },
] as const;

type Row = {
  id: string;
  tag?: string;
  count: string;
  type: string;
  location: string;
  status: keyof typeof STATUS;
  who?: string;
};

const STATUS = {
  Present: 'emerald',
  Issued: 'amber',
  Missing: 'red',
} as const;

const ROWS: readonly Row[] = [
  {
    id: 'V07-0104',
    count: '7 keys, 1 fob',
    type: 'Night Shift',
    location: 'Van 07',
    status: 'Issued',
    who: 'J. Marsh',
  },
  {
    id: 'MCR-0101',
    tag: '448120',
    count: '1 key',
    type: 'Day Shift',
    location: 'Manchester HQ',
    status: 'Present',
  },
  {
    id: 'LDS-0102',
    count: '6 keys, 3 fobs',
    type: 'Static',
    location: 'Leeds Office',
    status: 'Issued',
    who: 'A. Okafor',
  },
  {
    id: 'V04-0103',
    tag: '448194',
    count: '2 keys, 2 fobs',
    type: 'Lock Ups',
    location: 'Van 04',
    status: 'Missing',
  },
  {
    id: 'BRS-0105',
    tag: '448268',
    count: '3 keys',
    type: 'Day Shift',
    location: 'Bristol Depot',
    status: 'Present',
  },
  {
    id: 'MCR-0106',
    tag: '448305',
    count: '8 keys, 3 fobs',
    type: 'Static',
    location: 'Manchester HQ',
    status: 'Present',
  },
  {
    id: 'LDS-0107',
    tag: '448342',
    count: '4 keys, 2 fobs',
    type: 'Lock Ups',
    location: 'Leeds Office',
    status: 'Present',
  },
];

/** Only the columns that fit beside the phone, so that no half word shows. */
const GRID =
  'grid grid-cols-[202px_1fr] items-center lg:grid-cols-[212px_116px_152px_1fr] xl:grid-cols-[273px_142px_208px_1fr]';

/** The key list, drawn with the application's own parts. A picture: nothing in it can be focused. */
export function ProductWindow() {
  return (
    <div className="h-[680px] overflow-hidden rounded-xl border border-line bg-bg shadow-[0_24px_60px_-20px_oklch(.21_.03_264/.2)]">
      <div className="flex h-12 items-center border-b border-line bg-panel px-5">
        <Wordmark name="Keyhold" size={24} />
        <div className="ml-4 flex lg:ml-5">
          {NAV.map(({ name, icon: Icon }) => (
            <span
              key={name}
              className={`flex items-center gap-1.5 rounded-md px-2 py-1 text-[13px] font-medium lg:px-2.5 ${
                name === 'Keys' ? 'bg-soft text-fg' : 'text-muted'
              }`}
            >
              <Icon className="size-3.5" />
              {name}
            </span>
          ))}
        </div>
        <div className="ml-auto flex items-center gap-2 text-[13px] font-medium">
          <Avatar name="Dana Holt" size={24} tone="primary" />
          Dana Holt
        </div>
      </div>
      <div className="px-5 pt-5">
        <div className="flex items-end justify-between">
          <div>
            <div className="text-lg leading-7 font-semibold tracking-[-0.02em]">Key Management</div>
            <div className="text-[13px] leading-5 text-muted">
              Track, issue and move every key set across your locations.
            </div>
          </div>
          <span className={buttonClass({ variant: 'primary', className: 'h-9! text-[13px]!' })}>
            <Plus className="size-3.5" />
            Add Set
          </span>
        </div>
        <div className="mt-4 flex gap-2 text-[13px]">
          <span className={`${FIELD} min-w-0 flex-1 gap-2 overflow-hidden whitespace-nowrap text-muted`}>
            <Search className="size-3.5" />
            Search by set, premises, holder or tag...
          </span>
          {['All types', 'All locations', 'All statuses'].map((name) => (
            <span key={name} className={`${FIELD} w-[130px] justify-between xl:w-36`}>
              {name}
              <ChevronDown className="size-3.5 text-muted" />
            </span>
          ))}
        </div>
        <div className="mt-3 text-xs leading-4 text-muted tabular-nums">Showing 240 results</div>
        <div className="mt-2 border border-line bg-panel">
          <div className={`${GRID} h-9 bg-soft/60 text-xs font-medium text-muted`}>
            <span className="px-4">Set ID & Tag</span>
            <span className="hidden px-4 lg:block">Type</span>
            <span className="hidden px-4 lg:block">Location</span>
            <span className="px-4">Status</span>
          </div>
          {ROWS.map((row) => (
            <KeyRow key={row.id} row={row} />
          ))}
        </div>
      </div>
    </div>
  );
}

const FIELD = 'flex h-9 items-center rounded-lg border border-line bg-panel px-3 shadow-xs';

function KeyRow({ row }: { row: Row }) {
  const Icon = row.location.startsWith('Van') ? Truck : Building2;
  return (
    <div className={`${GRID} h-[54px] border-t border-line text-[13px] whitespace-nowrap`}>
      <div className="px-4 leading-[18px]">
        <div className="font-medium">{row.id}</div>
        <div className="text-xs leading-[17px] text-muted tabular-nums">
          {row.tag ? `Tag ${row.tag}` : <span className="text-amber-800">Tag broken</span>} · {row.count}
        </div>
      </div>
      <div className="hidden px-4 lg:block">
        <Tag>{row.type}</Tag>
      </div>
      <div className="hidden items-center gap-2 px-4 lg:flex">
        <Icon className="size-[15px] text-muted" />
        {row.location}
      </div>
      <div className="flex items-center gap-2 px-4">
        <Badge tint={STATUS[row.status]}>{row.status}</Badge>
        <span className="hidden text-xs text-muted lg:inline">{row.who}</span>
      </div>
    </div>
  );
}
