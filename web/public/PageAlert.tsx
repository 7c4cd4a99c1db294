import { useEffect, useRef } from 'react';
import { Notice } from '../ui/Notice.tsx';

/** Why it failed, one line for each reason, in red above the card, brought into view: on a phone the button that failed may be a screen below. */
export function PageAlert({ text }: { text: string | readonly string[] }) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another alert
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' });
  }, [text]);
  return (
    <Notice ref={box} className="scroll-mt-4">
      {[text].flat().map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Notice>
  );
}
