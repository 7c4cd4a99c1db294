import { printedAnchor } from './anchor.ts';

/** The history anchor at the end of a printed list, with its key. */
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
