import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { api } from '../../shared/api.ts';
import type { LocationRef } from '../../shared/location.ts';
import { companyMinute, count } from '../format.ts';
import { useMay } from '../session.tsx';
import { linkClass } from '../ui/look.ts';
import { Notice } from '../ui/Notice.tsx';

/** Result of a bulk move: what moved, when (server time) and where, or why nothing did. */
export type Outcome =
  | { moved: number; at: string; from: string; to: LocationRef; keys: string }
  | { refusal: string; detail: string[] };

/** Visible until the next choice or move. */
export function MoveOutcome({ outcome }: { outcome: Outcome }) {
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every outcome is brought into sight
  useEffect(() => {
    // Not returned: newer browsers return a promise, which is no cleanup function.
    void box.current?.scrollIntoView({ block: 'center' });
  }, [outcome]);
  return (
    <div ref={box}>{'moved' in outcome ? <Moved outcome={outcome} /> : <Refused outcome={outcome} />}</div>
  );
}

const Refused = ({ outcome }: { outcome: Extract<Outcome, { refusal: string }> }) => (
  <Notice variant="warning" title={outcome.refusal}>
    {outcome.detail.length > 0 && (
      <ul className="list-disc pl-4">
        {outcome.detail.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    )}
  </Notice>
);

function Moved({ outcome }: { outcome: Extract<Outcome, { moved: number }> }) {
  const may = useMay();
  const { moved, at, from, to, keys } = outcome;
  const noun = moved === 1 ? keys.replace(/s$/, '') : keys;
  return (
    <Notice variant="success" title={`${count(moved, noun, noun)} moved from ${from} to ${to.name}`}>
      <p>Each set's history records the move under your name.</p>
      <p className="mt-1 flex flex-wrap gap-x-5">
        {may(api.listMovements.needs) && (
          <Link
            to="/history"
            search={{
              action: 'move',
              search: to.name,
              date: 'custom',
              from: companyMinute(new Date(Date.parse(at) - MINUTE_MS)),
              to: companyMinute(at),
            }}
            className={linkClass}
          >
            View these moves in History
          </Link>
        )}
        {may(api.listKeyBunches.needs) && (
          <Link to="/key-bunches" search={{ location: String(to.id) }} className={linkClass}>
            Keys at {to.name}
          </Link>
        )}
      </p>
    </Notice>
  );
}

/** The entries of a move are written within a minute. */
const MINUTE_MS = 60_000;
