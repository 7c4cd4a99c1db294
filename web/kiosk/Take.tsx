import { Nfc, TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { KioskOffer, KioskView } from '../../shared/kiosk.ts';
import { contentsOf } from '../../shared/opens-text.ts';
import { TagField } from '../device/NumberPad.tsx';
import { cx } from '../ui/cx.ts';
import { Cut, dueText, Halves, KioskButton, KioskFrame, Title } from './Frame.tsx';
import { useLeft } from './Mine.tsx';
import type { Kiosk } from './use-kiosk.ts';

type Props = { kiosk: Kiosk; view: KioskView; offer: KioskOffer };

/** The hook of a set. Nothing is recorded until the set is read. */
export function Take({ kiosk, view, offer }: Props) {
  const [typing, setTyping] = useState(false);
  const said = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (kiosk.fault) said.current?.scrollIntoView({ block: 'nearest' });
  }, [kiosk.fault]);
  /** What was refused of the one way says nothing of the other. */
  const turnTo = (isTyped: boolean) => {
    kiosk.calm();
    setTyping(isTyped);
  };
  if (typing) return <TypeTag kiosk={kiosk} view={view} offer={offer} onBack={() => turnTo(false)} />;
  const { identifier, hook, dueAt } = offer;
  return (
    <KioskFrame
      kiosk={view}
      foot={
        <>
          <NothingYet kiosk={kiosk} />
          <KioskButton pending={kiosk.pending} onClick={() => kiosk.absent(offer)}>
            Not on its hook
          </KioskButton>
          <KioskButton onClick={() => turnTo(true)}>No code on it</KioskButton>
          <KioskButton onClick={kiosk.leaveSet}>Cancel</KioskButton>
        </>
      }
    >
      <section className="flex flex-1 flex-col items-center justify-center gap-2 bg-blue-800 px-6 py-8 text-center text-white phone:py-4">
        <Title className="text-[1.875rem] phone:text-[1.5rem]">
          {kiosk.mine?.firstName}, take it {hook ? 'from hook' : 'from its place'}
        </Title>
        {hook && <Hook text={hook} />}
        <p className="mt-2 text-[1.875rem]/9 font-semibold tracking-tight wrap-anywhere phone:text-[1.375rem]/7">
          {identifier}
        </p>
        <p className="text-[1.1875rem] leading-7">
          {contentsOf(offer)}
          {dueAt ? ` · due back ${dueText(dueAt)}` : ' · no due time'}
        </p>
        <p
          ref={said}
          role={kiosk.fault ? 'alert' : undefined}
          className={cx(
            'mt-5 flex scroll-mb-16 items-center gap-3 rounded-[1.75rem] px-6 py-3 text-[1.1875rem] leading-7 font-medium text-balance',
            kiosk.fault ? 'bg-amber-400 text-slate-900' : 'bg-white/15',
          )}
        >
          {kiosk.fault ? (
            <TriangleAlert aria-hidden className="size-6" />
          ) : (
            <Nfc aria-hidden className="size-6" />
          )}
          {kiosk.fault ?? 'Hold it to the reader. Then it is yours.'}
        </p>
      </section>
    </KioskFrame>
  );
}

/** As large as the width allows: it is read from the hooks. */
const Hook = ({ text }: { text: string }) => (
  <p
    className={cx(
      'max-w-full leading-none font-bold tracking-[-0.04em] wrap-anywhere forced-colors:leading-tight',
      text.length <= 6
        ? 'text-[min(11rem,22vw)]'
        : text.length <= 14
          ? 'text-[min(6rem,12vw)]'
          : 'text-[3rem]',
    )}
  >
    {text}
  </p>
);

/** How long the person has, and that nothing is recorded. */
export function NothingYet({ kiosk }: { kiosk: Kiosk }) {
  const { seconds } = useLeft(kiosk);
  return (
    <p className="mr-auto min-w-0 tabular-nums">
      {kiosk.pending ? '' : 'Nothing is recorded yet. '}Locks in {seconds} s.
    </p>
  );
}

/** The set has no code, or a damaged one: the number on its tag proves that it is the set. */
function TypeTag({ kiosk, view, offer, onBack }: Props & { onBack: () => void }) {
  const [tag, setTag] = useState('');
  const send = () => tag.trim() && kiosk.take(offer, { tag: tag.trim() });
  return (
    <KioskFrame
      kiosk={view}
      foot={
        <>
          <NothingYet kiosk={kiosk} />
          <KioskButton onClick={onBack}>Back</KioskButton>
          <KioskButton variant="primary" pending={kiosk.pending} disabled={!tag.trim()} onClick={send}>
            <Cut>Take {offer.identifier}</Cut>
          </KioskButton>
        </>
      }
    >
      <Halves>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-2 md:px-6">
          <Title className="text-[2.5rem]/12 wrap-anywhere phone:text-[1.5rem]/7">{offer.identifier}</Title>
          <p className="text-[1.1875rem] leading-7 text-balance text-muted">
            {offer.hook ? `From hook ${offer.hook}. ` : ''}Type the number on the tag that closes it.
          </p>
        </div>
        <TagField
          label="Number on its tag"
          hint="It proves that you have this set in your hand."
          value={tag}
          fault={kiosk.fault}
          onChange={setTag}
          onEnter={send}
        />
      </Halves>
    </KioskFrame>
  );
}
