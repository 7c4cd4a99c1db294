import { printedAnchor } from './anchor.ts';

/** Ends a paper: what the history ended with when it was printed, and which key signed that. */
export function PrintedAnchor() {
  const lines = printedAnchor();
  if (lines.length === 0) return null;
  return (
    <footer className="mt-4 break-inside-avoid border-t pt-2 text-muted">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </footer>
  );
}
