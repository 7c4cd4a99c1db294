import { Link } from '@tanstack/react-router';
import { ChevronLeft, FileArchive } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { api } from '../../shared/api.ts';
import type { RegisterImport } from '../../shared/former-register.ts';
import { REGISTER_ZIP_MAX } from '../../shared/limits.ts';
import { NO_SIGNAL, READ_FAILED } from '../../shared/messages.ts';
import { detailOf, isUnknown } from '../api/action.ts';
import { ApiError, errorOf, failedTitle, hasNoNetwork, urlOf } from '../api/call.ts';
import { queries } from '../api/queries.ts';
import { useRead } from '../api/read.ts';
import { asksToConfirm, ensureConfirmed, withReauthentication } from '../api/reauthentication.ts';
import { useMay } from '../session.tsx';
import { NoAccess } from '../shell/NoAccess.tsx';
import { Button } from '../ui/Button.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { backLinkClass } from '../ui/classes.ts';
import { FileChoice } from '../ui/form/FileChoice.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PageHead } from '../ui/PageHead.tsx';
import { Panel, PanelHead } from '../ui/Panel.tsx';
import { RegisterContents } from './RegisterContents.tsx';

/** Whether the caller may bring a whole register: an administrator of a company that never had one. */
function useMayBring(): boolean {
  const may = useMay();
  const { data: company } = useRead('getCompany');
  return may(api.importRegister.needs) && company?.isEmpty === true;
}

/** Link to this page, in an empty company. */
export function BringLink() {
  if (!useMayBring()) return null;
  return (
    <Link to="/import" search={{ kind: 'register' }} data-button="" className={buttonClass()}>
      <FileArchive aria-hidden className="size-[15px]" />
      Bring a whole register
    </Link>
  );
}

/** The way to this page for an export of everything, in an empty company. */
export function BringPanel() {
  if (!useMayBring()) return null;
  return (
    <Panel>
      <PanelHead title="Coming from another Keyhold?" />
      <div className="grid justify-items-start gap-3 p-4 text-label text-muted">
        <p>
          The ZIP of “Export everything” brings the whole register at once: sets, people, photos, labels and
          history.
        </p>
        <BringLink />
      </div>
    </Panel>
  );
}

type Refused = { title: string; text: string };
type State =
  | { step: 'file'; refused?: Refused }
  | { step: 'busy'; what: string; writes: boolean }
  | { step: 'review'; file: File; found: RegisterImport; refused?: Refused }
  | { step: 'done'; done: RegisterImport };

/** Brings an export of everything into an empty company: the file, what it would bring, and the result; `progress` while it is written. */
export function BringRegister({ progress }: { progress: ReactNode }) {
  const may = useMay();
  const [state, setState] = useState<State>({ step: 'file' });
  const key = useRef('');
  if (!may(api.importRegister.needs))
    return (
      <NoAccess
        needs={api.importRegister.needs}
        text="You don't have permission to bring a whole register."
      />
    );

  async function look(file: File) {
    if (file.size > REGISTER_ZIP_MAX) {
      const text = 'At most 128 MB can come back at once.';
      return setState({
        step: 'file',
        refused: { title: 'This file is too large. Nothing was changed.', text },
      });
    }
    key.current = crypto.randomUUID();
    const found = await send(file, { dryRun: true }, crypto.randomUUID(), () =>
      setState({ step: 'busy', what: 'Checking every file and its signature...', writes: false }),
    );
    setState('refused' in found ? { step: 'file', ...found } : { step: 'review', file, found });
  }
  async function bring(file: File, found: RegisterImport) {
    const what = 'Bringing the register in. All of it comes in, or nothing.';
    const done = await send(file, {}, key.current, () => setState({ step: 'busy', what, writes: true }));
    if ('refused' in done) return setState({ step: 'review', file, found, ...done });
    void queries.invalidateQueries();
    setState({ step: 'done', done });
  }
  return (
    <>
      <Head />
      <div className="grid max-w-3xl gap-4">
        {'refused' in state && state.refused && (
          <Notice title={state.refused.title}>{state.refused.text}</Notice>
        )}
        {state.step === 'file' && <Choose onFile={(file) => void look(file)} />}
        {state.step === 'busy' && <Busy what={state.what}>{state.writes && progress}</Busy>}
        {state.step === 'review' && (
          <RegisterContents result={state.found} title={`The register of ${state.found.former.name}`}>
            <Button onClick={() => setState({ step: 'file' })}>Choose another file</Button>
            <Button variant="primary" onClick={() => void bring(state.file, state.found)}>
              Bring it in
            </Button>
          </RegisterContents>
        )}
        {state.step === 'done' && (
          <RegisterContents
            result={state.done}
            title={`The register of ${state.done.former.name} is here`}
            isDone
          >
            {state.done.counts.users > 0 && (
              <Link to="/users" data-button="" className={buttonClass()}>
                See the invited users
              </Link>
            )}
            <Link to="/key-bunches" data-button="" className={buttonClass({ variant: 'primary' })}>
              Go to Key Management
            </Link>
          </RegisterContents>
        )}
      </div>
    </>
  );
}

