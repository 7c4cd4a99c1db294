import { useEffect, useRef } from 'react';
import { Notice } from '../ui/Notice.tsx';

/** Error above the card, one line per reason, scrolled into view: on a phone the button can be a screen below. */
export function PageAlert({ text }: { text: string | readonly string[] }) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text scrolls again
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
