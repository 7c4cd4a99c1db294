import { Check, Copy } from 'lucide-react';
import { useState } from 'react';

/** The request id of a failed call for support, in small print; a click copies it. */
export function Reference({ id }: { id: string }) {
  const [copied, setCopied] = useState(false);
  const Picture = copied ? Check : Copy;
  const copy = () =>
    navigator.clipboard.writeText(id).then(
      () => setCopied(true),
      () => undefined,
    );
  return (
    <button
      type="button"
      aria-label={`Copy reference ${id}`}
      onClick={() => void copy()}
      className="mt-1 flex max-w-full cursor-pointer items-center gap-1 text-left text-hint text-muted hover:text-fg touch:min-h-11"
    >
      <span className="min-w-0 break-words select-text">Reference {id}</span>
      <Picture aria-hidden className="size-3 shrink-0" />
      <span aria-live="polite" className="sr-only">
        {copied ? 'Reference copied' : ''}
      </span>
    </button>
  );
}
