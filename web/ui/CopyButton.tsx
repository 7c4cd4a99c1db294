import { Check, Copy } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Button } from './Button.tsx';

type Props = Omit<ComponentProps<typeof Button>, 'icon' | 'onClick' | 'children'> & {
  text: string;
  /** Name of the copied thing, for the announcement: "Link". */
  noun: string;
  label: string;
  /** Called when the browser refuses. */
  onFailed?: () => void;
};

/** Copies a text to the clipboard and announces it. */
export function CopyButton({ text, noun, label, onFailed, ...button }: Props) {
  const [copied, setCopied] = useState(false);
  async function copy() {
    const done = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    setCopied(done);
    if (!done) onFailed?.();
  }
  return (
    <>
      <Button {...button} icon={copied ? Check : Copy} onClick={() => void copy()}>
        {copied ? 'Copied' : label}
      </Button>
      <span aria-live="polite" className="sr-only">
        {copied ? `${noun} copied` : ''}
      </span>
    </>
  );
}
