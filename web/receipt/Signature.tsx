import type { Receipt } from '../../shared/custody.ts';

/** What was drawn on the screen; the units of its path are 600 by 200. */
export const Signature = ({ signature }: { signature: NonNullable<Receipt['signature']> }) => (
  <svg
    role="img"
    aria-label={`Signature of ${signature.signer}`}
    viewBox="0 0 600 200"
    className="h-14 w-42"
    fill="none"
    stroke="currentColor"
    strokeWidth="5"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d={signature.path} />
  </svg>
);
