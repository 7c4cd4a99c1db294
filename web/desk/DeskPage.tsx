import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  type RefObject,
  Suspense,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { BATCH_MAX } from '../../shared/limits.ts';
import { untilLoaded } from '../api/connection.ts';
import { useOutsiderDue } from '../custody/due-choices.ts';
import { useNfcListening } from '../device/scan/nfc-listening.ts';
import { OPEN_LIST, useReader, writesText } from '../device/scan/reader.ts';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { lazyExport } from '../ui/lazy-export.ts';
import { PHONE, useMedia } from '../ui/media.ts';
import { useDialogState } from '../ui/overlay/dialog-state.ts';
import { isDialogOpen } from '../ui/overlay/layers.ts';
import { takeDeskScans } from './desk-storage.ts';
import { isSensitive } from './state/second-person.ts';
import { dueSets } from './state/verdict.ts';
import { DeskDialogs } from './work/DeskDialogs.tsx';
import { keyBunch, readOrKept } from './work/desk-store.ts';
import { PhoneDesk } from './work/PhoneDesk.tsx';
import { type Desk, type DeskDialog, useDesk } from './work/use-desk.ts';
import { WideDesk } from './work/WideDesk.tsx';

const SecondPerson = lazyExport(
  () => untilLoaded(() => import('./second-person/SecondPerson.tsx')),
  'SecondPerson',
);
const CameraScreen = lazyDialog(() => import('./work/CameraScreen.tsx'), 'CameraScreen');

/** The scan-first screen: the first scan decides between issue and return. */
export function DeskPage() {
  const desk = useDesk();
  const phone = useMedia(PHONE);
  const search = useSearch({ from: '/desk' });
  useStart(desk, search);
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [camera, setCamera] = useState(false);
  const dialog = useDialogState<DeskDialog>();

  const read = (code: string) => {
    setText('');
    desk.scan(code);
  };
  const nfc = useNfcListening({ enabled: true, onRead: read });
  useReader({ onRead: read, accepts: 'code' });
  useDeskKeys(field, desk.commit);

  const { state, context, send } = desk;
  const { mode } = state;
  useOutsiderDue({
    bunches: mode === 'issue' ? dueSets(state, context) : [],
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
        onDialog={dialog.show}
      />
      {mode === 'issue' && state.lines.some(isSensitive) && (
        <Suspense>
          <SecondPerson desk={desk} />
        </Suspense>
      )}
      {camera && !state.approver && <CameraScreen desk={desk} onClose={() => setCamera(false)} />}
      <DeskDialogs desk={desk} dialog={dialog} />
    </>
  );
}

/** What the address starts with: a recipient, a returner or a set. Empty for none. */
type DeskStart = { person: string; returning: string; set: string };

/** Applies it once and clears the address, so that a reload does not repeat it. */
function useStart(desk: Desk, { person, returning, set }: DeskStart): void {
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was scanned elsewhere is taken once
  useEffect(() => takeDeskScans().forEach(desk.scan), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it begins once for each address
  useEffect(() => {
    const id = Number(person || returning || set);
    if (!Number.isSafeInteger(id) || id <= 0) return;
    void (async () => {
      await navigate({ to: '/desk', replace: true });
      if (set) return desk.send({ type: 'setChosen', bunch: await keyBunch(id) });
      const { data } = await readOrKept('getHolder', { params: { id } });
      if (person) return desk.send({ type: 'personChosen', holder: data });
      // Newest line first. Of more than fit, the first are the most urgent; the next one is refused, which says so.
      const chosen = [
        ...data.holding.slice(0, BATCH_MAX).reverse(),
        ...data.holding.slice(BATCH_MAX, BATCH_MAX + 1),
      ];
      for (const bunch of chosen) desk.send({ type: 'setChosen', bunch });
    })().catch(() => undefined);
  }, [person, returning, set]);
}

/**
 * The desk's shortcuts: Ctrl+Enter (Command on a Mac) commits from anywhere; text typed outside a field goes into the scan box. `/` is the
 * shell's and focuses it too.
 */
function useDeskKeys(field: RefObject<HTMLInputElement | null>, commit: () => void): void {
  const send = useEffectEvent(commit);
  useLayoutEffect(() => {
    function press(event: KeyboardEvent) {
      if (isDialogOpen() || document.querySelector(OPEN_LIST) || event.isComposing) return;
      const { key, ctrlKey, metaKey, altKey } = event;
      if (key === 'Enter' && (ctrlKey || metaKey)) {
        event.preventDefault();
        if (!event.repeat) send();
        return;
      }
      const box = field.current;
      const character = /^[\x21-\x7e]$/.test(key) && !ctrlKey && !metaKey && !altKey;
      const inField = event.target === box || writesText(event.target);
      // The character itself follows the focus.
      if (box && character && key !== '/' && !inField) box.focus();
    }
    /** A mouse press keeps the focus in the scan box, unless it is on a field, a list or a dialog. */
    function click(event: MouseEvent) {
      const onButton = event.target instanceof Element && event.target.closest('main button');
      if (!onButton || event.detail === 0 || !matchMedia('(pointer: fine)').matches) return;
      requestAnimationFrame(() => {
        if (isDialogOpen() || document.querySelector(OPEN_LIST) || writesText(document.activeElement)) return;
        field.current?.focus();
      });
    }
    window.addEventListener('keydown', press);
    window.addEventListener('click', click);
    return () => {
      window.removeEventListener('keydown', press);
      window.removeEventListener('click', click);
    };
  }, [field]);
}
