import { keepRegister } from '../api/kept/keep.ts';
import { keepAppFiles } from '../device/app-files.ts';
import { noteDayOfUse } from '../device/install.ts';
import { AppNotices } from './AppNotices.tsx';
import { ConnectionChip } from './ConnectionChip.tsx';
import { appNotices, chip, outOfDate } from './later.ts';
import { OutOfDate } from './OutOfDate.tsx';

/** Begins what can wait until the first screen is shown; returns the function that stops it. A device that keeps the app keeps the register. */
export function beginLater(): () => void {
  let stop: (() => void) | undefined;
  let left = false;
  chip.set(ConnectionChip);
  outOfDate.set(OutOfDate);
  appNotices.set(AppNotices);
  noteDayOfUse();
  void keepAppFiles().then((isKept) => {
    if (isKept && !left) stop = keepRegister();
  });
  return () => {
    left = true;
    stop?.();
  };
}
