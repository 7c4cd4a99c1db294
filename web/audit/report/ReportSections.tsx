import type { AuditBunch, OneAuditSession } from '../../../shared/audit.ts';
import { fullName } from '../../../shared/user-name.ts';
import { exactClockTime } from '../../format.ts';
import { changeSince } from '../bunch-text.ts';
import { BunchSection } from './BunchSection.tsx';
import { howFound } from './how-found.ts';
import { LateSection } from './LateSection.tsx';
import { reportParts } from './report-parts.ts';
import { UnexpectedSection } from './UnexpectedSection.tsx';
import { UnknownSection } from './UnknownSection.tsx';

/** Every set by its result: first what somebody must do something about, last what is as it should be. */
export function ReportSections({ session, onSent }: { session: OneAuditSession; onSent: () => void }) {
  const { missing, found, present, unchanged } = reportParts(session);
  const completed = session.status === 'completed';
  const seen = new Map(session.seen.map((one) => [one.keyBunchId, one]));
  const how = ({ id }: AuditBunch) => {
    const one = seen.get(id);
    if (!one) return 'Late count';
    const who = one.user ? `, ${fullName(one.user)}` : '';
    return `${howFound(one)} ${exactClockTime(one.timestamp)}${who}`;
  };
  return (
    <>
      <BunchSection
        title="Missing"
        alarm
        bunches={missing}
        text={(bunch) => (bunch.status === 'missing' ? 'Already missing before' : 'Not found in this audit')}
      />
      <LateSection session={session} onSent={onSent} />
      <UnexpectedSection session={session} />
      <UnknownSection session={session} />
      <BunchSection title="Found" note="Missing before, present now" bunches={found} text={how} />
      <BunchSection
        title="Issued"
        note="Signed out, so not expected here"
        bunches={session.out}
        text={(bunch) => (bunch.holder ? `With ${bunch.holder}` : 'Issued')}
      />
      <BunchSection
        title={completed ? 'Skipped' : 'Not checked yet'}
        note={completed ? 'Not checked; status unchanged' : undefined}
        bunches={unchanged}
        text={(bunch) =>
          bunch.leftAlone
            ? (changeSince(bunch) ?? 'Changed during the audit')
            : completed
              ? 'Not checked'
              : ''
        }
      />
      <BunchSection title="Present" bunches={present} text={how} />
    </>
  );
}
