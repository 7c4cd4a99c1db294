import {
  ArrowLeftRight,
  ArrowRight,
  Building2,
  Check,
  Hand,
  Lock,
  RotateCcw,
  Truck,
  Undo2,
  X,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { ActionSquare } from '../../ui/ActionSquare.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { buttonClass } from '../../ui/button-class.ts';

const CARD = 'rounded-xl border border-line bg-panel shadow-xs';

/** The foot of the return dialog: the old tag, the new one, and the button that returns the bunch. */
export function ReturnPicture() {
  return (
    <div className={`${CARD} p-4 text-[13px]`}>
      <div className="flex items-center justify-between text-sm font-semibold">
        V07-0104
        <Badge tint="amber">Issued</Badge>
      </div>
      <div className="mt-3 flex items-center justify-between text-muted">
        Old tag
        <span className="tabular-nums line-through">448231</span>
      </div>
      <div className="mt-1.5 flex items-center justify-between text-muted">
        New tag
        <span className="rounded-lg bg-panel px-2.5 py-1.5 leading-5 font-semibold text-fg tabular-nums outline-2 outline-ring">
          448902
        </span>
      </div>
      <span className={`${buttonClass({ variant: 'primary' })} mt-3.5 h-9! w-full text-[13px]!`}>
        <Undo2 className="size-3.5" />
        Return Keys
      </span>
    </div>
  );
}

const SCANS = [
  { id: 'V07-0112', word: 'Counted', icon: Check, fill: 'bg-emerald-700 text-white' },
  { id: 'V07-0104', word: 'Already scanned', icon: RotateCcw, fill: 'bg-amber-400 text-fg' },
  { id: '04:A2:2F:1B', word: 'Unknown NFC tag', icon: X, fill: 'bg-red-700 text-white' },
] as const;

/** The three answers of an audit by tap, in the fills of the phone's panel. */
export function AuditPicture() {
  return (
    <div className="grid gap-2">
      {SCANS.map(({ id, word, icon: Icon, fill }) => (
        <div key={id} className={`flex h-12 items-center gap-3 rounded-[14px] px-4 ${fill}`}>
          <Icon className="size-5 stroke-[2.5]" />
          <span className="text-[15px] font-semibold">{id}</span>
          <span className="ml-auto text-[13px] font-medium">{word}</span>
        </div>
      ))}
    </div>
  );
}

/** The dashboard's Missing card and the bunches behind its figure. */
export function MissingPicture() {
  return (
    <div className={`${CARD} p-4 text-[13px]`}>
      <div className="flex items-center justify-between text-muted">
        Missing/Issues
        <span className="size-2 rounded-full bg-red-500" />
      </div>
      <div className="mt-1 text-[32px] leading-10 font-semibold tracking-[-0.02em]">2</div>
      <div className="mt-2.5 grid gap-2 border-t border-line pt-3">
        <Pair left="V04-0103" right="Van 04" />
        <Pair left="MCR-0126" right="Manchester HQ" />
      </div>
    </div>
  );
}

function Pair({ left, right }: { left: string; right: string }) {
  return (
    <div className="flex items-center justify-between">
      <span className="font-medium">{left}</span>
      <span className="text-muted">{right}</span>
    </div>
  );
}

/** A bulk move that the rule holds back, and the reason it gives. */
export function MovePicture() {
  return (
    <div className={`${CARD} p-4`}>
      <div className="flex items-center gap-2 text-sm font-medium">
        <Truck className="size-[15px] text-muted" />
        Van 04
        <ArrowRight className="size-3.5 text-muted" />
        <Building2 className="size-[15px] text-muted" />
        Manchester HQ
      </div>
      <div className="mt-3 flex items-center gap-2 text-[13px] text-muted">
        <Lock className="size-3.5" />
        Last audit of Van 04: 31 hours ago
      </div>
      <div className="mt-3.5 grid h-9 place-items-center rounded-lg border border-line bg-soft text-[13px] font-medium text-muted">
        Audit Required Before Move
      </div>
    </div>
  );
}

/** Three lines of the movement history. */
export function HistoryPicture() {
  return (
    <div className={`${CARD} divide-y divide-line`}>
      <Line
        mark={<ActionSquare tint="amber" icon={Hand} />}
        title="V07-0104"
        line="Issued to J. Marsh"
        end="22:14"
      />
      <Line
        mark={<ActionSquare tint="emerald" icon={Undo2} />}
        title="V07-0104"
        line="Returned from J. Marsh"
        end="23:03"
      />
      <Line
        mark={<ActionSquare tint="blue" icon={ArrowLeftRight} />}
        title="MCR-0118"
        line="Moved: Van 04 → Manchester HQ"
        end="04:25"
      />
    </div>
  );
}

/** Three people of the user list, each with the locations they see. */
export function AccessPicture() {
  return (
    <div className={`${CARD} divide-y divide-line`}>
      <Line mark={<Avatar name="Dana Holt" />} title="Dana Holt" line="Administrator" end="All locations" />
      <Line mark={<Avatar name="Ade Okafor" />} title="Ade Okafor" line="Staff Member" end="Leeds Office" />
      <Line
        mark={<Avatar name="Petra Lindqvist" />}
        title="Petra Lindqvist"
        line="Staff Member"
        end="Van 04, Van 07"
      />
    </div>
  );
}

function Line({ mark, title, line, end }: { mark: ReactNode; title: string; line: string; end: string }) {
  return (
    <div className="flex h-[49px] items-center gap-2.5 px-3 text-xs leading-4 whitespace-nowrap">
      {mark}
      <div className="min-w-0">
        <div className="font-medium">{title}</div>
        <div className="truncate text-muted">{line}</div>
      </div>
      <span className="ml-auto text-muted tabular-nums">{end}</span>
    </div>
  );
}
