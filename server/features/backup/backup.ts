import { readBackupHealth } from '../../backup/state.ts';
import type { Feature } from '../feature.ts';

const getBackupHealth: Feature<'getBackupHealth'> = ({ tx }) => readBackupHealth(tx);

export const backupFeatures = { getBackupHealth };
