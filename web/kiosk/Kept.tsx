import { CloudUpload, TriangleAlert } from 'lucide-react';
import type { KioskView } from '../../shared/kiosk.ts';
import { serverTimeOf } from '../api/server-clock.ts';
import { shortTime } from '../format.ts';
import { KioskButton, KioskFrame, Title } from './Frame.tsx';
import { forDesk, forgetReturn, type KeptReturn, useKeptReturns } from './kept.ts';
import type { Kiosk } from './use-kiosk.ts';

/** Returns that the register does not have: those to send, and those that it refused, for the desk. */
export function Kept({ kiosk, view }: { kiosk: Kiosk; view: KioskView }) {
  const kept = useKeptReturns();
  return (
    <KioskFrame kiosk={view} foot={<KioskButton onClick={kiosk.done}>Back</KioskButton>}>
      <div className="mx-auto grid w-full max-w-[800px] gap-4 px-8 py-6 phone:px-4">
        <Title className="text-[1.75rem]">Returns on this tablet</Title>
        <p className="text-base text-pretty text-muted">
          {kept.length === 0
            ? 'All are in the register.'
            : 'Handed in without network. What the register refused has the reason under it: look at the set, at the desk.'}
        </p>
        {kept.length > 0 && (
          <ul className="divide-y overflow-clip rounded-xl border bg-panel shadow-xs">
            {kept.map((one) => (
              <Row key={one.key} one={one} why={forDesk(one, view)} />
            ))}
          </ul>
        )}
      </div>
    </KioskFrame>
  );
}

function Row({ one: { key, at, name, body }, why }: { one: KeptReturn; why: string | null }) {
  const Picture = why ? TriangleAlert : CloudUpload;
  return (
    <li className="flex min-h-[84px] flex-wrap items-center gap-4 px-5 py-3">
      <Picture aria-hidden className="size-6 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="text-[1.25rem]/7 font-semibold wrap-anywhere">{name}</p>
        <p className="text-base text-muted">
          {shortTime(body.doneAt ?? new Date(serverTimeOf(at)).toISOString())} · new tag {body.newTag}
          {body.missingNote && ` · missing: ${body.missingNote}`}
        </p>
        {why && <p className="text-base font-medium text-bad">{why}</p>}
      </div>
      {why && (
        <KioskButton aria-label={`The desk has seen it: ${name}`} onClick={() => forgetReturn(key)}>
          The desk has seen it
        </KioskButton>
      )}
    </li>
  );
}
