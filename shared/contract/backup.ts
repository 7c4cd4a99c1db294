import { BackupHealth } from '../backup.ts';
import { get } from './call.ts';

/** The state of the server's backups. They are made and restored only by commands on the server. */
export const backupCalls = {
  getBackupHealth: get('/api/backups/health', {
    reads: ['company'],
    needs: 'system:admin',
    reply: BackupHealth,
  }),
};
