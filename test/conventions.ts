// The texts of conventions for tests: built-in ones from their folder, others as given.

import { readFileSync } from 'node:fs'
import { isBuiltIn } from '../src/convention/built-in.ts'

export function conventions(own: { readonly [path: string]: string } = {}): { convention(name: string): string | undefined } {
  return {
    convention(name) {
      if (Object.hasOwn(own, name)) return own[name]
      return isBuiltIn(name) ? readFileSync(new URL(`../conventions/${name}.md`, import.meta.url), 'utf8') : undefined
    },
  }
}
