import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Everything is a file of its own that the page asks its own server for: nothing inline, so a strict policy holds. */
export default defineConfig({
  plugins: [react()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8787', '/auth': 'http://127.0.0.1:8787' } },
});
