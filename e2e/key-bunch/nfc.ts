import { expect, type Page } from '@playwright/test';

/** Names of the errors with which a browser refuses to scan (W3C draft "Web NFC"). */
export type NfcRefusal =
  | 'NotAllowedError'
  | 'NotSupportedError'
  | 'NotReadableError'
  | 'InvalidStateError'
  | 'NetworkError';

type Device = {
  listening: Set<EventTarget>;
  refusal: string | null;
  /** Number of scans started since the page was loaded. */
  scans: number;
  vibrations: (number | number[])[];
};
declare global {
  interface Window {
    nfcDevice: Device;
  }
}

/**
 * Installs an NFC reader in the page, which Chromium on a desktop lacks: an NDEFReader by the W3C draft. `scan()` takes an AbortSignal,
 * rejects with the DOMException `refuse`, and rejects a second scan of the same reader. Readers get `reading` and `readingerror` events
 * until aborted. Tags may be read without a press unless scans are refused: what Chromium answers depends on the tests before. Records
 * vibrations. Call before the page is loaded.
 */
export async function installNfc(page: Page, { refuse }: { refuse?: NfcRefusal } = {}): Promise<void> {
  await page.addInitScript((refusal) => {
    const device: Device = { listening: new Set(), refusal, scans: 0, vibrations: [] };
    window.nfcDevice = device;
    class NDEFReader extends EventTarget {
      async scan({ signal }: { signal?: AbortSignal } = {}): Promise<void> {
        if (signal?.aborted) throw new DOMException('The scan was aborted', 'AbortError');
        if (device.listening.has(this)) throw new DOMException('A scan is going on', 'InvalidStateError');
        // Permission and adapter take a moment.
        await new Promise((resolve) => setTimeout(resolve, 20));
        if (signal?.aborted) throw new DOMException('The scan was aborted', 'AbortError');
        if (device.refusal) throw new DOMException('The scan was refused', device.refusal);
        device.listening.add(this);
        device.scans += 1;
        signal?.addEventListener('abort', () => device.listening.delete(this));
      }
    }
    Object.defineProperty(window, 'NDEFReader', { value: NDEFReader, configurable: true });
    const { query } = Permissions.prototype;
    Permissions.prototype.query = function (about) {
      if (String(about.name) !== 'nfc') return query.call(this, about);
      return Promise.resolve({ state: refusal ? 'prompt' : 'granted' } as PermissionStatus);
    };
    Object.defineProperty(navigator, 'vibrate', {
      value: (pattern: number | number[]) => device.vibrations.push(pattern) > 0,
      configurable: true,
    });
  }, refuse ?? null);
}

/** Makes later scans fail with that error; null allows them. */
export const refuseNfc = (page: Page, refusal: NfcRefusal | null): Promise<void> =>
  page.evaluate((name) => {
    window.nfcDevice.refusal = name;
  }, refusal);

/** Number of listening readers. */
export const nfcListening = (page: Page): Promise<number> =>
  page.evaluate(() => window.nfcDevice.listening.size);

/** Number of scans started since the page was loaded. */
export const nfcScans = (page: Page): Promise<number> => page.evaluate(() => window.nfcDevice.scans);

/** Taps a tag once the device is listening. An empty serial means that the tag has none. */
export async function tapTag(page: Page, serial: string): Promise<void> {
  await expect.poll(() => nfcListening(page), { message: 'the device listens' }).toBeGreaterThan(0);
  await page.evaluate((serialNumber) => {
    for (const reader of [...window.nfcDevice.listening]) {
      const event = Object.assign(new Event('reading'), { serialNumber, message: { records: [] } });
      reader.dispatchEvent(event);
    }
  }, serial);
}

/** Taps a tag that cannot be read. */
export async function failTag(page: Page): Promise<void> {
  await expect.poll(() => nfcListening(page), { message: 'the device listens' }).toBeGreaterThan(0);
  await page.evaluate(() => {
    for (const reader of [...window.nfcDevice.listening]) reader.dispatchEvent(new Event('readingerror'));
  });
}

/** All vibrations since the page was loaded, in milliseconds. */
export const vibrations = (page: Page): Promise<(number | number[])[]> =>
  page.evaluate(() => window.nfcDevice.vibrations);

type Stroke = {
  key: string;
  code?: string;
  text?: string;
  modifiers?: number;
  windowsVirtualKeyCode?: number;
};

/** A reader presses Shift for capitals; of other keys only the character matters. */
function strokes(key: string): Stroke[] {
  const special = { Enter: { text: '\r', windowsVirtualKeyCode: 13 }, Tab: { windowsVirtualKeyCode: 9 } }[
    key
  ];
  if (special) return [{ key, code: key, ...special }];
  const shift = { key: 'Shift', code: 'ShiftLeft', windowsVirtualKeyCode: 16 };
  return /[A-Z:]/.test(key) ? [shift, { key, text: key, modifiers: 8 }] : [{ key, text: key }];
}

/** Types a serial as a keyboard reader: its characters, then Enter or Tab, without waiting between keys. */
export async function wedge(page: Page, serial: string, end: 'Enter' | 'Tab' = 'Enter'): Promise<void> {
  const device = await page.context().newCDPSession(page);
  // Fixed timestamps of the keys, independent of the machine's load.
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
