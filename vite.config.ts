import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin } from 'vite';
import { ROUTE_TABLE } from './scripts/routes.ts';
import type { Call } from './shared/contract/call.ts';

const WEB = join(import.meta.dirname, 'web');

/** What the browser reads of an entry of the contract. */
type Kept = 'method' | 'path' | 'needs' | 'reads' | 'one' | 'changes';

/** What only the server needs: every other field, so that a new one does not compile until it is of one kind or the other. */
const SERVER_ONLY: Record<Exclude<keyof Call, Kept>, true> = {
  also: true,
  confirm: true,
  params: true,
  query: true,
  body: true,
  large: true,
  file: true,
  reply: true,
  status: true,
  mail: true,
  oneTimeSecret: true,
  noTokens: true,
  first: true,
  signsIn: true,
};
const METHODS = ['get', 'post', 'patch', 'remove'];

/**
 * Of the contract the browser receives what `Kept` names: without its schemas, and the imports that only they need, the first
 * page needs no zod, and a form's own schema comes with its dialog.
 */
function browserContract(): Plugin {
  return {
    name: 'browser-contract',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (!/\/shared\/[\w/-]+\.ts$/.test(id)) return null;
      const made = id.includes('/shared/contract/') ? withoutSchemas(code, this.parse(code)) : code;
      // A module of shared/ only says what things are: what nobody uses of it is left out.
      return { code: made, map: null, moduleSideEffects: false };
    },
  };
}

/** A node of a syntax tree, as far as it is read here. */
type Node = {
  type: string;
  start: number;
  end: number;
  name?: string;
  callee?: Node;
  arguments?: Node[];
  properties?: Node[];
  key?: Node;
  value?: unknown;
  specifiers?: Node[];
  local?: Node;
};

function withoutSchemas(code: string, tree: unknown): string {
  const cuts: Node[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (typeof value !== 'object' || value === null || !('type' in value)) return;
    const { type, callee, arguments: given } = value as Node;
    if (type === 'CallExpression' && METHODS.includes(callee?.name ?? '')) {
      const properties = given?.[1]?.properties ?? [];
      // A kiosk reads by itself: its calls refresh no read.
      const isKiosk = properties.some(
        ({ key, value: of }) => key?.name === 'needs' && (of as Node | undefined)?.value === 'kiosk',
      );
      const isCut = (name: string) => name in SERVER_ONLY || (isKiosk && /^(reads|changes)$/.test(name));
      cuts.push(...properties.filter(({ key }) => isCut(key?.name ?? '')));
    }
    Object.values(value).forEach(visit);
  };
  visit(tree);
  const imports = (tree as { body: Node[] }).body.filter(({ type }) => type === 'ImportDeclaration');
  // A comment may name what only a schema needs.
  const rest = without(code, [...cuts, ...imports]).replace(/\/\*[\s\S]*?\*\//g, '');
  const isUsed = ({ local }: Node) => new RegExp(`\\b${local?.name}\\b`).test(rest);
  return without(code, [...cuts, ...imports.filter(({ specifiers = [] }) => !specifiers.some(isUsed))]);
}

const without = (code: string, cuts: Node[]): string =>
  cuts
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ''), code);

/**
 * Which modules share a file: else a page would ask for one of every icon, button and box on it. The first group that names a module has it,
 * and with it all that it imports and no group before has: so the order decides, and a group named by a page is just what that page needs.
 * No schema may come into a group above `forms`: the pages that people open all day would load what only forms need.
 */
const GROUPS = [
  { name: 'start', tags: ['$initial' as const] },
  { name: 'icons', test: /lucide-react/, minShareCount: 3 },
  // Loaded once a page with actions is shown.
  { name: 'messages', test: anyOf('shared/action-messages') },
  // The sign-in needs no more than these two: neither tooltips nor dialogs, nor what forms need.
  {
    name: 'controls',
    test: anyOf(
      'web/ui/(Button|Notice|Wordmark|Skeleton|classes|media)',
      'web/ui/form/(Input|Field|Checkbox)',
      'web/(api/action|api/storage|public/Waiting)',
    ),
  },
  {
    name: 'sign-in',
    test: anyOf(
      'web/public/(AccountFrame|SignInForm|SecondStep|sign-in)',
      'web/second-factor/(FactorAnswer|passkey)',
    ),
  },
  // What visitors and members share.
  {
    name: 'ui',
    test: anyOf(
      'web/ui/(?![wW]indow|Tab|List|QrCode|NotFound)[^/]+',
      'web/ui/overlay/(Tooltip|Dialog|ConfirmDialog)',
      'shared/(zone|count|plan|limits|clean-text|isolated|(?!activity|approval|import|custody|reservation)[^/]+-words)',
    ),
  },
  // Every page of members has the frame; the dashboard is the first of them.
  {
    name: 'frame',
    test: anyOf(
      'web/.+/(Shell|NoAccess|Toaster|DashboardPage|KeyBunchDialogs)',
      'web/api/list',
      'shared/opens-text',
    ),
  },
  // Of the pages of every day the desk alone needs it.
  { name: 'custody', test: anyOf('shared/(custody-words|due)') },
  {
    name: 'fields',
    test: anyOf(
      'web/ui/(form|overlay)/[^/]+',
      'web/device/scan/(?!decoder|[Cc]amera)[^/]+',
      'shared/record-fields',
    ),
    minShareCount: 3,
  },
  { name: 'lists', test: anyOf('web/key-bunch/list/KeyBunchesPage') },
  { name: 'rows', test: anyOf('web/ui/List[^/]+') },
  {
    name: 'forms',
    test: new RegExp(
      `${anyOf('web/form/(?!ChoosePerson).+', 'shared/(text|key-bunch|location|audit|password|actor)').source}|react-hook-form|@hookform|/zod/`,
    ),
  },
  // An audit is opened where the signal is bad: without what other pages of nouns need.
  { name: 'audit', test: anyOf('web/audit/AuditPage') },
  {
    name: 'account',
    test: anyOf(
      'web/public/(?!landing/).+',
      'web/second-factor/(FactorAnswer|passkey)',
      'shared/(user|company)',
    ),
    minShareCount: 2,
  },
  // No dialog and no field: with them every page would load what forms need. Nor what the desk shares with few.
  {
    name: 'nouns',
    test: anyOf(
      '(web|shared)/(?!public/|desk/|second-factor/|api/kept/|api/live|ui/QrCode|user|due\\.|.*(tag-reason|/dialogs/|Dialog|Field|DueChips|due-choices)).+',
    ),
    minShareCount: 3,
  },
].map((group, at, all) => ({ ...group, priority: all.length - at }));

/** Matches the modules of these paths, given without their ending. */
function anyOf(...paths: string[]): RegExp {
  return new RegExp(`/(${paths.join('|')})\\.tsx?$`);
}

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
  plugins: [react(), tailwindcss(), browserContract(), pageFiles(), serviceWorker()],
  server: { proxy: { '^/(api/|version$)': process.env.API_URL ?? 'http://127.0.0.1:3000' } },
  worker: { format: 'es' },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
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
