import { Notice } from '../ui/Notice.tsx';

/** Shown after a save refused as stale: the form then has the latest values, with the user's input kept. */
export function StaleNotice({ shown, name }: { shown: boolean; name: string }) {
  if (!shown) return null;
  return (
    <Notice variant="warning" title={`Somebody else changed ${name}`}>
      Nothing was saved. These are the latest values, with what you typed kept. Check them and save again.
    </Notice>
  );
}
