// Bundles the command and the API of the package into `dist/cli`, with all dependencies. A few files instead of hundreds halve the time of a
// start, most of which is finding and reading modules. Modules that only some commands need are separate files, loaded on use. All files are
// in one folder, because the path to the conventions starts there. `licenses.md` contains the licenses of the bundled packages.

import { resolve } from 'node:path'
import { type Plugin, defineConfig } from 'vite'

const root = resolve(import.meta.dirname, '..')

/**
 * Writes characters outside ASCII as escapes: V8 keeps the text of each file in memory, and needs two bytes per character if one of them is
 * outside Latin-1. A template of `String.raw` may contain such a character only if an escape means the same, as in a pattern.
 */
const asciiOnly: Plugin = {
  name: 'ascii-only',
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type === 'chunk')
        chunk.code = chunk.code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    }
  },
}

export default defineConfig({
  root,
  logLevel: 'warn',
  publicDir: false,
  plugins: [asciiOnly],
  ssr: { noExternal: true },
  build: {
    license: { fileName: 'licenses.md' },
    ssr: true,
    outDir: resolve(root, 'dist/cli'),
    emptyOutDir: true,
    target: 'esnext',
    minify: false,
    rolldownOptions: {
      // An optional peer dependency, which the user may install beside the package.
      external: ['@opentelemetry/api'],
      input: {
        ninefold: resolve(root, 'src/cli/ninefold.ts'),
        main: resolve(root, 'src/cli/main.ts'),
        index: resolve(root, 'src/index.ts'),
      },
      output: {
        comments: { annotation: false, jsdoc: false, legal: true },
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
      },
    },
  },
})
