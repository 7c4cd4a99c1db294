import { useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useOutsiderDue } from '../custody/due-choices.ts';
import { useReader } from '../device/scan/reader.ts';
import { useNfcListening } from '../device/scan/use-nfc-listening.ts';
import { PHONE, useMedia } from '../ui/media.ts';
import { useDialogState } from '../ui/overlay/dialog-state.ts';
import { PhoneDesk } from './phone/PhoneDesk.tsx';
import { countedLines } from './state/verdict.ts';
import { LineDialogs } from './wide/LineDialogs.tsx';
import type { LineDialog } from './wide/line-dialog.ts';
import { WideDesk } from './wide/WideDesk.tsx';
import { NewPersonDialog } from './work/NewPersonDialog.tsx';
import { PersonDialog } from './work/PersonDialog.tsx';
import { useDesk } from './work/use-desk.ts';
import { useDeskKeys } from './work/use-desk-keys.ts';
import { useStart } from './work/use-start.ts';

const CameraScreen = lazy(() => import('./work/CameraScreen.tsx').then((m) => ({ default: m.CameraScreen })));

export type DeskDialog = { kind: 'person' } | { kind: 'new'; name: string };

/** The scan-first screen: the first scan decides between issue and return. */
export function DeskPage() {
  const desk = useDesk();
  const phone = useMedia(PHONE);
  const search = useSearch({ from: '/desk' });
  useStart(desk, search);
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [camera, setCamera] = useState(false);
  const lineDialogs = useDialogState<LineDialog>();
  const dialogs = useDialogState<DeskDialog>();

  const read = (code: string) => {
    setText('');
    desk.scan(code);
  };
  const nfc = useNfcListening({ enabled: true, onRead: read });
  useReader({ onRead: read, accepts: 'code' });
  useDeskKeys(field, desk.commit);

  const { state, around, send } = desk;
  const { mode } = state;
  useOutsiderDue({
    bunches: mode === 'issue' ? countedLines(state, around).map(({ bunch }) => bunch) : [],
    isOutsider: state.person !== null && state.person.userId === null,
    due: state.due,
    onDue: (due) => send({ type: 'detailsChanged', change: { due } }),
  });
  useEffect(() => {
    // On touch devices focus would open the keyboard.
    if (!phone && (mode === 'waiting' || mode === 'done')) field.current?.focus();
  }, [phone, mode]);

  const View = phone ? PhoneDesk : WideDesk;
  return (
    <>
      <View
        desk={desk}
        nfc={nfc}
        text={text}
        onText={setText}
        field={field}
        onCamera={() => setCamera(true)}
        onNew={(name) => dialogs.show({ kind: 'new', name })}
        onPerson={() => dialogs.show({ kind: 'person' })}
        onDialog={lineDialogs.show}
      />
      {camera && (
        <Suspense>
          <CameraScreen desk={desk} onClose={() => setCamera(false)} />
        </Suspense>
      )}
      <LineDialogs desk={desk} state={lineDialogs} />
      {dialogs.shown?.about.kind === 'person' && (
        <PersonDialog
          key={dialogs.shown.turn}
          desk={desk}
          {...dialogs.props}
          onNew={(name) => dialogs.show({ kind: 'new', name })}
        />
      )}
      {dialogs.shown?.about.kind === 'new' && (
        <NewPersonDialog
          key={dialogs.shown.turn}
          desk={desk}
          name={dialogs.shown.about.name}
          {...dialogs.props}
        />
      )}
    </>
  );
}
