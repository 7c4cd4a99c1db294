import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { grouped } from '../../shared/anchor-words.ts';
import { figures } from '../../shared/count.ts';
import type { RegisterImport } from '../../shared/former-register.ts';
import { Panel, PanelHead, TermRow } from '../ui/Panel.tsx';
import { Time } from '../ui/Time.tsx';

const NOUNS: [keyof RegisterImport['counts'], string, string][] = [
  ['sets', 'key set', 'key sets'],
  ['reservations', 'reservation', 'reservations'],
  ['rounds', 'round', 'rounds'],
  ['locations', 'location', 'locations'],
  ['premises', 'premises', 'premises'],
  ['people', 'person', 'people'],
  ['users', 'invitation', 'invitations'],
  ['photos', 'photo', 'photos'],
  ['labels', 'printed label', 'printed labels'],
  ['settings', 'setting', 'settings'],
  ['entries', 'line of history', 'lines of history'],
  ['formerRegisters', 'older register', 'older registers'],
];

const NOT_TAKEN: Record<string, [string, string]> = {
  Label: ['label', 'labels'],
  User: ['account, which comes as a person', 'accounts, which come as people'],
};

/** What of a whole register comes or came, whose it is, and what does not come. */
export function RegisterContents({
  result: { former, counts, notTaken },
  title,
  isDone = false,
  children,
}: {
  result: RegisterImport;
  title: string;
  isDone?: boolean;
  children: ReactNode;
}) {
  return (
    <>
      <Panel>
        <PanelHead
          title={title}
          lead={
            isDone && <CircleCheck aria-hidden className="size-5 text-emerald-600 dark:text-emerald-400" />
          }
        />
        <dl className="flex flex-wrap gap-x-10 gap-y-3 border-b px-4 py-4">
          {NOUNS.filter(([name]) => counts[name] > 0).map(([name, one, many]) => (
            <div key={name}>
              <dd className="text-lg font-semibold tabular-nums">{figures.format(counts[name])}</dd>
              <dt className="text-hint text-muted">{counts[name] === 1 ? one : many}</dt>
            </div>
          ))}
        </dl>
        <dl className="grid gap-2 p-4 text-label">
          <TermRow term="Exported">
            <Time at={former.exportedAt} focusable />
          </TermRow>
          <TermRow term="Signed by the key">
            <span className="font-mono text-hint">{grouped(former.key)}</span>
          </TermRow>
        </dl>
        <p className="border-t px-4 py-3 text-label text-muted">
          {isDone
            ? 'Each set has its former history below its own. API tokens, webhooks and the rule for a second factor are not in an export: set them up again.'
            : 'Every file is as that key signed it. Compare the key with the one in Settings, Evidence of the former company: only then do you know who signed.'}
          {!isDone &&
            counts.users > 0 &&
            ' A user whose email has an account on this server already comes as a person; the result names them.'}
        </p>
      </Panel>
      {notTaken.length > 0 && (
        <Panel>
          <PanelHead title={isDone ? 'Did not come' : 'Will not come'} />
          <ul className="grid gap-3 p-4 text-label">
            {notTaken.map(({ what, count, why, names }) => (
              <li key={what + why}>
                <p className="font-medium">
                  {figures.format(count)} {NOT_TAKEN[what]?.[count === 1 ? 0 : 1] ?? what}
                </p>
                <p className="text-muted wrap-anywhere">
                  {why}: {names.join(', ')}
                  {count > names.length && ` and ${figures.format(count - names.length)} more`}
                </p>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <div className="flex flex-wrap justify-end gap-2 phone:*:flex-1">{children}</div>
    </>
  );
}
