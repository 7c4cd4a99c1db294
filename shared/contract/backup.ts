import { BackupHealth } from '../backup.ts';
import { get } from './call.ts';

/** Backups of the server: how they do. They are made and restored by the server's commands alone. */
export const backupCalls = {
  getBackupHealth: get('/api/backups/health', {
    reads: ['company'],
    needs: 'system:admin',
    reply: BackupHealth,
  }),
};
