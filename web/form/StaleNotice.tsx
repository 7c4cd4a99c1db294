import { Notice } from '../ui/Notice.tsx';

/** Shown when a save was refused because somebody else saved first: the form holds their values by then, under what was typed. */
export function StaleNotice({ shown, name }: { shown: boolean; name: string }) {
  if (!shown) return null;
  return (
    <Notice variant="warning" title={`Somebody else changed ${name}`}>
      Nothing was saved. These are the latest values, with what you typed kept. Check them and save again.
    </Notice>
  );
}
