import { Plus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { api } from '../../shared/api.ts';
import type { KeyBunchDialog } from '../key-bunch/key-bunch-dialog.ts';
import { useMayAddLocation } from '../location/may-add-location.ts';
import { useMay } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { useDialogState } from '../ui/overlay/dialog-state.ts';

const KeyBunchDialogs = lazy(() =>
  import('../key-bunch/KeyBunchDialogs.tsx').then((m) => ({ default: m.KeyBunchDialogs })),
);
const LocationDialog = lazy(() =>
  import('../location/LocationDialog.tsx').then((m) => ({ default: m.LocationDialog })),
);

/** What a company that has no location, or no set of keys, does first: one line, one action. */
export function FirstStep({ hasLocations }: { hasLocations: boolean }) {
  const may = useMay();
  const mayAddLocation = useMayAddLocation();
  // Not by `hasLocations`: the figures come before the dialog that changed them has closed.
  const location = useDialogState<null>();
  const set = useDialogState<KeyBunchDialog>();
  const allowed = hasLocations ? may(api.createKeyBunch.needs) : mayAddLocation;
  const words = hasLocations
    ? { title: 'Add your first key set', action: 'Add a key set' }
    : { title: 'Add your first location', action: 'Add a location' };
  const start = () => (hasLocations ? set.show({ kind: 'add' }) : location.show(null));
  return (
    <>
      <div className={hasLocations ? 'border-b' : ''}>
        <EmptyState
          title={allowed ? words.title : hasLocations ? 'No key sets yet' : 'No locations yet'}
          hint={allowed ? undefined : 'An administrator can add them.'}
          action={
            allowed && (
              <Button variant="primary" icon={Plus} onClick={start}>
                {words.action}
              </Button>
            )
          }
          className="py-12"
        />
      </div>
      {set.shown && (
        <Suspense>
          <KeyBunchDialogs state={set} />
        </Suspense>
      )}
      {location.shown && (
        <Suspense>
          <LocationDialog key={location.shown.turn} {...location.props} location={null} />
        </Suspense>
      )}
    </>
  );
}
