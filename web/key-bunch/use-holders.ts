import { api } from '../../shared/api.ts';
import type { Holder, ListedHolder } from '../../shared/holder.ts';
import { HOLDER_KIND_LABELS } from '../../shared/holder-words.ts';
import { useAction } from '../api/action.ts';
import { useOfflineSince } from '../api/connection.ts';
import { useRead } from '../api/read.ts';
import { useMay } from '../session.tsx';
import { useDebounced } from '../ui/use-debounced.ts';

const PAGE = '20';
const NO_HOLDERS: ListedHolder[] = [];

/** Active people who match `typed`, debounced. `known` is false until they are loaded for that text. */
export function useHolders(typed: string, enabled = true): { holders: ListedHolder[]; known: boolean } {
  const text = typed.trim();
  const q = useDebounced(text);
  const { data, isPlaceholderData } = useRead(
    'listHolders',
    { query: { active: 'true', limit: PAGE, ...(q && { q }) } },
    { keepPrevious: true, enabled },
  );
  return { holders: data ?? NO_HOLDERS, known: data !== undefined && !isPlaceholderData && q === text };
}

/** Adds a person to the register by name only. */
export function useAddHolder() {
  // Offline a new person waits; a name alone can be typed.
  const offline = useOfflineSince() > 0;
  const allowed = useMay()(api.createHolder.needs) && !offline;
  const create = useAction('createHolder');
  return {
    allowed,
    run: async (name: string): Promise<Holder | null> => {
      const made = await create.run({ body: { name } });
      return made.ok ? made.reply : null;
    },
  };
}

/** A suggested person; the hint "Irwell Facilities, holding 2" distinguishes people of the same name. */
export const suggestionOf = ({ id, name, organisation, kind, out, meant }: ListedHolder) => ({
  id: `holder ${id}`,
  label: name,
  value: name,
  hint: `${organisation ?? HOLDER_KIND_LABELS[kind]}, holding ${out || 'nothing'}`,
  guess: meant !== undefined,
});

export const NEW_PERSON = 'new';

/** The last suggestion: adds an unknown name to the register. */
export const newPerson = (name: string) => ({
  id: NEW_PERSON,
  label: `Add "${name}" as a new person`,
  value: name,
});