const Head = () => (
  <PageHead
    title="Bring a whole register"
    subtitle="From the ZIP that “Export everything” saved, on this server or another."
    back={
      <Link to="/import" search={{ kind: 'key_sets' }} className={backLinkClass}>
        <ChevronLeft aria-hidden className="size-4" />
        Import
      </Link>
    }
  />
);

const UNCONFIRMED = { title: 'Nothing was changed.', text: 'Confirm who you are to go on.' };

/**
 * Sends the ZIP once the user is confirmed. Its own request, as the body is a file and takes as long as it takes. The same `key` brings the
 * register in once: without a response the file is to be sent again under it.
 */
async function send(
  file: File,
  query: { dryRun?: true },
  key: string,
  onBegin: () => void,
): Promise<RegisterImport | { refused: Refused }> {
  try {
    if (!(await ensureConfirmed('importRegister'))) return { refused: UNCONFIRMED };
    onBegin();
    return await withReauthentication('importRegister', async () => {
      if (hasNoNetwork()) throw new ApiError(0, '', NO_SIGNAL);
      const unanswered = () => {
        throw new ApiError(0, '', READ_FAILED);
      };
      const reply = await fetch(urlOf('importRegister', { query: query as never }), {
        method: 'POST',
        credentials: 'include',
        headers: { 'content-type': 'application/zip', 'idempotency-key': key },
        body: file,
      }).catch(unanswered);
      const text = await reply.text().catch(unanswered);
      if (!reply.ok) throw errorOf(reply, text);
      return JSON.parse(text) as RegisterImport;
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { refused: asksToConfirm(error) ? UNCONFIRMED : refusalOf(error, query.dryRun === true) };
  }
}

/** What is known after a failure. Without a response the register may have come in. */
function refusalOf(error: ApiError, isCheck: boolean): Refused {
  if (error.unsent) return { title: 'No signal. Nothing was sent.', text: 'Try again when you have one.' };
  if (isUnknown(error))
    return isCheck
      ? { title: 'No answer came. Nothing was changed.', text: 'Choose the file again.' }
      : {
          title: 'No answer came. The register may be here.',
          text: 'Bring it in again: it comes in once, however often it is sent.',
        };
  return {
    title: error.body.message ?? failedTitle(error),
    text: detailOf(error.body) ?? '',
  };
}

function Choose({ onFile }: { onFile: (file: File) => void }) {
  if (!useMayBring())
    return (
      <Notice variant="info" title="This company has a register already.">
        A whole register can only come into an empty company. Set one up for it, or import its CSV files one
        by one.
      </Notice>
    );
  return (
    <Panel className="grid justify-items-center gap-2 px-6 py-12 text-center phone:px-4 phone:py-8">
      <FileArchive aria-hidden className="size-8 text-muted" />
      <h2 className="text-lead font-semibold">Choose the ZIP</h2>
      <p className="max-w-prose text-label text-muted">
        Settings, locations, premises, people, sets with photos and label codes come back as they were, and
        users as invitations. The history stays what it was, read-only, below each set's new one. You see what
        will come before anything is saved.
      </p>
      <FileChoice label="ZIP of an export" accept=".zip,application/zip" onFile={onFile} />
    </Panel>
  );
}

const Busy = ({ what, children }: { what: string; children: ReactNode }) => (
  <Panel className="grid justify-items-center gap-4 px-6 py-14">
    <p role="status" className="text-center text-sm font-medium">
      {what}
    </p>
    {children}
  </Panel>
);
