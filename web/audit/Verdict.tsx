import { Check } from 'lucide-react';
import type { AuditBunch } from '../../shared/audit.ts';
import { count } from '../format.ts';
import { Opens } from '../key-bunch/Opens.tsx';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { Notice } from '../ui/Notice.tsx';
import { lacksNfc, tagOf } from './bunch-text.ts';
import { WasMissing } from './report/WasMissing.tsx';
import type { AuditWork } from './use-audit-session.ts';

type Props = {
  work: AuditWork;
  byHand?: (() => void) | undefined;
  /** With nothing counted: whether everything is to be marked missing. */
  allMissing?: boolean;
  onAllMissing?: (all: boolean) => void;
};

/** What the audit will say of the sets that were not seen. */
export function Verdict({ work: { unseen, rows }, byHand, allMissing = false, onAllMissing }: Props) {
  const left = rows.filter((row) => !row.ticked && row.bunch.leftAlone).length;
  const lost = unseen.length;
  const bare = byHand ? unseen.filter(lacksNfc).length : 0;
  return (
    <>
      {bare > 0 && (
        <Notice
          variant="warning"
          title={`${count(bare, 'of these sets has', 'of these sets have')} no NFC tag`}
          action={
            <Button size="sm" onClick={byHand}>
              Tick by hand
            </Button>
          }
        >
          No scan can find {bare === 1 ? 'it' : 'them'}.
        </Notice>
      )}
      {lost > 0 ? (
        <section className="overflow-clip rounded-xl border border-red-600/30 dark:border-red-400/30">
          <h3 className="bg-red-500/8 px-4 py-2.5 font-semibold text-red-800 dark:text-red-300">
            {onAllMissing ? 'Nothing has been checked yet' : `${count(lost, 'set')} will be marked missing`}
          </h3>
          <UnseenList unseen={unseen} />
        </section>
      ) : (
        <p className="flex items-center gap-2 font-medium text-emerald-800 dark:text-emerald-300">
          <Check aria-hidden className="size-4" />
          {left > 0 ? 'No set will be marked missing.' : 'All expected keys scanned!'}
        </p>
      )}
      {onAllMissing && (
        <Checkbox
          label={lost === 1 ? 'Mark it missing' : `Mark all ${lost.toLocaleString()} missing`}
          checked={allMissing}
          onCheckedChange={onAllMissing}
        />
      )}
      {left > 0 && (
        <p className="text-hint text-muted">
          {count(left, 'set')} changed during the audit and will be skipped.
        </p>
      )}
    </>
  );
}

const UnseenList = ({ unseen }: { unseen: readonly AuditBunch[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
  <ul aria-label="Not checked yet" tabIndex={0} className="max-h-56 overflow-y-auto">
    {unseen.map((bunch) => (
      <li key={bunch.id} className="flex items-center gap-3 border-t px-4 py-2">
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-center gap-x-3">
            <span className="min-w-0 font-medium break-words tabular-nums">{bunch.identifier}</span>
            {bunch.status === 'missing' && <WasMissing />}
          </span>
          {bunch.now && <Opens bunch={bunch.now} client={false} className="text-hint text-muted" />}
        </span>
        <span className="shrink-0 text-right text-hint text-muted tabular-nums">
          {bunch.now?.position && <span className="block font-medium text-fg">{bunch.now.position}</span>}
          {tagOf(bunch)}
        </span>
      </li>
    ))}
  </ul>
);
