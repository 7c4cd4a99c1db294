import { Check } from 'lucide-react';
import type { AuditBunch } from '../../shared/audit.ts';
import { fullName } from '../../shared/user-name.ts';
import { Opens } from '../BunchText.tsx';
import { count } from '../format.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/form/Checkbox.tsx';
import { Field } from '../ui/form/Field.tsx';
import { Input } from '../ui/form/Input.tsx';
import { Notice } from '../ui/Notice.tsx';
import { listed, type unheardOf, unheardText } from './audit-members.ts';
import { useDrawn } from './audit-parts.tsx';
import { allScanned, lacksNfc, tagOf, WasMissing } from './audit-text.tsx';
import type { AuditWork } from './use-audit-session.ts';

export type Unheard = ReturnType<typeof unheardOf>[number];

/** Members whose counts may not have arrived; `isAsking`: the completion waits for a second press. */
export function UnheardNotice({ people, isAsking }: { people: readonly Unheard[]; isAsking: boolean }) {
  if (people.length === 0) return null;
  const names = listed(people.map(({ user }) => fullName(user)));
  return (
    <Notice
      variant="warning"
      title={isAsking ? `Complete without ${names}?` : `${names} may have counts that are not here yet`}
    >
      <ul>
        {people.map((person) => (
          <li key={person.userId}>{unheardText(person)}</li>
        ))}
      </ul>
      {isAsking
        ? 'Nothing has been saved yet. Wait for their counts, or complete without them. '
        : 'Wait for them if you can. '}
      Counts that arrive later are kept, and their sets are Present again.
    </Notice>
  );
}

type TypedProps = { label: string; hint: string; value: string; onChange: (typed: string) => void };

/** A number that confirms a completion by being typed. */
export const TypedNumber = ({ value, onChange, ...field }: TypedProps) => (
  <Field required {...field}>
    <Input
      value={value}
      inputMode="numeric"
      autoComplete="off"
      className="tabular-nums"
      onChange={(event) => onChange(event.target.value)}
    />
  </Field>
);

type Props = {
  work: AuditWork;
  byHand?: (() => void) | undefined;
  /** With nothing counted: whether everything becomes missing. */
  allMissing?: boolean;
  onAllMissing?: (all: boolean) => void;
};

/** The result for sets that were not seen. */
export function Verdict({
  work: { unseen, rows, scanned, expected, session },
  byHand,
  allMissing = false,
  onAllMissing,
}: Props) {
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
          {left > 0 || scanned < expected ? 'No set will be marked missing.' : allScanned({ unsaved: 0 })}
        </p>
      )}
      {onAllMissing && (
        <Checkbox
          label={lost === 1 ? 'Mark it missing' : `Mark all ${lost.toLocaleString()} missing`}
          checked={allMissing}
          onCheckedChange={onAllMissing}
        />
      )}
      {session?.kind === 'spot' && scanned < expected && (
        <p className="text-pretty">
          {count(expected - scanned, 'set')} not found. Each is in the report, to look into.
        </p>
      )}
      {left > 0 && (
        <p className="text-hint text-muted">
          {count(left, 'set')} changed during the audit and will be skipped.
        </p>
      )}
    </>
  );
}

/** Rows drawn at first, and per press: a list of 10,000 would freeze the page. */
const STEP = 60;

function UnseenList({ unseen }: { unseen: readonly AuditBunch[] }) {
  const { drawn, more } = useDrawn(unseen, STEP);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard
    <ul aria-label="Not checked yet" tabIndex={0} className="max-h-56 overflow-y-auto">
      {drawn.map((bunch) => (
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
      {more && <li className="border-t px-4 py-2 text-center">{more}</li>}
    </ul>
  );
}
