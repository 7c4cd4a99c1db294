import { keepAppFiles } from '../device/app-files.ts';
import { noteDayOfUse } from '../device/install.ts';
import { AppNotices } from './AppNotices.tsx';
import { ConnectionChip } from './ConnectionChip.tsx';
import { appNotices, chip, outOfDate } from './later.ts';
import { OutOfDate } from './OutOfDate.tsx';

/** Begins what can wait until the first screen is shown. */
export function beginLater(): void {
  chip.set(ConnectionChip);
  outOfDate.set(OutOfDate);
  appNotices.set(AppNotices);
  noteDayOfUse();
  void keepAppFiles();
}
