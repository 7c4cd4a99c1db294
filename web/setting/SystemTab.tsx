import { BackupPanel } from './BackupPanel.tsx';
import { RemindersPanel } from './RemindersPanel.tsx';
import { Version } from './Version.tsx';

/** Whether the server does its work in the background: backups and reminders; and which version runs. */
export const SystemTab = () => (
  <>
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <BackupPanel />
      <RemindersPanel />
    </div>
    <Version />
  </>
);
