// Bundles the command into `dist/cli`, dependencies with it: a few files instead of hundreds, since half of a start is finding and reading
// modules. `licenses.md` holds the licenses of what is bundled. What is asked for only by some commands stays apart, and is loaded when
// it is. All lie in one folder, from which the conventions are found.

import { resolve } from 'node:path'
import { defineConfig } from 'vite'

const root = resolve(import.meta.dirname, '..')

export default defineConfig({
  root,
  logLevel: 'warn',
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    license: { fileName: 'licenses.md' },
    ssr: resolve(root, 'src/cli/main.ts'),
    outDir: resolve(root, 'dist/cli'),
    emptyOutDir: true,
    target: 'esnext',
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'main.js', chunkFileNames: '[name]-[hash].js' } },
  },
})
