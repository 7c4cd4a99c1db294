import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { api } from '../../shared/api.ts';
import type { KeyBunch } from '../../shared/key-bunch.ts';
import { useRead } from '../api/read.ts';
import { useMay } from '../session.tsx';

const SETTLE_MS = 300;

/** The debounced value. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** A warning that does not block. */
export const Warning = ({ children }: { children: ReactNode }) => (
  <span role="status" className="flex gap-1.5 text-amber-900 dark:text-amber-300">
    <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
    <span className="min-w-0">{children}</span>
  </span>
);

/** The other bunch with the debounced `value`, if any. `except` is the form's bunch. */
function useDuplicateWarning(
  field: 'identifier' | 'tag',
  value: string | null | undefined,
  except: number | undefined,
) {
  const may = useMay();
  const typed = (value ?? '').trim();
  const settled = useSettled(typed);
  const query = { [field]: settled, ...(except !== undefined && { except: String(except) }) };
  const { data } = useRead(
    'checkKeyBunch',
    { query },
    { enabled: settled !== '' && may(api.checkKeyBunch.needs) },
  );
  return typed !== '' && typed === settled ? (data?.[field] ?? null) : null;
}

type Value = string | null | undefined;

/** The form's bunch: its own value gives no warning. */
type Own = Pick<KeyBunch, 'id' | 'identifier' | 'currentTag'> | undefined;

/** An exact match, not a look-alike. */
const isSameCode = (code: string, typed: Value) => code.toLowerCase() === (typed ?? '').trim().toLowerCase();

/** Warns when another set of the company has that ID. */
export function useDuplicateIdentifierWarning(value: Value, own: Own): ReactNode {
  const other = useDuplicateWarning('identifier', value === own?.identifier ? '' : value, own?.id);
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
  const may = useMay();
  const typed = (value ?? '').trim();
  const settled = useSettled(typed);
  const moved = typed !== own?.position || locationId !== own.locationId;
  const needsCheck = settled !== '' && settled === typed && moved && locationId > 0;
  const { data } = useRead(
    'checkKeyBunch',
    {
      query: {
        position: settled,
        locationId: String(locationId),
        ...(own && { except: String(own.id) }),
      },
    },
    { enabled: needsCheck && may(api.checkKeyBunch.needs) },
  );
  const other = needsCheck ? data?.position : null;
  if (!other) return undefined;
  return (
    <Warning>
      {other.identifier} hangs at {typed} already.
    </Warning>
  );
}

/** Warns when another bunch has that tag, or it is `broken`, the tag just broken. */
export function useDuplicateTagWarning(value: Value, own: Own, broken?: string | null): ReactNode {
  const other = useDuplicateWarning('tag', value === own?.currentTag ? '' : value, own?.id);
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
