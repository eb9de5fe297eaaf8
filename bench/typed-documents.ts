// Documents of about 2,000 lines for an editor, each with the places of keystrokes.

import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { largeDocument } from './large-document.ts'

/** `places`: texts of the document; a character is typed after each, and removed. */
export type TypedDocument = { readonly title: string; readonly name: string; readonly text: string; readonly places: readonly string[] }

const examples = resolve(import.meta.dirname, '../examples')
const read = (name: string): string => readFileSync(join(examples, name), 'utf8')

export function typedDocuments(): readonly TypedDocument[] {
  const { resources, operations } = partsOf(largeDocument(41))
  const few = partsOf(largeDocument(33))
  return [
    {
      title: 'orders, with more resources',
      name: join(examples, 'typed-orders.md'),
      text: read('orders.md')
        .replace('\n## 3. ', `\n${fenced(resources)}\n## 3. `)
        .replace('\n## 5. ', `\n${fenced(operations)}\n## 5. `),
      places: ['# Orde', 'maxLength: 1', 'output: Order(this)', 'Thing7(thi', '\nHTTP 20', 'onDelete: restric'],
    },
    {
      title: 'many resources, YAML',
      name: join(examples, 'typed-resources.yaml'),
      text: largeDocument(94),
      places: ['name: lar', 'maxLength: 1', 'Thing7(thi', 'onDelete: restric', 'title: malforme'],
    },
    {
      title: 'many scenarios',
      name: join(examples, 'typed-scenarios.md'),
      text: withScenarios(read('notes.md'), 70),
      places: ['# Not', 'maxLength: 1', 'output: Note(thi', '\nHTTP 20', 'A note is writte', '{ "text": "Buy te'],
    },
    {
      title: 'orders in tables, with more resources',
      name: join(examples, 'typed-tables.md'),
      text: read('tables/orders.md')
        .replace('\n## 3. ', `\n${fenced(few.resources)}\n## 3. `)
        .replace('\n## 5. ', `\n${fenced(few.operations)}\n## 5. `),
      places: ['# Orde', '| create Orde', 'Thing7(thi', '\nHTTP 20', '| total | decima'],
    },
  ]
}

/** The maps of parts 2 and 4, in the first column. */
function partsOf(text: string): { readonly resources: string; readonly operations: string } {
  const between = (from: string, to: string): string =>
    text
      .slice(text.indexOf(from) + from.length, text.indexOf(to))
      .replaceAll(/^ {2}/gm, '')
      .trim()
  return { resources: between('resources:\n', 'states: none'), operations: between('endpoints:\n', 'authentication: none') }
}

function fenced(yaml: string): string {
  return `\`\`\`yaml\n${yaml}\n\`\`\`\n`
}

function withScenarios(text: string, count: number): string {
  const start = text.indexOf('### A note is written')
  const end = text.indexOf('\n## 5. ')
  const scenario = text.slice(start, end)
  return (
    text.slice(0, start) +
    Array.from({ length: count }, (_, index) => scenario.replace('published\n', `published, time ${index}\n`)).join('\n') +
    text.slice(end)
  )
}
