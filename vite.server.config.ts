import { defineConfig } from 'vite';

/** The server part: server/main.ts and the commands become dist/server; packages stay in node_modules. */
export default defineConfig({
  build: {
    ssr: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rollupOptions: {
      input: {
        main: 'server/main.ts',
        draw: 'server/features/photo/draw.ts',
        'import-worker': 'server/http/import-worker.ts',
        verify: 'server/commands/verify.ts',
        migrate: 'server/commands/migrate.ts',
        company: 'server/commands/company.ts',
        'anchor-key': 'server/commands/anchor-key.ts',
        backup: 'server/commands/backup.ts',
        restore: 'server/commands/restore.ts',
        'password-link': 'server/commands/password-link.ts',
      },
    },
  },
});
