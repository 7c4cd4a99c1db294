import { useEffect } from 'react';
import { KeyBunchDialogs } from '../../key-bunch/KeyBunchDialogs.tsx';
import type { KeyBunchDialog } from '../../key-bunch/key-bunch-dialog.ts';
import { type DialogState, useDialogState } from '../../ui/overlay/dialog-state.ts';
import type { Desk } from '../work/use-desk.ts';
import { HandOverDialog } from './HandOverDialog.tsx';
import { LinkToSet } from './LinkToSet.tsx';
import type { LineDialog } from './line-dialog.ts';

/** The dialogs that lead on from refused lines; what they changed is looked up again. */
export function LineDialogs({ desk, state }: { desk: Desk; state: DialogState<LineDialog> }) {
  const { shown, props } = state;
  if (!shown) return null;
  const { about, turn } = shown;
  if (about.kind === 'handOver') return <HandOverDialog key={turn} desk={desk} {...about} {...props} />;
  if (about.kind === 'link') return <LinkToSet key={turn} desk={desk} line={about.line} {...props} />;
  return <Found key={turn} desk={desk} id={about.bunch.id} onClosed={props.onClosed} />;
}

/** Mark as found, as everywhere else. */
function Found({ desk, id, onClosed }: { desk: Desk; id: number; onClosed: () => void }) {
  const dialogs = useDialogState<KeyBunchDialog>();
  const { show } = dialogs;
  useEffect(() => show({ kind: 'found', id }), [show, id]);
  const watched = {
    ...dialogs,
    props: {
      ...dialogs.props,
      onClosed: () => {
        dialogs.props.onClosed();
        desk.lookAgain(id);
        onClosed();
      },
    },
  };
  return <KeyBunchDialogs state={watched} />;
}
