// Finds the codes of errors that a form names without a status: "Check-in too early is `TOO_EARLY`".

import { draftPlainText } from '../draft.ts'
import type { FormResources } from '../resource.ts'
import type { Form, Statement } from '../statement.ts'
import type { Words } from '../words.ts'

export type OpenError = { readonly code: string; readonly status: string; readonly statement: Statement }

const spellings: readonly RegExp[] = [/^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/, /^[a-z][a-z\d]*(?:_[a-z\d]+)+$/, /^[a-z][a-z\d]*(?:-[a-z\d]+)+$/]

/** The other codes in the spelling of the known ones. `statuses`: the statuses of the known codes. */
export function openErrors(
  { sections }: Form,
  statuses: ReadonlyMap<string, string>,
  { all }: FormResources,
  { sameStatus, fieldCodes }: Words,
): readonly OpenError[] {
  const counts = spellings.map((spelling) => [...statuses.keys()].filter((code) => spelling.test(code)).length)
  const most = Math.max(...counts)
  if (most < 2) return []
  const spelling = spellings[counts.indexOf(most)]!
  const isCapital = spelling === spellings[0]
  const values = new Set(
    all.flatMap(({ fields }) => [...fields].flatMap(([name, { type }]) => [name, ...type.replace(/^one of /, '').split(', ')])),
  )
  const found = new Map<string, OpenError>()
  for (const { part, blocks } of sections) {
    // In the other parts, only capitals are certainly no name of something else.
    if (part === 'resources' || part === 'service' || part === 'events' || (part !== 'errors' && !isCapital)) continue
    for (const block of blocks) {
      const all =
        block.kind === 'table' ? block.rows.map(({ statement }) => statement) : block.statement.kind === 'sample' ? [] : [block.statement]
      for (const statement of all) {
        const text = draftPlainText(statement.text)
        if (fieldCodes.test(text)) continue
        if (/(?<![\w.-])[45]\d\d(?![\w-]|\.\d)/.test(text)) continue
        const other = sameStatus.exec(text)?.[1]
        const codes = Array.from(text.matchAll(/`([A-Za-z][\w-]*)`/g), ([, code]) => code!)
        for (const code of codes)
          if (spelling.test(code) && !statuses.has(code) && !values.has(code) && !found.has(code))
            found.set(code, { code, status: (other === undefined ? undefined : statuses.get(other)) ?? 'not shown', statement })
      }
    }
  }
  return [...found.values()]
}
