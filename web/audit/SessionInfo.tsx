import type { OneAuditSession } from '../../shared/audit.ts';
import type { AuditMode } from '../../shared/audit-words.ts';
import { fullName } from '../../shared/user-name.ts';
import { serverNow } from '../api/server-clock.ts';
import { clockTime, duration } from '../format.ts';
import { Facts } from '../key-bunch/Facts.tsx';
import { useLabels } from '../setting/labels.ts';
import { useClock } from '../ui/clock.ts';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { MODE_LABELS } from './ModeSwitch.tsx';

/** Auditor, start and mode. */
export function SessionInfo({ session, mode }: { session: OneAuditSession; mode: AuditMode }) {
  useClock();
  const { label } = useLabels();
  const { user, startTime, keyType } = session;
  return (
    <Panel>
      <PanelHead title="Session info" />
      <Facts
        facts={[
          ['Session', `#${session.id}`],
          ['Auditor', user && fullName(user)],
          ['Started', clockTime(startTime)],
          ['Elapsed', duration(serverNow() - Date.parse(startTime)).replace(/ \d+ s$/, '')],
          ['Mode', MODE_LABELS[mode]],
          ['Key type', keyType ? label('keyTypes', keyType) : 'All types'],
        ]}
      />
    </Panel>
  );
}
