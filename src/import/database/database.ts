// Converts the tables of a database to a document: part 2 completely, and questions about everything else.

import { askMachine } from '../machines.ts'
import type { ImportConventions } from '../conventions.ts'
import type { NameAllocator } from '../names.ts'
import { singularize } from '../names.ts'
import type { DraftDocument, DraftPart } from '../print.ts'
import { draftEntry, draftMember, draftText, gap, map, question, unsaid } from '../draft.ts'
import { draftResource } from './resource.ts'
import type { DatabaseSchema } from './schema.ts'

export function convertDatabase(
  schema: DatabaseSchema,
  { use, answersErrors }: ImportConventions,
  names: NameAllocator,
  rowFiles: ReadonlyMap<string, string> = new Map(),
): DraftDocument {
  const tables = schema.tables
  const called = new Map(tables.map(({ name }) => [name, names.take(singularize(name))]))
  const resources = tables.map((table) => draftResource(table, called, tables, schema.kind === 'SQLite' ? 'int64' : 'int32'))
  const all = [...called.values()]
  const machines = resources.flatMap(({ key, value }) => {
    const properties = draftMember(value, 'properties')
    return properties?.kind !== 'map'
      ? []
      : properties.entries.flatMap((property) => {
          const values = draftMember(property.value, 'enum')
          return values?.kind !== 'list'
            ? []
            : askMachine(
                key,
                property.key,
                values.items.flatMap((each) => (each.kind === 'text' ? [each.text] : [])),
              )
        })
  })
  const records =
    rowFiles.size === 0
      ? undefined
      : draftEntry(
          'records',
          map(...[...rowFiles].map(([table, file]) => draftEntry(called.get(table)!, map(draftEntry('file', draftText(file)))))),
        )
  const open = (sentence: string): DraftPart => ({ notes: [question(sentence)], value: gap })
  return {
    title: schema.name,
    use,
    parts: {
      service: open('what is the service, and at which address is it?'),
      resources:
        resources.length === 0
          ? open('the database has no table: what does the service keep?')
          : { notes: [], value: map(...resources, records) },
      states:
        machines.length === 0 ? open('the database says nothing of states: are there none (`none`)?') : { notes: machines, value: gap },
      endpoints: open(
        `which operations are there? A database does not say it. For the usual five of each, write \`{ crud@1: { resources: [${all.slice(0, 20).join(', ')}] } }\` under \`use\` at the top, and delete \`not shown\` here.`,
      ),
      authentication: open(
        'who may call, and who may see and change what? Rights of the database are those of its roles, and say nothing of callers.',
      ),
      events: open('which events are there (`none`)? A database does not say it.'),
      errors: answersErrors ? { notes: [], value: unsaid } : open('what does each refusal look like?'),
      limits: open('are there no limits (`none`), or how many requests are too many (`rates`)? A database does not say it.'),
      versioning: open('how does a request say its version?'),
    },
    leftOut: schema.others,
  }
}
