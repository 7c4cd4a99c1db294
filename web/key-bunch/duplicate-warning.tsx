import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { api } from '../../shared/api.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { useRead } from '../api/read.ts';
import { useMay } from '../session.tsx';
import { useDebounced } from '../ui/use-debounced.ts';

/** A warning waits longer than a search. */
const WARN_MS = 300;

/** A warning that does not block. */
export const Warning = ({ children }: { children: ReactNode }) => (
  <span role="status" className="flex gap-1.5 text-amber-900 dark:text-amber-300">
    <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
    <span className="min-w-0">{children}</span>
  </span>
);

type Value = string | null | undefined;

/** The form's bunch: its own value gives no warning. */
type FormBunch = Pick<KeyBunch, 'id' | 'identifier' | 'currentTag'> | undefined;

/** The other bunch with that value, if any; `isOwn` is a value that the form's bunch has already. */
function useDuplicate<F extends 'identifier' | 'tag' | 'position'>(
  field: F,
  value: Value,
  own: { id: number } | undefined,
  isOwn: boolean,
  beside: { locationId?: string } = {},
) {
  const may = useMay();
  const typed = (value ?? '').trim();
  const settled = useDebounced(typed, WARN_MS);
  const isAsked = settled !== '' && settled === typed && !isOwn;
  const query = { [field]: settled, ...beside, ...(own && { except: String(own.id) }) };
  const { data } = useRead('checkKeyBunch', { query }, { enabled: isAsked && may(api.checkKeyBunch.needs) });
  return isAsked ? data?.[field] : null;
}

/** An exact match, not a look-alike. */
const isSameCode = (code: string, typed: Value) => code.toLowerCase() === (typed ?? '').trim().toLowerCase();

/** Warns when another set of the company has that ID. */
export function useDuplicateIdentifierWarning(value: Value, own: FormBunch): ReactNode {
  const other = useDuplicate('identifier', value, own, value === own?.identifier);
  if (!other) return undefined;
  if (!isSameCode(other.code, value))
    return (
      <Warning>
        This looks like {other.identifier} at {other.locationName}.
      </Warning>
    );
  return (
    <Warning>
      {other.identifier} already exists at {other.locationName}.
    </Warning>
  );
}

/** Warns when another set has that position at the location. */
export function usePositionWarning(
  value: Value,
  own: Pick<KeyBunch, 'id' | 'position' | 'locationId'> | undefined,
  locationId: number,
): ReactNode {
  const typed = (value ?? '').trim();
  const stays = typed === own?.position && locationId === own.locationId;
  const among = { locationId: String(locationId) };
  const other = useDuplicate('position', value, own, stays || locationId === 0, among);
  if (!other) return undefined;
  return (
    <Warning>
      {other.identifier} hangs at {typed} already.
    </Warning>
  );
}

/** Warns when another bunch has that tag, or it is `broken`, the tag just broken. */
export function useDuplicateTagWarning(value: Value, own: FormBunch, broken?: string | null): ReactNode {
  const other = useDuplicate('tag', value, own, value === own?.currentTag);
  const tag = (value ?? '').trim();
  if (tag && tag === broken) return <Warning>Tag {tag} is the one that was just broken.</Warning>;
  if (!other) return undefined;
  if (!isSameCode(other.code, value))
    return (
      <Warning>
        This looks like tag {other.code} on {other.identifier} at {other.locationName}.
      </Warning>
    );
  return (
    <Warning>
      Tag {tag} is already on {other.identifier} at {other.locationName}.
    </Warning>
  );
}
