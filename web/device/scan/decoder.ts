import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

/**
 * Reads codes in a picture, in a worker of its own: the one place where WebAssembly may be compiled, by the policy its own script is served
 * with (server/http/pages.ts). It is told ImageData and answers the text of the first code, or null.
 */
prepareZXingModule({
  overrides: {
    locateFile: (path: string, prefix: string) => (path.endsWith('.wasm') ? wasmUrl : prefix + path),
  },
});

const OPTIONS: ReaderOptions = {
  formats: ['QRCode', 'DataMatrix', 'Code128', 'Code39', 'EAN13', 'ITF'],
  maxNumberOfSymbols: 1,
};

self.addEventListener('message', async ({ data }: MessageEvent<ImageData>) => {
  try {
    const [found] = await readBarcodes(data, OPTIONS);
    self.postMessage({ text: found?.text || null });
  } catch (error) {
    self.postMessage({ text: null, failed: String(error) });
  }
});
