import type { ReactNode } from 'react';
import type { KeyBunchDetail } from '../../../shared/key-bunch.ts';
import { contentsOf } from '../contents.ts';

/** Which bunch a form is about: its ID, what it opens, its place and counts; on the right what matters about it now. */
export function BunchStrip({
  bunch,
  right,
  under,
}: {
  bunch: KeyBunchDetail;
  right: ReactNode;
  under: ReactNode;
}) {
  return (
    <div className="flex items-start justify-between gap-4 rounded-lg border bg-soft/60 px-3.5 py-2.5 phone:px-4 phone:py-3">
      <div className="min-w-0">
        <p className="truncate text-sm font-semibold phone:text-[17px]">{bunch.identifier}</p>
        {bunch.keyDescription && (
          <p className="line-clamp-2 text-body wrap-anywhere phone:text-sm">{bunch.keyDescription}</p>
        )}
        <p className="text-hint text-muted phone:text-sm">
          {bunch.location.name} · {contentsOf(bunch)}
        </p>
      </div>
      <div className="max-w-1/2 shrink-0 text-right">
        <p className="truncate text-sm font-semibold tabular-nums phone:text-[15px] phone:leading-6">
          {right}
        </p>
        <p className="text-hint text-muted tabular-nums phone:text-sm">{under}</p>
      </div>
    </div>
  );
}
