import { useState } from 'react';
import { splitByHook } from '../../../shared/audit-parts.ts';
import { fullName } from '../../../shared/user-name.ts';
import { useAction } from '../../api/action.ts';
import { useOfflineSince } from '../../api/connection.ts';
import { count } from '../../format.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/form/Field.tsx';
import { Segmented } from '../../ui/form/Segmented.tsx';
import { Select } from '../../ui/form/Select.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import type { DialogState } from '../../ui/overlay/dialog-state.ts';
import { partName } from '../audit-members.ts';
import { placesOf } from '../checklist-order.ts';
import { putPeople } from '../session-cache.ts';
import type { AuditWork } from '../use-audit-session.ts';
import { MemberList } from './MemberList.tsx';

type Props = { work: AuditWork } & DialogState<null>['props'];

const NEEDS_SIGNAL = 'Needs signal';

/** Who takes part, who works on which hooks, and the way out of the audit. */
export function MembersDialog({ work, open, onClose, onClosed }: Props) {
  const { id, mayAct, unsaved } = work;
  const offline = useOfflineSince() > 0;
  const split = useSplit(work);
  const save = useAction('splitAudit');
  const leave = useAction('leaveAudit');

  async function keep() {
    const saved = await save.run({ params: { id }, body: { parts: split.owners } });
    if (!saved.ok) return;
    putPeople(id, saved.reply);
    onClose();
  }
  async function goAway() {
    const left = await leave.run({ params: { id }, body: {} });
    if (!left.ok) return;
    putPeople(id, left.reply);
    onClose();
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title="Who is here"
      description="A part only orders the work. Every count counts, wherever it is made."
      dirty={split.isChanged}
      sending={save.pending || leave.pending}
      onSubmit={() => mayAct && split.isChanged && keep()}
      cancelLabel={null}
      foot={
        mayAct && (
          <>
            <Button
              pending={leave.pending}
              disabledReason={
                offline ? NEEDS_SIGNAL : unsaved > 0 ? `${count(unsaved, 'count')} not sent yet` : undefined
              }
              reasonIn="tooltip"
              onClick={goAway}
            >
              Leave audit
            </Button>
            <Button
              type="submit"
              variant="primary"
              pending={save.pending}
              disabledReason={offline ? NEEDS_SIGNAL : split.isChanged ? undefined : 'Nothing changed'}
              reasonIn="tooltip"
            >
              Save split
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-4">
        <div className="overflow-clip rounded-xl border">
          <MemberList work={work} />
        </div>
        {mayAct && <Split work={work} split={split} />}
      </div>
    </Dialog>
  );
}

/** The split as it is chosen: the user of each part in the order of the hooks, null where it is not assigned; empty for no split. */
type Owners = readonly (number | null)[];

const sameOwners = (some: Owners, others: Owners) =>
  some.length === others.length && some.every((owner, index) => owner === others[index]);

function useSplit(work: AuditWork) {
  const { parts, members } = work;
  const places = placesOf(work);
  const positions = places.flatMap(({ position }) => position ?? []);
  const stored = parts.filter(({ from }) => from !== null).map(({ userId }) => userId);
  const [draft, setDraft] = useState<{ owners: Owners; basedOn: Owners } | null>(null);
  const owners = draft?.owners ?? stored;
  const choose = (next: Owners) => setDraft({ owners: next, basedOn: draft?.basedOn ?? stored });
  const isChanged = draft !== null && !sameOwners(draft.owners, stored);
  return {
    owners: [...owners],
    isChanged,
    /** Whether another member saved a split since this one was begun. */
    isOutdated: isChanged && !sameOwners(draft.basedOn, stored),
    positions: positions.length,
    withoutPosition: places.length - positions.length,
    /** The hooks of each part if it is split into this many. */
    hooks: splitByHook(positions, owners.length),
    offers: (n: number) => splitByHook(positions, n).length === n,
    setCount: (n: number) =>
      choose(Array.from({ length: n }, (_, index) => owners[index] ?? members[index]?.userId ?? null)),
    setOwner: (part: number, userId: number | null) =>
      choose(owners.map((owner, index) => (index === part ? userId : owner))),
  };
}

function Split({ work, split }: { work: AuditWork; split: ReturnType<typeof useSplit> }) {
  const { owners, hooks, withoutPosition } = split;
  if (!split.offers(2))
    return (
      <p className="text-hint text-pretty text-muted">
        To split an audit, enter the positions of its sets: cabinet and hook, such as A 12.
      </p>
    );
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="font-semibold">Split by hook</h3>
        <span className="text-hint text-muted tabular-nums">
          {work.session?.blind
            ? count(split.positions, 'hook')
            : `${count(split.positions, 'set')} with a position`}
          {withoutPosition > 0 && `, ${withoutPosition} without`}
        </span>
      </div>
      {split.isOutdated && (
        <Notice variant="warning">Another member saved a split meanwhile. Yours replaces it.</Notice>
      )}
      <Segmented
        label="Split by hook"
        block
        value={String(owners.length)}
        onValueChange={(n) => split.setCount(Number(n))}
        segments={[
          { value: '0', label: 'Not at all' },
          { value: '2', label: '2 parts' },
          { value: '3', label: '3 parts', disabled: !split.offers(3) },
        ]}
      />
      {owners.length > 0 && (
        <div className="grid gap-3">
          {hooks.map((part, index) => (
            <Field key={part.from} label={partName(part)}>
              <Select
                value={String(owners[index] ?? '')}
                onValueChange={(chosen) => split.setOwner(index, chosen === '' ? null : Number(chosen))}
                none="Not assigned"
                options={work.members.map(({ userId, user }) => ({
                  value: String(userId),
                  label: fullName(user),
                }))}
              />
            </Field>
          ))}
        </div>
      )}
    </section>
  );
}
