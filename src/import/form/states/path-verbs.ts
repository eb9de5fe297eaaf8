// Finds the verbs at the ends of paths in part 4, which may name transitions.

import { spellInAscii } from '../../names.ts'
import { mapColumns } from '../draft.ts'
import { findIdColumn, readLineName } from '../id-columns.ts'
import { readRequests } from '../requests.ts'
import { type FormResources, type Resource, findCollection } from '../resource.ts'
import type { Form } from '../statement.ts'
import type { FormVerb, FormVerbs } from './triggers.ts'
import type { Words } from '../words.ts'

/** The verbs at the ends of paths, after a record's key, by resource. */
export function readVerbs(form: Form, resources: FormResources, words: Words): FormVerbs {
  const found = new Map<Resource, FormVerb[]>()
  const lines = form.source.text.split(/\r\n|\n|\r/)
  const add = (text: string, id: string): void => {
    for (const { method, path } of readRequests(text)) {
      // `/orders/{id}/parcels/{parcel}/send` is a verb of a parcel.
      const segments = path.split('/').filter((each) => each !== '')
      const [collection, parameter, verb] = segments.slice(-3)
      const resource = collection === undefined ? undefined : findCollection(resources, collection)
      if (
        method !== 'POST' ||
        resource === undefined ||
        parameter?.startsWith('{') !== true ||
        verb === undefined ||
        verb.startsWith('{') ||
        segments.length % 2 === 0 ||
        resources.named(verb) !== undefined
      )
        continue
      found.set(resource, [
        ...(found.get(resource) ?? []).filter((each) => each.verb !== spellInAscii(verb)),
        { verb: spellInAscii(verb), id },
      ])
    }
  }
  for (const { part, blocks } of form.sections) {
    for (const block of part === 'endpoints' ? blocks : []) {
      if (block.kind === 'text') {
        const { kind, text, line } = block.statement
        if (kind !== 'sample') add(text, readRequests(text).length === 1 ? readClauseNumber(lines[line - 1] ?? '') : '')
        continue
      }
      const at = mapColumns(block.headers, ['method', 'path'], words)
      const id = findIdColumn(block, words)
      for (const { cells, statement } of block.rows)
        add(
          at.method === undefined || at.path === undefined ? statement.text : `${cells[at.method]} ${cells[at.path]}`,
          id === undefined ? '' : readLineName(cells[id]),
        )
    }
  }
  return { verbsOf: (resource) => found.get(resource) ?? [], all: [...found.values()].flat() }
}

/** "4.1.5. POST /trees/{number}/observe": the number of the clause, to which other clauses may refer. */
function readClauseNumber(line: string): string {
  return /^\W{0,6}(\d+(?:\.\d+)+)[*_`]*[.:)]?[*_`]*\s/.exec(line)?.[1] ?? ''
}
