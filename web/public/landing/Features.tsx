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
import type { ComponentType, ReactNode } from 'react';
import { ActionSquare } from '../../ui/ActionSquare.tsx';
import { Avatar } from '../../ui/Avatar.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Section, Title } from './LandingFrame.tsx';

const CARD = 'rounded-xl border border-line bg-panel shadow-xs';

/** The foot of the return dialog: the old tag, the new one, and the button that returns the bunch. */
function ReturnPicture() {
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

/** The three results of an audit by tap, in the colours of the phone's panel. */
function AuditPicture() {
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
function MissingPicture() {
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

/** A bulk move that the rule refuses, with the reason. */
function MovePicture() {
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
function HistoryPicture() {
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
function AccessPicture() {
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

type Feature = { title: string; text: string; picture: ComponentType; label: string };

const FEATURES: readonly Feature[] = [
  {
    title: 'Issue and return',
    text: 'Officer, purpose, time. A set comes back only under a new tag number, so every broken seal has a name against it.',
    picture: ReturnPicture,
    label: 'Returning set V07-0104: old tag 448231 struck through, new tag 448902.',
  },
  {
    title: 'Audit by NFC',
    text: 'Hold your phone to each NFC tag. Green is counted, amber already scanned, red unknown. No NFC? Tick off a checklist instead.',
    picture: AuditPicture,
    label: 'Three scans: V07-0112 counted, V07-0104 already scanned, 04:A2:2F:1B an unknown NFC tag.',
  },
  {
    title: 'Missing keys stand out',
    text: 'Sets not found in an audit are marked Missing when it completes, with the last holder and when.',
    picture: MissingPicture,
    label:
      'The dashboard card Missing/Issues with two sets: V04-0103 from Van 04 and MCR-0126 from Manchester HQ.',
  },
  {
    title: 'No bulk move without an audit',
    text: 'A bulk move between offices or vans needs an audit of the starting location from the last 24 hours.',
    picture: MovePicture,
    label: 'A move from Van 04 to Manchester HQ, held back: the last audit of Van 04 is 31 hours old.',
  },
  {
    title: 'A tamper-evident history',
    text: 'Issues, returns, moves, status changes and deletions, each with a name and a time. Search it, filter it, export it.',
    picture: HistoryPicture,
    label: 'Three movements: an issue at 22:14, a return at 23:03 and a move at 04:25.',
  },
  {
    title: 'Access by location',
    text: 'Four roles, extra permissions where you need them, and a list of locations per person. Officers can issue, but not delete.',
    picture: AccessPicture,
    label:
      'Three people and their locations: an administrator with all of them, two staff members with one office and two vans.',
  },
];

/** Six jobs, each with a fragment of the product for it. */
export function Features() {
  return (
    <Section id="features" tone="page">
      <Title of="features">
        Six jobs, done the way <br className="hidden sm:block" />a key room does them.
      </Title>
      <ul className="mt-10 grid gap-5 md:mt-14 md:grid-cols-2 lg:grid-cols-3">
        {FEATURES.map(({ title, text, picture: Picture, label }) => (
          <li key={title} className="overflow-hidden rounded-2xl border border-line bg-panel">
            <div
              role="img"
              aria-label={label}
              className="grid h-[228px] place-items-center border-b border-line bg-soft/70 px-5"
            >
              <div aria-hidden inert className="w-full max-w-[300px]">
                <Picture />
              </div>
            </div>
            <div className="p-6">
              <h3 className="text-[17px] leading-6 font-semibold tracking-[-0.02em]">{title}</h3>
              <p className="mt-1.5 text-[15px] leading-6 text-pretty text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
