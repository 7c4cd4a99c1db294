#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { checkNode } from './check-node.mjs';

/** Width of the first column of the help. */
const WIDTH = 30;

/** Each command: the file that runs it, what follows its name, and what it does. */
const COMMANDS = {
  start: ['../dist/server/main.js', '', 'run the server; so does `keyhold` alone'],
  verify: ['../dist/server/verify.js', '[--anchors FILE]', 'check that the history is unchanged'],
  backup: ['../dist/server/backup.js', 'FILE', 'copy everything into a new file'],
  restore: ['../dist/server/restore.js', 'FILE', 'load a backup into an empty database'],
  migrate: ['../dist/server/migrate.js', '', 'prepare the database for this version'],
  company: ['../dist/server/company.js', '[URL-IDENTIFIER]', 'list companies, or change one'],
  'register-sheet': [
    '../dist/server/register-sheet.js',
    'URL-IDENTIFIER --to FOLDER [--location NAME]',
    'write registers on paper into a folder',
  ],
  'password-link': ['../dist/server/password-link.js', 'EMAIL', 'create a password reset link'],
  'verify-export': ['../scripts/verify-export.mjs', 'FOLDER', 'check an unpacked export'],
};

/** A command with what follows it, and what it does: on the next line where the first is long. */
function lineOf([name, [, operands, meaning]]) {
  const text = `${name} ${operands}`;
  return `  ${text.length < WIDTH ? text.padEnd(WIDTH) : `${text}\n${' '.repeat(WIDTH + 2)}`}${meaning}`;
}

const HELP = `Usage: keyhold [COMMAND] [OPTIONS]

${Object.entries(COMMANDS).map(lineOf).join('\n')}

  --help                        this page
  --version                     version and commit

Environment variables configure all of them, such as DATA_DIR, PORT and DATABASE_URL: docs/operating.md.`;

checkNode();
const [word = 'start', ...operands] = process.argv.slice(2);
const path = (file) => fileURLToPath(new URL(file, import.meta.url));

if (word === '--help' || word === '-h' || operands.includes('--help')) console.log(HELP);
else if (!existsSync(path('../dist/server/main.js')))
  end(1, 'Keyhold is not built. Run `npm run build` first.');
else if (word === '--version') {
  const { BUILD } = await import('../dist/server/build.js');
  console.log(`keyhold ${BUILD.version} (${BUILD.commit})`);
} else if (!Object.hasOwn(COMMANDS, word))
  end(2, `There is no command ${word}. \`keyhold --help\` lists them.`);
else if (word === 'start' && operands.length > 0)
  end(2, 'start takes no options. Environment variables configure it: docs/operating.md.');
else {
  // Each command reads its own options, as if it had been started alone.
  process.argv = [process.argv[0], path(COMMANDS[word][0]), ...operands];
  await import(COMMANDS[word][0]);
}

function end(code, sentence) {
  console.error(sentence);
  process.exitCode = code;
}
