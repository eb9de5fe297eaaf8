// Reads which fields a request may leave out, from a body beside its path: `POST /tickets` - `{subject, tags?, channel?}`.

import type { FormDraft } from '../draft.ts'
import { readRequests } from '../requests.ts'
import { type FormResources, findCollection } from '../resource.ts'
import type { Form } from '../statement.ts'

/** A mark beside a name in the body of creation counts more than what is usual for all fields. */
export function readBodyPresence({ sections }: Form, resources: FormResources, draft: FormDraft): void {
  for (const { part, blocks } of sections) {
    if (part !== 'endpoints') continue
    for (const block of blocks) {
      if (block.kind !== 'text' || block.statement.kind === 'sample') continue
      const requests = readRequests(block.statement.text)
      const [request] = requests
      const resource =
        requests.length === 1 && request!.method === 'POST' ? findCollection(resources, request!.path.split('/').at(-1)!) : undefined
      if (resource === undefined) continue
      const rows = draft.tables.find((each) => each.part === 'resources' && each.heading === resource.name)?.rows ?? []
      for (const name of listOptional(block.statement.text)) {
        const cells = resource.fields.get(name)
        const row = rows.find((each) => each.cells['field'] === name)
        if (row === undefined || cells?.must !== 'yes' || cells.hasUsualMust !== true) continue
        cells.must = 'no'
        row.cells['must'] = 'no'
      }
    }
  }
}

/** The names with a question mark in the only object of a text, without those of objects within it. */
function listOptional(text: string): string[] {
  const [, body, ...others] = text.split(/(?<=[`\s])(?=\{)/)
  const inside = others.length > 0 && body?.startsWith('{') === true ? `${body}${others.join('')}` : (body ?? '')
  if (!/^\{\s*[a-z_]\w*\??\s*[,}]/i.test(inside)) return []
  let depth = 0
  let top = ''
  for (const character of inside) {
    if (character === '{') depth++
    else if (character === '}') depth--
    else if (depth === 1) top += character
    if (depth === 0) break
  }
  return Array.from(top.matchAll(/(?:^|,)\s*([A-Za-z_]\w*)\?(?=\s*(?:,|$))/g), ([, name]) => name!)
}
