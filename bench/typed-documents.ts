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
      title: 'realworld, with more blogs',
      name: join(examples, 'typed-realworld.md'),
      text: withBlogs(read('realworld.md'), 7),
      places: ['# RealWor', 'maxLength: 3', 'FullArticle3(thi', '\nHTTP 20', 'onDelete: cascad', 'Favorite3.exist', 'title: is not JSO'],
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
  const mapsBetween = (from: string, to: string): string => between(text, from, to).replaceAll(/^ {2}/gm, '').trim()
  return { resources: mapsBetween('resources:\n', 'states: none'), operations: mapsBetween('endpoints:\n', 'authentication: none') }
}

/** The text after `from`, until `to`. */
function between(text: string, from: string, to: string): string {
  const start = text.indexOf(from) + from.length
  return text.slice(start, text.indexOf(to, start))
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

/** Repeats the articles, with their comments, scenarios, rules and errors, under other names and paths. */
function withBlogs(text: string, count: number): string {
  const numbers = Array.from({ length: count }, (_, index) => index + 2)
  const repeat = (part: string): string => numbers.map((number) => renameBlog(part, number)).join('')
  const [start, end] = [text.indexOf('### Articles'), text.indexOf('## 5. ')]
  const resources = `Article:${between(text, '\nArticle:', '\nFollow:')}\nFavorite:${between(text, '\nFavorite:', '\n\n')}\n`
  const views = `  ArticleSummary:${between(text, '\n  ArticleSummary:', '```')}`
  const rules = `  Article: {${between(text, '\n  Article: {', 'origins:')}`
  const entries = `  no-article: {${between(text, '\n  no-article: {', '  no-user:')}  not-your-article:${between(text, '\n  not-your-article:', '  taken:')}`
  return (text.slice(0, end) + repeat(text.slice(start, end)) + text.slice(end))
    .replace('\n## 3. ', `\n${fenced(`${repeat(resources)}views:\n${repeat(views)}`)}\n## 3. `)
    .replace('origins:', `${repeat(rules)}origins:`)
    .replace('  taken:', `${repeat(entries)}  taken:`)
}

function renameBlog(part: string, number: number): string {
  return part
    .replaceAll(/\b(?:Article|Comment|Favorite|ArticleSummary|FullArticle|CommentView)\b/g, `$&${number}`)
    .replaceAll(/\/(?:articles|tags)\b|\bdeleteComment\b|[&*](?:paging|page|articles|marked)\b/g, `$&${number}`)
    .replaceAll(/^ {2}(?:no|not-your)-(?:article|comment)(?=:)/gm, `$&${number}`)
}
