import { Download, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AnchorState, HistoryCheck } from '../../shared/anchor.ts';
import { anchorWords, grouped } from '../../shared/anchor-words.ts';
import { api } from '../../shared/api.ts';
import { useAction } from '../api/action.ts';
import { Loaded } from '../api/ReadFailed.tsx';
import { useRead } from '../api/read.ts';
import { saveConfirmed } from '../device/download.tsx';
import { count } from '../format.ts';
import { useMay } from '../session.tsx';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { Notice } from '../ui/Notice.tsx';
import { toast } from '../ui/overlay/toast.ts';
import { Panel, PanelHead, TermRow } from '../ui/Panel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Time } from '../ui/Time.tsx';

/** The signed statements about the history that are written outside the database, and the key to check them. */
export function AnchorPanel() {
  const anchor = useRead('getAnchor');
  return (
    <Panel>
      <PanelHead title="History anchors" />
      <div className="grid gap-4 p-4">
        <p className="text-label text-muted">
          Every ten minutes, with every export and every printed list, Keyhold signs the newest entries and
          writes them outside the database. A history that is rewritten later no longer fits them. Keep a
          copy, and note the fingerprint of the key.
        </p>
        <Loaded read={anchor} waiting={<Skeleton className="h-32" />}>
          {(state) => <Facts state={state} />}
        </Loaded>
      </div>
      {anchor.data?.key && <Actions publicKey={anchor.data.key.publicKey} />}
    </Panel>
  );
}

function Facts({ state: { key, last, isFailing, isMisfit } }: { state: AnchorState }) {
  const [movements, log] = last ? anchorWords(last) : [];
  return (
    <>
      {isMisfit && (
        <Notice variant="error" title="The history doesn't match its signature">
          Entries were changed or removed. Don't change anything. Keep a copy of the data and tell the
          operator of this server.
        </Notice>
      )}
      {isFailing && (
        <Notice variant="error" title="The signed copy of the history can't be saved">
          Exports and printed lists carry no signature meanwhile. Tell the operator of this server.
        </Notice>
      )}
      <dl className="grid gap-2 text-label">
        <TermRow term="Last signed">{last ? <Time at={last.at} focusable /> : 'Nothing yet'}</TermRow>
        {movements && <TermRow term="Newest movement">{headOf(movements)}</TermRow>}
        {log && <TermRow term="Newest log entry">{headOf(log)}</TermRow>}
        {key && (
          <TermRow term="Key fingerprint">
            <span className="font-mono text-hint">{grouped(key.fingerprint)}</span>
          </TermRow>
        )}
      </dl>
    </>
  );
}

/** "movements 120 9f2c11ab33de4455" as a number and the start of its hash. */
function headOf(words: string): ReactNode {
  const [, seq, hash] = words.split(' ');
  if (!hash) return 'None yet';
  return (
    <>
      {Number(seq).toLocaleString('en-US')} <span className="ml-1 font-mono text-hint">{grouped(hash)}</span>
    </>
  );
}

function Actions({ publicKey }: { publicKey: string }) {
  const failed = () =>
    toast({ title: 'Error', description: "Couldn't copy the key", variant: 'destructive' });
  return (
    <div className="flex flex-wrap justify-end gap-2 border-t bg-soft/40 px-4 py-3">
      <CopyButton
        text={publicKey}
        noun="Public key"
        label="Copy public key"
        onFailed={failed}
        className="phone:flex-1"
      />
      <Button
        icon={Download}
        className="phone:flex-1"
        onClick={() => void saveConfirmed(api.exportAnchors.path)}
      >
        Download anchors
      </Button>
    </div>
  );
}

/** Recomputes both hash chains of the history and names the first entry that does not match. */
export function HistoryCheckPanel() {
  const check = useRead('getHistoryCheck');
  const verify = useAction('verifyHistory');
  return (
    <Panel>
      <PanelHead title="History check" />
      <div className="grid gap-4 p-4">
        <p className="text-label text-muted">
          Every entry in the history is chained to the one before it. Verifying re-checks the whole history
          and finds any entry that was changed, added or removed.
        </p>
        <Loaded read={check} waiting={<Skeleton className="h-[86px] w-full rounded-xl" />}>
          {({ last }) => (last ? <Found check={last} /> : <p className="text-label">Not checked yet.</p>)}
        </Loaded>
        <Seals />
      </div>
      <div className="flex justify-end border-t bg-soft/40 px-4 py-3">
        <Button
          icon={ShieldCheck}
          pending={verify.pending}
          pendingLabel="Verifying..."
          onClick={() => void verify.run({ body: {} })}
          className="phone:w-full"
        >
          Verify history
        </Button>
      </div>
    </Panel>
  );
}

/** The seals of registers that were brought into this company, as the last check found them. */
function Seals() {
  const may = useMay();
  const read = useRead('listFormerRegisters', {}, { enabled: may(api.listFormerRegisters.needs) });
  return read.data?.map(({ id, name, exportedAt, seal: { isSealed, checkedAt } }) => (
    <Notice
      key={id}
      variant={isSealed ? 'success' : 'error'}
      title={`The former register of ${name} is ${isSealed ? '' : 'not '}as it was signed`}
    >
      Exported <Time at={exportedAt} inline focusable />, seal checked{' '}
      <Time at={checkedAt} inline focusable />.
      {!isSealed && " Don't change anything. Keep a copy of the data and tell the operator of this server."}
    </Notice>
  ));
}

const NOUNS = { movement: 'Movement', log: 'Log entry' } as const;

function Found({ check }: { check: HistoryCheck }) {
  const { isWhole, firstMisfit, entries, movements, logEntries } = check;
  const read = `${count(entries, 'entry', 'entries')} checked: ${count(movements, 'movement')} and ${count(logEntries, 'log entry', 'log entries')}.`;
  const when = (
    <p className="mt-1 text-hint">
      <Time at={check.checkedAt} focusable /> by {check.checkedBy}
    </p>
  );
  if (isWhole || !firstMisfit)
    return (
      <Notice variant="success" title="The history is intact">
        {read}
        {when}
      </Notice>
    );
  return (
    <Notice
      variant="error"
      title={`${NOUNS[firstMisfit.chain]} ${firstMisfit.entry.toLocaleString()} is not intact: ${firstMisfit.reason}`}
    >
      {read} Don't change anything. Keep a copy of the data and tell the operator of this server.
      {when}
    </Notice>
  );
}
