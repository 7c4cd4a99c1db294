import { store, stored } from '../../api/storage.ts';
import { sharedValue } from '../../ui/shared-value.ts';
import { NFC_FAILED, NFC_OK, vibrate } from './nfc.ts';

/** Result of a scan: counted, counted before, or not counted. */
export type ScanTone = 'good' | 'again' | 'bad';

const STORAGE_KEY = 'keyhold.scan-sound';
const sound = sharedValue(stored(STORAGE_KEY) !== 'off');

/** Whether the scan sound is on; stored on this device. */
export const useSound = (): boolean => sound.use();

export function setSound(on: boolean): void {
  sound.set(on);
  store(STORAGE_KEY, on ? 'on' : 'off');
}

/** Hertz and seconds of each note: rising for good, low for bad. */
const NOTES: Record<ScanTone, readonly (readonly [number, number])[]> = {
  good: [
    [880, 0.07],
    [1320, 0.09],
  ],
  again: [[660, 0.12]],
  bad: [
    [220, 0.14],
    [165, 0.2],
  ],
};
const BUZZ: Record<ScanTone, number | number[]> = { good: NFC_OK, again: [100, 100, 100], bad: NFC_FAILED };

let speaker: AudioContext | null = null;

/** Signals the result of a scan by vibration, and by sound if it is on. */
export function signalScan(tone: ScanTone): void {
  vibrate(BUZZ[tone]);
  // Browsers keep a page silent until the first press.
  if (
    !sound.get() ||
    typeof AudioContext === 'undefined' ||
    navigator.userActivation?.hasBeenActive === false
  )
    return;
  speaker ??= new AudioContext();
  if (speaker.state === 'suspended') void speaker.resume().catch(() => undefined);
  let at = speaker.currentTime;
  for (const [pitch, length] of NOTES[tone]) {
    const note = speaker.createOscillator();
    const volume = speaker.createGain();
    note.type = tone === 'bad' ? 'square' : 'sine';
    note.frequency.value = pitch;
    volume.gain.setValueAtTime(tone === 'bad' ? 0.05 : 0.15, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length);
    note.connect(volume).connect(speaker.destination);
    note.start(at);
    note.stop(at + length);
    at += length;
  }
}
