import { Link } from '@tanstack/react-router';
import { api } from '../../shared/api.ts';
import type { HolderDetail } from '../../shared/holder.ts';
import type { FirstKioskNumber, KioskNumber } from '../../shared/kiosk.ts';
import { useAction } from '../api/action.ts';
import { queries } from '../api/queries.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { readOf, useRead } from '../api/read.ts';
import { datedDay } from '../format.ts';
import { useMay, useMe } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { sentenceLinkClass } from '../ui/classes.ts';
import { useQuestion } from '../ui/overlay/ConfirmDialog.tsx';
import { useDialogState } from '../ui/overlay/dialog-state.ts';
import { SecretDialog } from '../ui/overlay/SecretDialog.tsx';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/** A person's number for kiosks: the desk gives a first one, which they replace at the kiosk. */
export function FirstNumber({ person }: { person: HolderDetail }) {
  const me = useMe();
  const may = useMay();
  if (!may(api.getKioskNumber.needs)) return null;
  return (
    <Panel>
      <PanelHead title="Kiosk number" />
      {person.userId === me.id ? (
        <p className="p-4 text-label text-muted">
          You set your own number on{' '}
          <Link to="/profile" className={sentenceLinkClass}>
            your profile
          </Link>
          .
        </p>
      ) : (
        <OfPerson person={person} />
      )}
    </Panel>
  );
}

/** The next change is based on one's own, also before it is read again. */
const note = (id: number, { state, setAt }: KioskNumber) =>
  queries.setQueryData<KioskNumber>(readOf('getKioskNumber', { params: { id } }).queryKey, { state, setAt });

function OfPerson({ person: { id, name, badge, isActive } }: { person: HolderDetail }) {
  const { data, error, refetch } = useRead('getKioskNumber', { params: { id } });
  const create = useAction('createFirstKioskNumber');
  const remove = useAction('deleteKioskNumber');
  const shown = useDialogState<FirstKioskNumber>();
  const { ask, dialog } = useQuestion();
  if (!data)
    return (
      <div className="p-4">
        {error ? <ReadFailed error={error} onRetry={refetch} /> : <Skeleton className="h-14" />}
      </div>
    );
  const { state, setAt } = data;
  const ifMatch = setAt ?? 'none';
  async function give() {
    const sure =
      state === 'none' ||
      (await ask({
        title: `Give ${name} a new first number?`,
        text: 'Their number stops working. Give the new one only to them in person.',
        confirmLabel: 'New first number',
      }));
    if (!sure) return;
    const made = await create.run({ params: { id }, body: {}, ifMatch });
    if (!made.ok) return;
    note(id, made.reply);
    shown.show(made.reply);
  }
  async function end() {
    const sure = await ask({
      title: `Remove the kiosk number of ${name}?`,
      text: 'They can take no keys at a kiosk until they have a new one.',
      confirmLabel: 'Remove number',
      danger: true,
    });
    if (!sure) return;
    const removed = await remove.run({ params: { id }, ifMatch });
    if (removed.ok) note(id, removed.reply);
  }
  return (
    <div className="grid gap-3 p-4">
      <p className="text-label text-pretty text-muted">
        {state === 'none'
          ? 'They have none, and can take no keys at a kiosk.'
          : state === 'first'
            ? 'They have a first number and must replace it at the kiosk.'
            : `They have their own number${setAt ? `, set on ${datedDay(setAt)}` : ''}.`}
        {!badge && ' They also need a badge.'}
      </p>
      <div className="flex flex-wrap gap-2">
        {isActive && (
          <Button size="sm" pending={create.pending} onClick={() => void give()}>
            {state === 'none' ? 'Give a first number' : 'New first number'}
          </Button>
        )}
        {state !== 'none' && (
          <Button size="sm" variant="danger" pending={remove.pending} onClick={() => void end()}>
            Remove
          </Button>
        )}
      </div>
      {dialog}
      {shown.shown && (
        <SecretDialog
          key={shown.shown.turn}
          {...shown.props}
          title="First kiosk number"
          description={name}
          noun="Number"
          secret={shown.shown.about.kioskNumber}
          hint={`Give it only to ${name}. It works once at a kiosk, where they choose their own.`}
        />
      )}
    </div>
  );
}
