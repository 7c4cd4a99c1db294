import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The browser part: web/ becomes dist/web, which the server serves. */
export default defineConfig({
  root: 'web',
  publicDir: 'static',
  plugins: [react(), tailwindcss()],
  server: { proxy: { '^/api/': process.env.API_URL ?? 'http://127.0.0.1:3000' } },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    assetsInlineLimit: 0,
  },
});
