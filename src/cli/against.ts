// `check DOC --against OLD`: finds changes that break the promise of part 9 to clients of another edition.

import type { Compiled } from '../compile/compile.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import { diffEditions } from '../diff/diff.ts'
import { checkPromise, promiseOf } from '../diff/check-promise.ts'
import type { Console } from './command.ts'
import { asEdition, compareEditions, readEdition, defaultBudget } from './comparing.ts'

/** `path`: the other edition; `document`: the path of the compiled one. */
export async function findBrokenPromises(
  compiled: Compiled,
  path: string,
  document: string,
  console: Console,
): Promise<readonly Diagnostic[]> {
  const [old, now] = [readEdition(path, console, false, document), asEdition(compiled)]
  const promise = promiseOf(old, now)
  if (promise === 'none') {
    console.error('Part 9 of neither edition promises compatibility, so there is nothing to check: write `compatibility: backward`.\n')
    return []
  }
  const { changes } = await compareEditions({ old, new: now }, defaultBudget)
  return checkPromise(changes, promise === 'full' ? diffEditions(now, old) : [], promise)
}
