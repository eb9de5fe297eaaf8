// Opens the store that `--store` or the environment names, for a command.

import type { Awaitable } from '../base/awaitable.ts'
import type { Compiled } from '../compile/compile.ts'
import { StoreFailure } from '../exchange/store-failure.ts'
import type { InspectableStore, StoreProblem } from '../store/kind.ts'
import { fileForms, openStoredService, storeInEnvironment } from '../store/registry.ts'
import { type Console, Misuse, type Status, type Values, readTextOption } from './command.ts'
import { withoutErrors } from './compiled.ts'

/** The help text of `--store`. */
export const storeFlag = `--store ${fileForms}`

export async function storeFromOption(values: Values): Promise<InspectableStore> {
  return orMisuse(await openStoredService(readTextOption(values, 'store') ?? readEnvironmentStore()))
}

/** The store that the environment names; undefined if it names none. */
export function readEnvironmentStore(): string | undefined {
  const store = storeInEnvironment(process.env)
  return store && orMisuse(store).name
}

export function orMisuse<T extends object>(opened: T | StoreProblem): T {
  if ('problem' in opened) throw new Misuse(opened.problem)
  return opened
}

/** Opens a store and closes it after the work; if the document has errors, reports them and opens nothing. */
export async function withStore<T extends { close(): Awaitable<void> }>(
  path: string,
  console: Console,
  open: (facts: Compiled['facts']) => Awaitable<T | StoreProblem>,
  work: (opened: T) => Status | Promise<Status>,
): Promise<Status> {
  const result = withoutErrors(path, console)
  if (result === undefined) return 1
  const opened = orMisuse(await open(result.facts))
  try {
    return await work(opened)
  } catch (error) {
    if (error instanceof StoreFailure) throw new Misuse(`the store cannot be used: ${error.message}`)
    throw error
  } finally {
    await opened.close()
  }
}
