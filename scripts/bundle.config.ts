// Bundles the command and the package's door for programs into `dist/cli`, dependencies with them: a few files instead of hundreds, since
// half of a start is finding and reading modules. `licenses.md` holds the licenses of what is bundled. What is asked for only by some
// commands stays apart, and is loaded when it is. All lie in one folder, from which the conventions are found.

import { resolve } from 'node:path'
import { type Plugin, defineConfig } from 'vite'

const root = resolve(import.meta.dirname, '..')

/**
 * V8 keeps the text of each file as long as the process lives: in two bytes a sign where one of them is beyond Latin-1, so that those
 * are written as escapes. A template of `String.raw` may hold them only where an escape means the same, as in a pattern.
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
      // An optional peer: it is there or not where the package is installed.
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
