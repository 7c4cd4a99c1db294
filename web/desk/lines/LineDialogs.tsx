import { useEffect } from 'react';
import { KeyBunchDialogs } from '../../key-bunch/KeyBunchDialogs.tsx';
import type { KeyBunchDialog } from '../../key-bunch/key-bunch-dialog.ts';
import { type DialogState, useDialogState } from '../../ui/overlay/dialog-state.ts';
import type { Desk } from '../work/use-desk.ts';
import { LinkToSet } from './LinkToSet.tsx';
import type { LineDialog } from './line-dialog.ts';

/** The dialogs that lead on from refused lines; what they changed is looked up again. */
export function LineDialogs({ desk, state }: { desk: Desk; state: DialogState<LineDialog> }) {
  const { shown, props } = state;
  if (!shown) return null;
  const { about, turn } = shown;
  if (about.kind === 'link') return <LinkToSet key={turn} desk={desk} line={about.line} {...props} />;
  return <AsElsewhere key={turn} desk={desk} about={about} onClosed={props.onClosed} />;
}

type Props = { desk: Desk; about: Exclude<LineDialog, { kind: 'link' }>; onClosed: () => void };

/** Hand over, or mark as found, by the dialogs of everywhere else. */
function AsElsewhere({ desk, about, onClosed }: Props) {
  const dialogs = useDialogState<KeyBunchDialog>();
  const { show } = dialogs;
  const { send } = desk;
  useEffect(() => {
    const { id } = about.bunch;
    if (about.kind === 'found') show({ kind: 'found', id });
    else
      show({
        kind: 'handOver',
        id,
        taker: about.to,
        onHandedOver: () => send({ type: 'handedOver', id }),
      });
  }, [show, send, about]);
  const watched = {
    ...dialogs,
    props: {
      ...dialogs.props,
      onClosed: () => {
        dialogs.props.onClosed();
        desk.lookAgain(about.bunch.id);
        onClosed();
      },
    },
  };
  return <KeyBunchDialogs state={watched} />;
}
