import { Plus } from 'lucide-react';
import { api } from '../../shared/api.ts';
import { IMPORT_HINT, ImportFirst, useImportFirst } from '../import/ImportButton.tsx';
import type { KeyBunchDialog } from '../key-bunch/BunchDialog.tsx';
import { LocationDialog, useMayAddLocation } from '../location/LocationDialog.tsx';
import { useMay } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { useDialogState } from '../ui/overlay/dialog-state.ts';

const KeyBunchDialogs = lazyDialog(() => import('../key-bunch/KeyBunchDialogs.tsx'), 'KeyBunchDialogs');

/** The first step of a company without locations or sets: import, or add by hand. */
export function FirstStep({ hasLocations }: { hasLocations: boolean }) {
  const may = useMay();
  const mayAddLocation = useMayAddLocation();
  // Not by `hasLocations`: counts update before the dialog closes.
  const location = useDialogState<null>();
  const set = useDialogState<KeyBunchDialog>();
  const allowed = hasLocations ? may(api.createKeyBunch.needs) : mayAddLocation;
  const imports = useImportFirst();
  const start = () => (hasLocations ? set.show({ kind: 'add' }) : location.show(null));
  return (
    <>
      <div className={hasLocations ? 'border-b' : ''}>
        <EmptyState
          title={hasLocations || allowed ? 'No key sets yet' : 'No locations yet'}
          hint={allowed ? IMPORT_HINT : 'An administrator can add them.'}
          action={
            allowed && (
              <ImportFirst>
                <Button variant={imports ? 'secondary' : 'primary'} icon={Plus} onClick={start}>
                  {hasLocations ? 'Add a key set' : 'Add a location'}
                </Button>
              </ImportFirst>
            )
          }
          className="py-12"
        />
      </div>
      {set.shown && <KeyBunchDialogs state={set} />}
      {location.shown && <LocationDialog key={location.shown.turn} {...location.props} location={null} />}
    </>
  );
}
