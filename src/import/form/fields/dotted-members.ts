// Reads rows such as `window.from` and `lines[].amount` as the members of a field in another row: a shape with these fields.

import { makeResourceName } from '../../names.ts'
import { openTable } from '../draft.ts'
import { rewriteUsualWords } from '../kinds/usual-words.ts'
import type { Written } from './written-field.ts'
import { type Resource, makeResource } from '../resource.ts'
import type { Statement } from '../statement.ts'
import { type FieldsReading, fieldColumns, takeFields } from './take-field.ts'

/** `owner`: the shape that has the fields. */
type Row = { readonly statement: Statement; readonly all: readonly Written[]; readonly owner?: Resource }

const dotted = /^([\p{L}_][\p{L}\d_]*)(\[\])?\.([\p{L}_][\p{L}\d_]*)$/u

/** The rows, with those of members after a field in an earlier row that has no other kind than a group. */
export function withDottedMembers(rows: readonly Row[], resource: Resource, { known, words }: FieldsReading): readonly Row[] {
  const shapes = new Map<string, Resource>()
  const names = new Set(rows.flatMap(({ all }) => all.map(({ name }) => name.replace(/\[\]$/, ''))))
  const membersOf = (parent: string): boolean => rows.some(({ all }) => all.some(({ name }) => dotted.exec(name)?.[1] === parent))
  return rows.flatMap(({ statement, all }): Row[] => {
    const [only] = all
    const [, parent, , member] = all.length === 1 && only !== undefined ? (dotted.exec(only.name) ?? []) : []
    const shape = parent === undefined ? undefined : shapes.get(parent)
    if (shape !== undefined) return [{ statement, all: [{ ...only!, name: member! }], owner: shape }]
    const name = only?.name.replace(/\[\]$/, '')
    if (all.length !== 1 || name === undefined || !names.has(name) || !membersOf(name)) return [{ statement, all }]
    const own = makeResource(makeResourceName(`${resource.name} ${name}`), true)
    shapes.set(name, own)
    known.add(own)
    const spelt = rewriteUsualWords(only!.type, words)
    const isList = only!.name.endsWith('[]') || words.listedObjects.test(spelt)
    const type = spelt.replace(words.objectKind, '').replace(/^[\s;,.]+/, '')
    return [
      {
        statement,
        all: [{ ...only!, name, type: [isList ? `${words.listOf} ${own.name}` : own.name, type].filter((each) => each !== '').join('; ') }],
      },
    ]
  })
}

/** Adds members to their shape. */
export function takeMembers(
  shape: Resource,
  statement: Statement,
  all: readonly Written[],
  reading: FieldsReading,
  typeInMeaning: boolean,
): void {
  const table = openTable(reading.draft, 'resources', 'fields', fieldColumns, `${shape.name} (shape)`)
  takeFields(table, shape, statement, all, reading, typeInMeaning)
}
