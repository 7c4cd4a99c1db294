import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

/**
 * Worker that reads codes in ImageData; posts the text of the first code, or null. Only here the content security policy allows WebAssembly
 * (server/http/pages.ts).
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
