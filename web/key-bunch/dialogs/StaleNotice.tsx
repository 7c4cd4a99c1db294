import type { ApiError } from '../../api.ts';
import { Button } from '../../ui/Button.tsx';
import { ActionNotice } from './ActionNotice.tsx';
import type { OpenedBunch } from './opened-bunch.ts';

/** Shown when a save was refused because somebody else saved first: newer values can be loaded under what was typed. */
export function StaleNotice({ opened, error }: { opened: OpenedBunch; error: ApiError | null }) {
  const { base, now, rebase } = opened;
  if (error?.body.code !== 'stale' || !now || now.updatedAt === base?.updatedAt) return null;
  return (
    <ActionNotice
      title={`Somebody else changed ${now.identifier}`}
      action={
        <Button size="sm" onClick={() => rebase(now)}>
          Load the latest
        </Button>
      }
    >
      Nothing was saved. Load the latest values (what you typed is kept), then save again.
    </ActionNotice>
  );
}
