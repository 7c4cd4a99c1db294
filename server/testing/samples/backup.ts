import type { backupCalls } from '../../../shared/contract/backup.ts';
import { owner, type SamplesOf } from '../sample.ts';

export const backupSamples: SamplesOf<typeof backupCalls> = {
  getBackupHealth: { access: owner, input: () => ({}) },
};
