import { useEffect, useState } from 'react';
import { api } from '../../shared/api.ts';
import type { Holder, ListedHolder } from '../../shared/holder.ts';
import { HOLDER_KIND_LABELS } from '../../shared/holder-words.ts';
import { useAction } from '../api/action.ts';
import { useRead } from '../api/read.ts';
import { useMay } from '../session.tsx';

const SETTLE_MS = 150;
const FOUND = '20';
const NOBODY: ListedHolder[] = [];

/** Those who may take keys and match what was typed, a moment after the last letter. `known` is false until it was answered for that text. */
export function useHolders(typed: string, enabled = true): { holders: ListedHolder[]; known: boolean } {
  const text = typed.trim();
  const [q, setQ] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setQ(text), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, isPlaceholderData } = useRead(
    'listHolders',
    { query: { active: 'true', limit: FOUND, ...(q && { q }) } },
    { keepPrevious: true, enabled },
  );
  return { holders: data ?? NOBODY, known: data !== undefined && !isPlaceholderData && q === text };
}

/** Puts somebody into the register by name alone. */
export function useAddHolder() {
  const allowed = useMay()(api.createHolder.needs);
  const create = useAction('createHolder');
  return {
    allowed,
    run: async (name: string): Promise<Holder | null> => {
      const made = await create.run({ body: { name } });
      return made.ok ? made.reply : null;
    },
  };
}

/** "Irwell Facilities, holding 2": what tells one person from another. */
export const whoIs = ({ organisation, kind, out }: Holder): string =>
  `${organisation ?? HOLDER_KIND_LABELS[kind]}, holding ${out || 'nothing'}`;
