import { Link2, Pencil, Plus, Tablet, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Kiosk, NewKiosk } from '../../shared/kiosk.ts';
import { useAction } from '../api/action.ts';
import { useRead } from '../api/read.ts';
import { serverNow } from '../api/server-clock.ts';
import { RecordQuestion } from '../form/RecordDialog.tsx';
import { clockTime, count, exactTime } from '../format.ts';
import { useLabels } from '../labels.ts';
import { PanelList } from '../list/PanelList.tsx';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { type DialogState, useDialogState } from '../ui/overlay/dialog-state.ts';
import { Time } from '../ui/Time.tsx';
import { useClock } from '../zone.ts';
import { KioskDialog, KioskLink } from './KioskDialog.tsx';

type OpenDialog =
  | { what: 'add' }
  | { what: 'edit' | 'renew' | 'revoke'; kiosk: Kiosk }
  | { what: 'link'; kiosk: NewKiosk };

/** The tablets at the caller's locations where people take and return keys. */
export function KiosksPanel() {
  const dialog = useDialogState<OpenDialog>();
  const [all, setAll] = useState(false);
  const read = useRead('listKiosks');
  const ended = read.data?.filter(({ state }) => state === 'ended').length ?? 0;
  const data = read.data?.filter(({ state }) => all || state !== 'ended');
  const about = (what: 'edit' | 'renew' | 'revoke') => (kiosk: Kiosk) => dialog.show({ what, kiosk });
  return (
    <div className="print:hidden">
      <PanelList
        title="Kiosks"
        list={{ ...read, data }}
        right={
          <Button size="sm" icon={Plus} onClick={() => dialog.show({ what: 'add' })}>
            Add kiosk
          </Button>
        }
        nothing="A kiosk is a tablet beside the hooks. People take keys there with their badge and number, and return a set without one."
        row={(kiosk) => (
          <Row
            key={kiosk.id}
            kiosk={kiosk}
            onEdit={about('edit')}
            onRenew={about('renew')}
            onRevoke={about('revoke')}
          />
        )}
      >
        {ended > 0 && (
          <p className="border-t px-4 py-2">
            <Button size="sm" variant="ghost" aria-expanded={all} onClick={() => setAll(!all)}>
              {all ? 'Hide revoked kiosks' : `Show ${count(ended, 'revoked kiosk')}`}
            </Button>
          </p>
        )}
        <Dialogs state={dialog} />
      </PanelList>
    </div>
  );
}

type On = (kiosk: Kiosk) => void;

function Row({
  kiosk,
  onEdit,
  onRenew,
  onRevoke,
}: { kiosk: Kiosk } & Record<'onEdit' | 'onRenew' | 'onRevoke', On>) {
  useClock();
  const { label } = useLabels();
  const { name, location, keyTypes, opensAt, closesAt, state } = kiosk;
  const types = keyTypes.map((type) => label('keyTypes', type)).join(', ') || 'All types';
  const hours = opensAt ? `${opensAt} to ${closesAt}` : 'at any time';
  return (
    <li className="grid gap-1 px-4 py-3">
      <div className="flex items-center gap-3">
        <Tablet aria-hidden className="size-4 shrink-0 text-muted" />
        <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 font-medium break-words">{name}</span>
          <State kiosk={kiosk} />
        </p>
        {state !== 'ended' && (
          <div className="-mr-2 flex">
            <IconButton icon={Link2} label={`New link for ${name}`} onClick={() => onRenew(kiosk)} />
            <IconButton icon={Pencil} label={`Edit ${name}`} onClick={() => onEdit(kiosk)} />
            <IconButton icon={Trash2} label={`Revoke ${name}`} onClick={() => onRevoke(kiosk)} />
          </div>
        )}
      </div>
      <div className="grid gap-1 pl-7 text-hint text-pretty text-muted">
        <p className="break-words">
          {location.name} · {types}, {hours}
        </p>
        <Heard kiosk={kiosk} />
      </div>
    </li>
  );
}

/** What is not usual: no tablet yet, resting, revoked. */
function State({ kiosk: { state, restsUntil } }: { kiosk: Kiosk }) {
  if (state === 'ended') return <Badge tint="gray">Revoked</Badge>;
  if (restsUntil && Date.parse(restsUntil) > serverNow())
    return <Badge tint="amber">Rests until {clockTime(restsUntil)}</Badge>;
  return state === 'waiting' ? <Badge tint="amber">No tablet yet</Badge> : null;
}

function Heard({ kiosk }: { kiosk: Kiosk }) {
  const { state, lastHeardAt, codeUntil, createdBy, revokedBy, revokedAt } = kiosk;
  if (state === 'ended')
    return (
      <p>
        Revoked{revokedBy && ` by ${revokedBy}`}
        {revokedAt && `, ${exactTime(revokedAt)}`}
      </p>
    );
  const isGood = codeUntil !== null && Date.parse(codeUntil) > serverNow();
  return (
    <p>
      {lastHeardAt ? (
        <>
          Last heard of <Time at={lastHeardAt} inline />
        </>
      ) : isGood ? (
        `Its link works until ${clockTime(codeUntil)}`
      ) : (
        'Its link has expired, make a new one'
      )}
      {' · '}added by {createdBy}
    </p>
  );
}

function Dialogs({ state: { shown, props, show } }: { state: DialogState<OpenDialog> }) {
  const renew = useAction('renewKioskCode');
  const revoke = useAction('revokeKiosk');
  if (!shown) return null;
  const { about, turn } = shown;
  switch (about.what) {
    case 'add':
      return (
        <KioskDialog key={turn} {...props} kiosk={null} onMade={(kiosk) => show({ what: 'link', kiosk })} />
      );
    case 'edit':
      return <KioskDialog key={turn} {...props} kiosk={about.kiosk} onMade={props.onClose} />;
    case 'link':
      return <KioskLink key={turn} {...props} kiosk={about.kiosk} />;
    case 'renew':
      return (
        <RecordQuestion
          key={turn}
          {...props}
          title={`Make a new link for ${about.kiosk.name}?`}
          text="Open it on the tablet that becomes the kiosk. The tablet that is the kiosk now stops when the new one is opened."
          confirmLabel="Make a link"
          run={async () => {
            const { id, updatedAt } = about.kiosk;
            const made = await renew.run({ params: { id }, body: {}, ifMatch: updatedAt });
            if (made.ok) show({ what: 'link', kiosk: made.reply });
          }}
        />
      );
    case 'revoke':
      return (
        <RecordQuestion
          key={turn}
          {...props}
          title={`Revoke ${about.kiosk.name}?`}
          text="The tablet loses access immediately. Returns that it keeps without network are not recorded. This can't be undone."
          confirmLabel="Revoke"
          danger
          run={() => revoke.run({ params: { id: about.kiosk.id }, body: {} })}
        />
      );
  }
}
