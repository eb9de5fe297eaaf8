// Loads the code that part 1 names: modules with a default export, relative to the document.

import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Model } from '../model/model.ts'
import { type Slot, listSpecifiedEntries, slotValueOf } from '../model/slot.ts'
import type { Behave, BehaviourCode } from '../serve/code.ts'
import { Misuse } from './command.ts'

/** Throws `Misuse` if a module cannot be loaded: the document is then not served. */
export async function loadBehaviours({ service }: Model): Promise<ReadonlyMap<string, BehaviourCode>> {
  const modules = new Map<string, BehaviourCode>()
  for (const { name, value } of listSpecifiedEntries(service.value.behaviours)) {
    const path = readPath(value.file)
    if (path === undefined) continue
    const timeout = slotValueOf(value.timeout)
    modules.set(name, { behave: await loadCode(name, path), ...(timeout === undefined ? {} : { timeout }) })
  }
  return modules
}

/** The files of the modules. */
export function listBehaviourFiles({ service }: Model): readonly string[] {
  return listSpecifiedEntries(service.value.behaviours).flatMap(({ value }) => readPath(value.file) ?? [])
}

/** Relative to the folder of the file that names it. */
function readPath(file: Slot<{ readonly text: string }>): string | undefined {
  return file.state === 'shown' ? resolve(dirname(file.at.span.source.name), file.value.text) : undefined
}

async function loadCode(name: string, path: string): Promise<Behave> {
  let changed: number
  try {
    changed = statSync(path).mtimeMs
  } catch {
    throw new Misuse(`the code of \`${name}\` should be in ${path}, which does not exist`)
  }
  try {
    // A changed module gets another URL, so that a restarted service runs its current text.
    const { default: behave } = (await import(`${pathToFileURL(path).href}?changed=${changed}`)) as { default?: unknown }
    if (typeof behave === 'function') return behave as Behave
  } catch (error) {
    throw new Misuse(`the code of \`${name}\`, ${path}, cannot be loaded: ${error instanceof Error ? error.message : String(error)}`)
  }
  throw new Misuse(`the code of \`${name}\`, ${path}, exports no function as its default`)
}
