import type { ReactNode } from 'react';

/** A definition list; entries without a text are left out. */
export function Facts({ facts }: { facts: readonly (readonly [term: string, text: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[104px_minmax(0,1fr)] gap-x-3 gap-y-2.5 p-4">
      {facts
        .filter(([, text]) => text !== null && text !== undefined && text !== '')
        .map(([term, text]) => (
          <div key={term} className="contents">
            <dt className="text-muted">{term}</dt>
            <dd className="min-w-0 whitespace-pre-line wrap-anywhere">{text}</dd>
          </div>
        ))}
    </dl>
  );
}
