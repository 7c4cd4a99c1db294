import { Lock, Nfc, UserRound } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { KioskApproval } from '../../shared/approval.ts';
import type { KioskView } from '../../shared/kiosk.ts';
import { contentsOf } from '../../shared/opens-text.ts';
import { isOpen, stateText } from '../approval/approval-text.ts';
import { shortClass } from '../custody/due-lines.ts';
import { Boxes, Pad, TagField, useDigits } from '../device/NumberPad.tsx';
import { cx } from '../ui/cx.ts';
import { useServerNow, useZone } from '../zone.ts';
import { ask } from './calls.ts';
import { dueText, Halves, KioskButton, KioskFrame, Title } from './Frame.tsx';
import { NothingYet } from './Take.tsx';
import type { Kiosk } from './use-kiosk.ts';
import type { Screen } from './use-turn.ts';

type Props = { kiosk: Kiosk; view: KioskView; screen: Extract<Screen, { at: 'approval' }> };

/** How often the answer is looked for, in ms. */
const EVERY_MS = 3000;

/** A set that needs a second person: their badge and number here, or their yes on their own device. The hook is shown after it. */
export function ApprovalScreen({ kiosk, view, screen }: Props) {
  const { offer, badge } = screen;
  const approval = useApproval(kiosk, screen);
  const [typing, setTyping] = useState(false);
  const [typed, setTyped] = useState('');
  const [now, zone] = [useServerNow(), useZone()];
  const whose = badge ?? (typing ? null : '');
  /** What was refused is said where it was typed, else in place of the state. */
  const fault = whose === '' ? kiosk.fault : null;
  /** What is typed begins on a phone's screen, not under it. */
  const onPhone = whose !== '' && 'phone:hidden';
  const isAsked = approval !== null && isOpen(questionOf(approval), now);
  const sendBadge = () => typed.trim() && kiosk.scan(typed);
  useCalmWhenBack(kiosk);
  return (
    <KioskFrame
      kiosk={view}
      foot={
        <>
          <NothingYet kiosk={kiosk} />
          {!typing && (
            <KioskButton icon={UserRound} onClick={badge === null ? () => setTyping(true) : kiosk.otherBadge}>
              {badge === null ? 'Type a badge' : 'Another badge'}
            </KioskButton>
          )}
          {typing && badge === null && (
            <KioskButton variant="primary" disabled={typed.trim() === ''} onClick={sendBadge}>
              Next
            </KioskButton>
          )}
          <KioskButton onClick={typing ? () => setTyping(false) : kiosk.leaveSet}>
            {typing ? 'Back' : 'Cancel'}
          </KioskButton>
        </>
      }
    >
      <Halves>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 wrap-anywhere lg:px-6">
          <p className={cx('flex items-center gap-2 text-[1.1875rem] font-medium', shortClass)}>
            <Lock aria-hidden className="size-6" />
            Needs a second person
          </p>
          <Title className="text-[2.5rem]/12 wrap-anywhere">{offer.identifier}</Title>
          <Asked offer={offer} name={kiosk.mine?.name} className={onPhone} />
          <Said fault={fault} className={onPhone}>
            {approval
              ? stateText(questionOf(approval), now, zone)
              : 'Another person has to say yes before you can take it.'}
          </Said>
          {isAsked ? (
            <p className={cx('text-base text-pretty text-muted', onPhone)}>
              You need not wait here. After a yes, come back with your badge and number.
            </p>
          ) : (
            <div className={cx(onPhone)}>
              <KioskButton variant="primary" pending={kiosk.pending} onClick={() => kiosk.askApproval(offer)}>
                {approval ? 'Ask again' : 'Ask'}
              </KioskButton>
            </div>
          )}
        </div>
        {whose === null ? (
          <TagField
            label="Badge of who approves"
            hint="A third person: not you."
            value={typed}
            fault={kiosk.fault}
            onChange={setTyped}
            onEnter={sendBadge}
          />
        ) : whose ? (
          <ApproverNumber kiosk={kiosk} onNumber={(number) => kiosk.approve(offer, whose, number)} />
        ) : (
          <Hint />
        )}
      </Halves>
    </KioskFrame>
  );
}

