import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const ROOT = join(import.meta.dirname, '../..');

/** A file of the build by the modules in it: `paths` are patterns of modules without their ending, `packages` of those of packages. */
type Group = {
  name: string;
  paths?: string[];
  packages?: RegExp;
  tags?: ['$initial'];
  minShareCount?: number;
};

/**
 * Which modules share a file: else a page would ask for one of every icon, button and box on it. The first group that names a module has it,
 * and with it all that it imports and no group before has: so the order decides, and a group named by a page is just what that page needs.
 * No schema may come into a group above `forms`: the pages that people open all day would load what only forms need.
 */
const TABLE: Group[] = [
  { name: 'start', tags: ['$initial'] },
  { name: 'icons', packages: /lucide-react/, minShareCount: 3 },
  // Loaded once a page with actions is shown.
  { name: 'messages', paths: ['shared/action-messages'] },
  // The sign-in needs no more than these two: neither tooltips nor dialogs, nor what forms need.
  {
    name: 'controls',
    paths: [
      'web/ui/(Button|Notice|Wordmark|Skeleton|classes|media)',
      'web/ui/form/(Input|Field|Checkbox)',
      'web/(api/action|api/storage|public/Waiting)',
    ],
  },
  {
    name: 'sign-in',
    paths: ['web/public/(AccountFrame|SignInForm|SecondStep|sign-in)', 'web/second-factor/FactorAnswer'],
  },
  // What visitors and members share.
  {
    name: 'ui',
    paths: [
      'web/ui/(?![wW]indow|Tab|List|QrCode|NotFound)[^/]+',
      'web/ui/overlay/(Tooltip|Dialog|ConfirmDialog)',
      'shared/(zone|count|plan|limits|clean-text|isolated|(?!activity|approval|import|custody|reservation)[^/]+-words)',
    ],
  },
  // Every page of members has the frame; the dashboard is the first of them.
  {
    name: 'frame',
    paths: ['web/.+/(Shell|NoAccess|Toaster|DashboardPage)', 'web/api/list'],
  },
  // Of the pages of every day the desk alone needs it.
  { name: 'custody', paths: ['shared/(custody-words|due)'] },
  // All that a checklist needs of other pages: what scans, and windowed lists, without the boxes of a form and the key list.
  {
    name: 'scan',
    paths: [
      'web/device/scan/(nfc|nfc-listening|answer-looks)',
      'web/ui/overlay/dialog-state',
      'shared/opens-text',
    ],
  },
  { name: 'window', paths: ['web/ui/(WindowRows|form/SearchInput)', 'web/BunchText'] },
  // Of all boxes those that lists filter by.
  { name: 'select', paths: ['web/ui/form/(Select|OptionButton)'] },
  {
    name: 'fields',
    paths: [
      'web/ui/(form|overlay)/(?!SecretDialog)[^/]+',
      'web/device/scan/(?!decoder|[Cc]amera)[^/]+',
      'shared/record-fields',
    ],
    minShareCount: 3,
  },
  { name: 'lists', paths: ['web/key-bunch/list/KeyBunchesPage'] },
  { name: 'rows', paths: ['web/ui/List[^/]+'] },
  {
    name: 'forms',
    paths: [
      'web/form/(?!ChoosePerson).+',
      'shared/(text|key-bunch|key-bunch-forms|location|audit|password|actor)',
    ],
    packages: /react-hook-form|@hookform|\/zod\//,
  },
  // An audit is opened where the signal is bad: without what other pages of nouns need.
  { name: 'audit', paths: ['web/audit/AuditPage'] },
  {
    name: 'account',
    paths: ['web/public/(?!landing/).+', 'web/second-factor/FactorAnswer', 'shared/(user|company)'],
    minShareCount: 2,
  },
  // No dialog and no field: with them every page would load what forms need. Nor what the desk shares with few.
  {
    name: 'nouns',
    paths: [
      '(web|shared)/(?!public/|desk/|second-factor/|api/kept/|api/live|ui/QrCode|user|due\\.|.*(tag-reason|/dialogs/|Dialog|Field|DueChips|due-choices)).+',
    ],
    minShareCount: 3,
  },
];

/** The groups for the bundler: the first that names a module has it. */
export const GROUPS = TABLE.map(({ paths = [], packages, ...group }, at) => ({
  ...group,
  ...((paths.length > 0 || packages) && { test: either(paths, packages) }),
  priority: TABLE.length - at,
}));

function either(paths: string[], packages?: RegExp): RegExp {
  const sources = [
    ...(paths.length > 0 ? [named(paths).source] : []),
    ...(packages ? [packages.source] : []),
  ];
  return new RegExp(sources.join('|'));
}

/** Matches the modules of these paths, given without their ending. */
function named(paths: string[]): RegExp {
  return new RegExp(`/(${paths.join('|')})\\.tsx?$`);
}

/** Refuses a build in which a group names a module that was moved or deleted: its scripts would go elsewhere in silence. */
export function checkGroups(): Plugin {
  return {
    name: 'check-groups',
    apply: 'build',
    buildStart() {
      const gone = missingPaths(TABLE, modules());
      if (gone.length > 0)
        throw new Error(`scripts/vite/chunks.ts names what no file is called any more: ${gone.join(', ')}`);
    },
  };
}

/** The paths of groups that are no module's, each with its group: "forms: shared/texts". */
export const missingPaths = (groups: readonly Group[], files: readonly string[]): string[] =>
  groups.flatMap(({ name, paths = [] }) =>
    paths
      .flatMap(alternatives)
      .filter((path) => !files.some((file) => named([path]).test(file)))
      .map((path) => `${name}: ${path}`),
  );

/** "web/(A|B)" as "web/A" and "web/B"; other brackets stay as they are. */
function alternatives(path: string): string[] {
  const begin = path.search(/\((?!\?)/);
  if (begin === -1) return [path];
  const parts = [''];
  let depth = 0;
  let end = begin;
  for (; end < path.length; end += 1) {
    const letter = path.charAt(end);
    if (letter === ')' && depth === 1) break;
    if (letter === '(') depth += 1;
    if (letter === ')') depth -= 1;
    if (letter === '|' && depth === 1) parts.push('');
    else if (end > begin) parts.push(`${parts.pop()}${letter}`);
  }
  return parts.flatMap((part) => alternatives(path.slice(0, begin) + part + path.slice(end + 1)));
}

/** Every module of the browser's part and of what it shares. */
const modules = (): string[] =>
  ['web', 'shared'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
      (file) => `/${folder}/${file.replaceAll('\\', '/')}`,
    ),
  );
