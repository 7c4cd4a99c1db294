import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';
import { ROUTE_TABLE } from './scripts/routes.ts';
import { browserContract } from './scripts/vite/browser-contract.ts';
import { checkGroups, GROUPS } from './scripts/vite/chunks.ts';

const WEB = join(import.meta.dirname, 'web');

/** What a page of web/routes/ needs beside the start, as the server finds it in .vite/pages.json. */
type PageFiles = { path: string; visitors: boolean; files: string[] };

/**
 * Writes for each route which scripts its page needs beside the start, so that the server can name them in the page it sends: the router
 * does that from a manifest only on its own server, TanStack Start. What lies in web/public/ is for visitors, all else has the frame round
 * it.
 */
function pageFiles(): Plugin {
  return {
    name: 'page-files',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      const start = chunks.find(({ isEntry }) => isEntry);
      const eager =
        start?.moduleIds.filter((id) => id.endsWith('Page.tsx') && !id.includes('/web/shell/')) ?? [];
      if (eager.length > 0) throw new Error(`The start has a page in it: ${eager.join(', ')}`);
      const filesOf = (...modules: string[]): string[] => {
        const files = new Set<string>();
        const add = (file: string) => {
          if (file === start?.fileName || files.has(file)) return;
          files.add(file);
          for (const next of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) add(next);
        };
        for (const module of modules) {
          const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(join(WEB, module)));
          if (!chunk) throw new Error(`web/${module} is in no file`);
          add(chunk.fileName);
        }
        return [...files];
      };
      const frame = ['ui/overlay/Tooltip.tsx', 'shell/Shell.tsx'];
      const pages = ROUTE_TABLE.map(({ path, page }): PageFiles => {
        const visitors = page.startsWith('public/');
        return { path, visitors, files: visitors ? filesOf(page) : filesOf(...frame, page) };
      });
      const landing = filesOf('public/landing/LandingPage.tsx');
      const source = JSON.stringify({ landing, pages });
      this.emitFile({ type: 'asset', fileName: '.vite/pages.json', source });
    },
  };
}

/** What a device keeps: all scripts, styles, the decoder and the Latin font. Other scripts' letters come from the device's own fonts. */
const KEPT = /\.(js|css|wasm)$|\/inter-latin(-ext)?-wght-normal[^/]*\.woff2$/;
const FIXED_NAMES = ['theme.js', 'favicon.svg'];

/** Builds web/service-worker.ts into sw.js with the list of what it keeps: each file by its hash, so that nothing else can take its place. */
function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const read = (file: string) => readFileSync(join(dir, file));
      const hashOf = (file: string) => createHash('sha384').update(read(file)).digest('base64');
      const named = Object.keys(bundle).filter((file) => KEPT.test(file));
      // The largest last, so that the pages are kept first.
      const files = [...FIXED_NAMES, ...named].sort(
        (a, b) => Number(/wasm$/.test(a)) - Number(/wasm$/.test(b)),
      );
      const kept = files.map((file) => ({
        url: `/${file}`,
        revision: FIXED_NAMES.includes(file) ? hashOf(file).slice(0, 16) : null,
        integrity: `sha384-${hashOf(file)}`,
      }));
      const [, entry] = /<script type="module"[^>]* src="([^"]+)"/.exec(read('index.html').toString()) ?? [];
      if (!entry) throw new Error('index.html starts no script');
      await build({
        configFile: false,
        logLevel: 'warn',
        define: {
          KEYHOLD_FILES: JSON.stringify(kept),
          KEYHOLD_SHELL: JSON.stringify({ revision: hashOf('index.html').slice(0, 16), entry }),
        },
        build: {
          outDir: dir,
          emptyOutDir: false,
          copyPublicDir: false,
          target: 'es2022',
          rolldownOptions: {
            input: join(WEB, 'service-worker.ts'),
            output: { format: 'iife', entryFileNames: 'sw.js' },
          },
        },
      });
    },
  };
}

/** The browser part: web/ becomes dist/web, which the server serves. */
export default defineConfig({
  root: 'web',
  publicDir: 'static',
  plugins: [react(), tailwindcss(), browserContract(), checkGroups(), pageFiles(), serviceWorker()],
  server: { proxy: { '^/(api/|version$)': process.env.API_URL ?? 'http://127.0.0.1:3000' } },
  worker: { format: 'es' },
  // React has this hook since version 18: the package for older ones is not needed.
  resolve: {
    alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector.js' },
  },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    // Only Safari before 17 needs it, and works without: a page's scripts then come one after the other.
    modulePreload: { polyfill: false },
    target: 'es2022',
    // What Tailwind's own output needs anyway: for older ones nothing is worth writing twice.
    cssTarget: ['chrome111', 'safari16.4', 'firefox128'],
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: GROUPS },
        // What several share is called by the names of them all: too much for an address. The first script names every file, so that each
        // character of a hash costs it 50 bytes.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash:7].js`,
      },
    },
  },
});