type AskedProps = { offer: Props['screen']['offer']; name: string | undefined; className: string | false };

/** The set, and who gets it until when. */
const Asked = ({ offer, name, className }: AskedProps) => (
  <p className={cx('text-[1.1875rem] leading-7 text-muted', className)}>
    {[offer.opens, contentsOf(offer)].filter(Boolean).join(' · ')}
    <span className="block">
      to {name} · {offer.dueAt ? `due back ${dueText(offer.dueAt)}` : 'no due time'}
    </span>
  </p>
);

type SaidProps = { fault: string | null; className: string | false; children: string };

/** The state, or why the last press was refused. */
const Said = ({ fault, className, children }: SaidProps) => (
  <p
    role={fault ? 'alert' : 'status'}
    className={cx('text-[1.1875rem] leading-7 text-pretty', fault && 'text-bad', className)}
  >
    {fault ?? children}
  </p>
);

/** The facts of a question that its words need; the kiosk has names alone. */
const questionOf = ({ approvers, ...rest }: KioskApproval) => ({
  ...rest,
  decidedAt: null,
  approvers: approvers.map((name) => ({ id: 0, name, phone: null })),
});

const Hint = () => (
  <div className="grid justify-items-center gap-4 rounded-3xl border-2 border-dashed border-control bg-panel px-6 py-12 text-center">
    <span aria-hidden className="grid size-26 place-items-center rounded-full bg-primary/10 text-link">
      <Nfc className="size-14" />
    </span>
    <p className="text-[1.5rem]/8 font-semibold tracking-tight text-balance">Badge of who approves</p>
    <p className="text-base text-balance text-muted">
      They hold it to the reader and type their number. Or they say yes on their own device.
    </p>
  </div>
);

type NumberProps = { kiosk: Kiosk; onNumber: (number: string) => void };

function ApproverNumber({ kiosk, onNumber }: NumberProps) {
  const { number, add, erase } = useDigits(kiosk.pending, onNumber);
  return (
    <div className="grid w-full max-w-[528px] gap-4 md:justify-self-end">
      <p className="text-[1.25rem]/7 font-semibold tracking-tight">Number of who approves</p>
      <Boxes filled={number.length} />
      <p
        role={kiosk.fault ? 'alert' : undefined}
        className={cx('text-base text-pretty', kiosk.fault ? 'text-bad' : 'text-muted')}
      >
        {kiosk.fault ?? 'Six digits, theirs alone.'}
      </p>
      <Pad size="small" onDigit={add} onErase={erase} />
    </div>
  );
}

/** What was refused without network is no longer said once it is back. */
function useCalmWhenBack({ isOnline, calm }: Kiosk): void {
  const wasOnline = useRef(isOnline);
  const back = useEffectEvent(() => {
    if (isOnline && !wasOnline.current) calm();
    wasOnline.current = isOnline;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it changes
  useEffect(() => back(), [isOnline]);
}

/** The question about the set, read again and again while it waits. With a yes the hook is shown. */
function useApproval(kiosk: Kiosk, { offer, approval: first }: Props['screen']): KioskApproval | null {
  const [approval, setApproval] = useState(first);
  const isWaiting = approval?.state === 'waiting';
  const look = useEffectEvent(async () => {
    if (kiosk.pending) return;
    const sent = await ask('getKioskApproval');
    if (!sent.ok || !sent.reply.approval) return;
    setApproval(sent.reply.approval);
    // It ends too when the set is another one by now, such as missing: what it is now is said.
    if (['approved', 'taken_back'].includes(sent.reply.approval.state))
      kiosk.offer({ keyBunchId: offer.keyBunchId });
  });
  useEffect(() => setApproval(first), [first]);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => void look(), EVERY_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);
  return approval;
}
