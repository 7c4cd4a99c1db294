import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { api } from '../../shared/api.ts';
import { LocationDialog } from '../location/LocationDialog.tsx';
import { useMayAddLocation } from '../location/may-add-location.ts';
import { useMay } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

const KeyBunchDialogs = lazy(() =>
  import('../key-bunch/dialogs/KeyBunchDialogs.tsx').then((m) => ({ default: m.KeyBunchDialogs })),
);

/** What a company that has no location, or no set of keys, does first: one line, one action. */
export function FirstStep({ hasLocations }: { hasLocations: boolean }) {
  const may = useMay();
  const mayAddLocation = useMayAddLocation();
  // Not by `hasLocations`: the figures come before the dialog that changed them has closed.
  const [adding, setAdding] = useState<'location' | 'set' | null>(null);
  // The dialog is fetched when first wanted and stays, so that it can leave as it came.
  const [wanted, setWanted] = useState(false);
  const close = (what: 'location' | 'set') => () => setAdding((now) => (now === what ? null : now));
  const allowed = hasLocations ? may(api.createKeyBunch.needs) : mayAddLocation;
  const words = hasLocations
    ? { title: 'Add your first key set', action: 'Add a key set' }
    : { title: 'Add your first location', action: 'Add a location' };
  function start() {
    setAdding(hasLocations ? 'set' : 'location');
    if (hasLocations) setWanted(true);
  }
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
      {wanted && (
        <Suspense>
          <KeyBunchDialogs open={adding === 'set' ? { kind: 'add' } : null} onClose={close('set')} />
        </Suspense>
      )}
      <LocationDialog open={adding === 'location'} location={null} onClose={close('location')} />
    </>
  );
}
