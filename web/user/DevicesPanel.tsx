import { useQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import type { Device } from '../../shared/outbox.ts';
import { useAction } from '../api/action.ts';
import { useToSend } from '../api/outbox/own-entries.ts';
import { ReadFailed } from '../api/ReadFailed.tsx';
import { useRead } from '../api/read.ts';
import { count, exactTime } from '../format.ts';
import { useMe } from '../session.tsx';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { ConfirmDialog } from '../ui/overlay/ConfirmDialog.tsx';
import { type DialogState, useDialogState } from '../ui/overlay/dialog-state.ts';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Time } from '../ui/Time.tsx';
import { useClock } from '../zone.ts';

/** The caller's devices that keep entries without signal, with a button to forget each. */
export function DevicesPanel() {
  const me = useMe();
  const { data, error, refetch } = useRead('listDevices', {}, { fresh: true });
  const { data: here } = useQuery({
    queryKey: ['thisDevice', me.id],
    queryFn: async () => (await import('../api/outbox/store.ts')).thisDevice(me.id),
  });
  const forget = useDialogState<Device>();
  return (
    <Panel>
      <PanelHead title="Your devices" count={data?.length || undefined} />
      {data?.length ? (
        <ul className="divide-y">
          {data.map((device) => (
            <Row
              key={device.id}
              device={device}
              isHere={device.id === here}
              onForget={() => forget.show(device)}
            />
          ))}
        </ul>
      ) : (
        !data && (
          <div className="grid gap-3 p-4">
            {error ? <ReadFailed error={error} onRetry={refetch} /> : <Skeleton className="h-14" />}
          </div>
        )
      )}
      {data && (
        <p className="border-t p-4 text-label text-pretty text-muted first:border-t-0">
          {data.length === 0
            ? 'Devices that keep the register for work without signal are listed here.'
            : 'They keep the register and your entries, encrypted, for work without signal. Lost one? Forget it here and sign it out above.'}
        </p>
      )}
      {forget.shown && (
        <ForgetDialog
          key={forget.shown.turn}
          device={forget.shown.about}
          isHere={forget.shown.about.id === here}
          {...forget.props}
        />
      )}
    </Panel>
  );
}

const isPhone = (name: string) => /iPhone|iPad|Android/.test(name);

type RowProps = { device: Device; isHere: boolean; onForget: () => void };

function Row({ device: { name, since, heardAt, unsent }, isHere, onForget }: RowProps) {
  useClock();
  const Picture = isPhone(name) ? Smartphone : Monitor;
  return (
    <li className="flex items-start gap-3 px-4 py-3 phone:flex-wrap">
      <Picture aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
      <div className="grid min-w-0 flex-1 gap-1 phone:basis-[calc(100%-28px)]">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 text-label font-medium break-words">{name}</span>
          {isHere && <Badge tint="emerald">This device</Badge>}
          {unsent > 0 && <Badge tint="amber">{count(unsent, 'entry', 'entries')} to send</Badge>}
        </p>
        <p className="text-hint text-pretty text-muted">
          Last heard <Time at={heardAt} inline /> · since {exactTime(since)}
        </p>
      </div>
      <Button
        size="sm"
        aria-label={`Forget this device: ${name}`}
        onClick={onForget}
        className="leading-tight phone:ml-7 phone:max-w-[calc(100%-28px)] phone:whitespace-normal"
      >
        Forget this device
      </Button>
    </li>
  );
}

type ForgetProps = DialogState<Device>['props'] & { device: Device; isHere: boolean };

/** Asks before a device is forgotten: what it did not send goes with it. */
function ForgetDialog({ device: { id, name, unsent: reported }, isHere, ...shown }: ForgetProps) {
  const { open, onClose, onClosed } = shown;
  const me = useMe();
  const toSend = useToSend();
  const unsent = isHere ? toSend : reported;
  const forget = useAction('forgetDevice', { about: () => name });
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onClosed={onClosed}
      title={`Forget ${name}?`}
      text={`${unsent > 0 ? `${count(unsent, 'entry', 'entries')} that it has not sent can't be read any more. ` : ''}${isHere ? '' : 'Entries made there since it was last heard are lost too. '}What it keeps of the register can't be read any more. It is set up again when you next sign in there.`}
      confirmLabel="Forget this device"
      danger={unsent > 0}
      pending={forget.pending}
      onConfirm={async () => {
        if (!(await forget.run({ params: { device: id } })).ok) return;
        if (isHere) await (await import('../api/outbox/forgotten.ts')).forgetHere(me.id);
        onClose();
      }}
    />
  );
}
