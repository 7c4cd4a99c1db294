import { useEffect, useState } from 'react';
import type { Holder } from '../../shared/holder.ts';
import { useRead } from '../api/read.ts';

const SETTLE_MS = 150;
const FOUND = '20';
const NOBODY: Holder[] = [];

/** Those who may take keys and match what was typed, a moment after the last letter. `known` is false until it was answered for that text. */
export function useHolders(typed: string): { holders: Holder[]; known: boolean } {
  const text = typed.trim();
  const [q, setQ] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setQ(text), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, isPlaceholderData } = useRead(
    'listHolders',
    { query: { active: 'true', limit: FOUND, ...(q && { q }) } },
    { keepPrevious: true },
  );
  return { holders: data ?? NOBODY, known: data !== undefined && !isPlaceholderData && q === text };
}

/** "Staff, holding 8", "Irwell Facilities, overdue 1": what tells one person from another. */
export function holdingText({ out }: Pick<Holder, 'out'>): string {
  return out === 0 ? 'holding nothing' : `holding ${out}`;
}
