import { Hand, Undo2 } from 'lucide-react';
import { count } from '../../format.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { blockOf } from '../state/to-send.ts';
import { countedLines } from '../state/verdict.ts';
import type { Desk } from './use-desk.ts';

/** The rail's footer; it stays visible while the rail scrolls. */
export const railFootClass =
  'sticky bottom-0 border-t bg-[color-mix(in_oklab,var(--soft)_40%,var(--panel))] p-4';

/** The primary button, with count and name; gives the reason when disabled. */
export function Primary({ desk }: { desk: Desk }) {
  const { state, around, person, commit, committing } = desk;
  const sets = countedLines(state, around).length;
  const issue = state.mode === 'issue';
  const name = issue && state.person ? ` to ${state.person.name}` : '';
  return (
    <Button
      variant="primary"
      size="lg"
      block
      icon={issue ? Hand : Undo2}
      pending={committing}
      disabledReason={blockOf(state, around, person) ?? undefined}
      onClick={commit}
      className="max-w-full [&>span]:min-w-0 [&>span>span]:truncate"
    >
      {state.failure && state.sending
        ? 'Try again'
        : `${issue ? 'Issue' : 'Return'} ${count(sets, 'set')}${name}`}
    </Button>
  );
}

/** Why the last attempt failed; nothing was recorded. */
export function Failure({ desk: { state } }: { desk: Desk }) {
  return state.failure ? <Notice variant="error" className="mb-3" title={state.failure} /> : null;
}

/** Its keyboard shortcut. */
export function PrimaryKeys({ badge }: { badge: boolean }) {
  const mac = /Mac|iPhone|iPad/.test(navigator.platform);
  return (
    <p className="mt-2.5 flex items-center justify-center gap-1.5 text-hint text-muted touch:hidden">
      <Key>{mac ? 'Cmd' : 'Ctrl'}</Key>
      <Key>Enter</Key>
      {badge && 'or scan the badge again'}
    </p>
  );
}

export const Key = ({ children }: { children: string }) => (
  <kbd className="rounded-md border bg-panel px-1.5 font-sans text-tiny font-medium text-fg">{children}</kbd>
);
