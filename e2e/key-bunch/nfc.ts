import { expect, type Page } from '@playwright/test';

/** The names of the errors with which a browser refuses to scan (W3C draft "Web NFC"). */
export type NfcRefusal =
  | 'NotAllowedError'
  | 'NotSupportedError'
  | 'NotReadableError'
  | 'InvalidStateError'
  | 'NetworkError';

type Device = {
  listening: Set<EventTarget>;
  refusal: string | null;
  /** How many scans have begun to listen since the page was loaded. */
  scans: number;
  vibrations: (number | number[])[];
};
declare global {
  interface Window {
    nfcDevice: Device;
  }
}

/**
 * Gives the page an NFC reader, which Chromium on a desktop lacks: a stand-in for NDEFReader that follows the W3C draft. Its `scan()`
 * takes an AbortSignal, rejects with `refuse` as the name of a DOMException, and a reader that scans already refuses to scan again;
 * tags are told to every reader that listens, as `reading` and `readingerror` events, until its signal aborts. Vibrations are
 * written down. To be called before the page is loaded.
 */
export async function installNfc(page: Page, { refuse }: { refuse?: NfcRefusal } = {}): Promise<void> {
  await page.addInitScript((refusal) => {
    const device: Device = { listening: new Set(), refusal, scans: 0, vibrations: [] };
    window.nfcDevice = device;
    class NDEFReader extends EventTarget {
      async scan({ signal }: { signal?: AbortSignal } = {}): Promise<void> {
        if (signal?.aborted) throw new DOMException('The scan was aborted', 'AbortError');
        if (device.listening.has(this)) throw new DOMException('A scan is going on', 'InvalidStateError');
        // The permission is asked for, and the adapter is found, in their own time.
        await new Promise((resolve) => setTimeout(resolve, 20));
        if (signal?.aborted) throw new DOMException('The scan was aborted', 'AbortError');
        if (device.refusal) throw new DOMException('The scan was refused', device.refusal);
        device.listening.add(this);
        device.scans += 1;
        signal?.addEventListener('abort', () => device.listening.delete(this));
      }
    }
    Object.defineProperty(window, 'NDEFReader', { value: NDEFReader, configurable: true });
    Object.defineProperty(navigator, 'vibrate', {
      value: (pattern: number | number[]) => device.vibrations.push(pattern) > 0,
      configurable: true,
    });
  }, refuse ?? null);
}

/** From now on scans are refused with that error, or, with null, allowed. */
export const refuseNfc = (page: Page, refusal: NfcRefusal | null): Promise<void> =>
  page.evaluate((name) => {
    window.nfcDevice.refusal = name;
  }, refusal);

/** How many readers listen now. */
export const nfcListening = (page: Page): Promise<number> =>
  page.evaluate(() => window.nfcDevice.listening.size);

/** How many scans have begun to listen since the page was loaded. */
export const nfcScans = (page: Page): Promise<number> => page.evaluate(() => window.nfcDevice.scans);

/** Holds a tag to the device, once it listens. An empty serial is one that the tag does not tell. */
export async function tapTag(page: Page, serial: string): Promise<void> {
  await expect.poll(() => nfcListening(page), { message: 'the device listens' }).toBeGreaterThan(0);
  await page.evaluate((serialNumber) => {
    for (const reader of [...window.nfcDevice.listening]) {
      const event = Object.assign(new Event('reading'), { serialNumber, message: { records: [] } });
      reader.dispatchEvent(event);
    }
  }, serial);
}

/** Holds something to the device that it cannot read. */
export async function failTag(page: Page): Promise<void> {
  await expect.poll(() => nfcListening(page), { message: 'the device listens' }).toBeGreaterThan(0);
  await page.evaluate(() => {
    for (const reader of [...window.nfcDevice.listening]) reader.dispatchEvent(new Event('readingerror'));
  });
}

/** Every vibration since the page was loaded, in milliseconds. */
export const vibrations = (page: Page): Promise<(number | number[])[]> =>
  page.evaluate(() => window.nfcDevice.vibrations);

type Stroke = {
  key: string;
  code?: string;
  text?: string;
  modifiers?: number;
  windowsVirtualKeyCode?: number;
};

/** A reader presses Shift for capitals; of the other keys only the character counts. */
function strokes(key: string): Stroke[] {
  const special = { Enter: { text: '\r', windowsVirtualKeyCode: 13 }, Tab: { windowsVirtualKeyCode: 9 } }[
    key
  ];
  if (special) return [{ key, code: key, ...special }];
  const shift = { key: 'Shift', code: 'ShiftLeft', windowsVirtualKeyCode: 16 };
  return /[A-Z:]/.test(key) ? [shift, { key, text: key, modifiers: 8 }] : [{ key, text: key }];
}

/**
 * Scans a tag with a reader that acts as a keyboard: its characters, then Enter or Tab, each sent without waiting for the one before, as
 * a device does.
 */
export async function wedge(page: Page, serial: string, end: 'Enter' | 'Tab' = 'Enter'): Promise<void> {
  const device = await page.context().newCDPSession(page);
  // The device's own clock tells when each key was pressed, however busy the machine is.
  let timestamp = Date.now() / 1000;
  const keys = [...serial, end].flatMap(strokes).map((key) => {
    timestamp += 0.01;
    return { timestamp, ...key };
  });
  await Promise.all(
    keys.flatMap((key) => [
      device.send('Input.dispatchKeyEvent', { type: 'keyDown', ...key }),
      device.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key }),
    ]),
  );
  await device.detach();
}
