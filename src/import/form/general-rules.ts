// Reads statements about all endpoints of a kind: who may read or change, and the status of creating and deleting.

import { singular } from '../names.ts'
import { draftPlainText, takeLine } from './draft.ts'
import type { Form } from './statements.ts'
import type { Words } from './words.ts'

export type GeneralRules = {
  who(method: string, path: string): string | undefined
  status(does: string | undefined): string | undefined
}

/** `names`: things that it is about; empty where it is about all. */
type Permission = { readonly name: string; readonly names: readonly string[]; readonly isEverything?: true; readonly allows: (method: string, things: readonly string[]) => boolean }

/** Reads rules for all endpoints. Permissions keep the form's order: the role with the fewest comes first, and later roles include earlier ones. */
export function generalRules(form: Form, { words }: { readonly words: Words }): GeneralRules {
  const permissions: Permission[] = []
  let [created, deleted]: (string | undefined)[] = []
  for (const { part, blocks } of form.sections) {
    for (const block of blocks) {
      if (block.kind !== 'text' || block.statement.kind === 'sample') continue
      const { statement } = block
      const text = draftPlainText(statement.text).replace(/\.$/, '')
      if (part === 'authentication') {
        const permission = permissionIn(text, words)
        if (permission === undefined) continue
        permissions.push(permission)
        takeLine(statement)
      } else if (part === 'endpoints') {
        const statuses = [words.createdStatus.exec(text)?.[1], words.deletedStatus.exec(text)?.[1]]
        created ??= statuses[0]
        deleted ??= statuses[1]
        if (statuses.some((each) => each !== undefined)) takeLine(statement)
      }
    }
  }
  return {
    who(method, path) {
      const things = thingsIn(path)
      const found = permissions.find(({ allows }) => allows(method, things))
      // If another role may act on the resource, the role that may do everything is not the only one.
      const isOpen = found?.isEverything === true && permissions.some(({ names }) => names.some((each) => things.includes(each)))
      return isOpen ? undefined : found?.name
    },
    status: (does) => (does?.startsWith('create ') === true ? created : does?.startsWith('delete ') === true ? deleted : undefined),
  }
}

/** "read key: all GETs except webhooks", "write key: + create/change tickets", "admin: everything". */
export function permissionIn(text: string, words: Words): Permission | undefined {
  const [, name, deeds] = words.permission.exec(text) ?? []
  if (name === undefined || deeds === undefined) return undefined
  const [, what = deeds, excepted = ''] = words.except.exec(deeds) ?? []
  const except = thingsOf(excepted, words)
  const isExcepted = (things: readonly string[]): boolean => things.some((each) => except.includes(each))
  if (words.allReads.test(what)) return { name, names: [], allows: (method, things) => method === 'GET' && !isExcepted(things) }
  if (words.everything.test(what)) return { name, names: [], isEverything: true, allows: (_, things) => !isExcepted(things) }
  const [, all] = words.writes.exec(what) ?? []
  const wanted = all === undefined ? [] : thingsOf(all, words)
  // The last literal part of a path names the created resource; a verb after it is not interpreted.
  return wanted.length === 0 ? undefined : { name, names: wanted, allows: (method, things) => /^(?:POST|PUT|PATCH)$/.test(method) && things.length > 0 && wanted.includes(things.at(-1)!) && !isExcepted(things) }
}

function thingsOf(text: string, { conjunction }: Words): string[] {
  return text.split(conjunction).map((each) => plainThing(each)).filter((each) => each !== '')
}

function thingsIn(path: string): string[] {
  return path.split('/').filter((each) => each !== '' && !each.startsWith('{')).map(plainThing)
}

function plainThing(text: string): string {
  return singular(text.replaceAll('`', '').trim().toLowerCase().replaceAll(/[\s_-]+/g, ' '))
}
