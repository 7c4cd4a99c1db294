import { spawnSync } from 'node:child_process';
import { defineConfig } from 'vite';

/** The commit in twelve digits, with + when the tree was changed since; an image is built without the repository and sets COMMIT. */
function commit(): string {
  const git = (...words: string[]) => spawnSync('git', words, { encoding: 'utf8' });
  const { COMMIT } = process.env;
  if (COMMIT) return COMMIT.slice(0, 40);
  const { status, stdout } = git('rev-parse', '--short=12', 'HEAD');
  if (status !== 0) return 'unknown';
  return stdout.trim() + (git('status', '--porcelain', '--untracked-files=no').stdout ? '+' : '');
}

/** The server part: server/main.ts and the commands become dist/server; packages stay in node_modules. */
export default defineConfig({
  define: { KEYHOLD_COMMIT: JSON.stringify(commit()) },
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rollupOptions: {
      input: {
        main: 'server/main.ts',
        build: 'server/build.ts',
        encode: 'server/features/key-bunch/encode.ts',
        'import-worker': 'server/http/import-worker.ts',
        verify: 'server/commands/verify.ts',
        migrate: 'server/commands/migrate.ts',
        company: 'server/commands/company.ts',
        'register-sheet': 'server/commands/register-sheet.ts',
        backup: 'server/commands/backup.ts',
        restore: 'server/commands/restore.ts',
        'password-link': 'server/commands/password-link.ts',
      },
    },
  },
});
