import { ArrowDownToLine, Sparkles } from 'lucide-react';
import { useState } from 'react';
import { othersEntries } from '../api/outbox/own-entries.ts';
import { install, isInstallDue, refuseInstall, useNewVersion, waysToInstall } from '../device/install.ts';
import { count } from '../format.ts';
import { Button } from '../ui/Button.tsx';
import { PHONE, useMedia } from '../ui/media.ts';
import { Notice } from '../ui/Notice.tsx';
import { Panel } from '../ui/Panel.tsx';
import { Mark } from '../ui/Wordmark.tsx';

/** On the dashboard, where no form is open: entries of other users, and a newer version, else the offer to install. */
export function AppNotices() {
  const isNew = useNewVersion();
  return (
    <>
      <WaitForOthers />
      {isNew ? <NewVersion /> : <InstallCard />}
    </>
  );
}

/** Entries of other users on this device: only they can see and send them. */
export function WaitForOthers() {
  const others = othersEntries.use();
  return others.map(({ userId, name, entries }) => (
    <Notice
      key={userId}
      variant="info"
      title={`${count(entries, 'entry', 'entries')} of ${name} ${entries === 1 ? 'waits' : 'wait'} on this device`}
    >
      {entries === 1 ? 'It is' : 'They are'} sent when {name} signs in here, and only {name} can see{' '}
      {entries === 1 ? 'it' : 'them'}.
    </Notice>
  ));
}

/** The page comes from the server, so loading it again starts the newer version. */
const NewVersion = () => (
  <Panel role="status" className="flex items-center gap-4 px-4 py-3">
    <Sparkles aria-hidden className="size-5 shrink-0 text-muted" />
    <span className="min-w-0 flex-1">
      <span className="block font-medium">A new version is ready</span>
      <span className="block text-hint text-pretty text-muted">
        It starts the next time you open Keyhold.
      </span>
    </span>
    <Button variant="ghost" className="-mr-2 text-primary!" onClick={() => window.location.reload()}>
      Update now
    </Button>
  </Panel>
);

/** On a phone that uses Keyhold often. */
function InstallCard() {
  const phone = useMedia(PHONE);
  const [way, setWay] = useState(() => (isInstallDue() ? waysToInstall() : null));
  if (!phone || !way) return null;
  async function accept() {
    if (!(await install())) refuseInstall();
    setWay(null);
  }
  function refuse() {
    refuseInstall();
    setWay(null);
  }
  return (
    <Panel aria-labelledby="install">
      <div className="flex gap-3.5 p-4">
        <Mark size={40} />
        <div className="min-w-0">
          <h2 id="install" className="text-lead font-semibold">
            Put Keyhold on this phone
          </h2>
          <p className="text-body text-pretty text-muted">
            {way === 'prompt'
              ? 'It gets its own icon and the whole screen.'
              : 'It gets its own icon and the whole screen: tap Share, then Add to Home Screen.'}
          </p>
        </div>
      </div>
      <div className="flex divide-x border-t *:flex-1 *:rounded-none *:border-y-0 *:border-r-0">
        <Button variant="ghost" onClick={refuse}>
          Not now
        </Button>
        {way === 'prompt' && (
          <Button
            variant="ghost"
            icon={ArrowDownToLine}
            className="text-primary!"
            onClick={() => void accept()}
          >
            Install
          </Button>
        )}
      </div>
    </Panel>
  );
}
