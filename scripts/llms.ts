// Writes docs/llms.txt, the whole language on one page: the text of scripts/llms/language.md with lists generated from the definitions.

import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { keysAt, ownKeys } from './reference/keys.ts'

const root = new URL('../', import.meta.url)

/** Keywords that mean the same as in JSON Schema 2020-12. */
const standard = new Set(
  'type enum const minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum items prefixItems contains minContains maxContains minItems maxItems uniqueItems properties required additionalProperties patternProperties propertyNames minProperties maxProperties dependentRequired dependentSchemas allOf anyOf oneOf not if then else'.split(
    ' ',
  ),
)

const generators: { readonly [what: string]: (name: string) => string } = {
  keys: (path) =>
    listKeys(path)
      .map(([name, key]) => keyLine(name, key))
      .join('\n'),
  takes: (path) =>
    listKeys(path)
      .map(([name, key]) => `\`${name}\`: ${shorten(key.shape.words)}`)
      .join('; '),
  names: (path) =>
    Object.keys(keysAt(path))
      .map((name) => `\`${name}\``)
      .join(', '),
  conditions: conditionLines,
  conventions: conventionLines,
  functions: functionNames,
}

export function llmsPage(): string {
  const text = readFileSync(new URL('scripts/llms/language.md', root), 'utf8')
  return text.replaceAll(/<!-- (\w+) ?(\S*) -->/g, (_, what: string, name: string) => {
    const generate = generators[what]
    if (generate === undefined) throw new Error(`Nothing generates \`${what}\``)
    return generate(name)
  })
}

type Key = ReturnType<typeof ownKeys>[number][1]

/** The keys of a map that the page names here: what many maps take, its text says once. */
function listKeys(path: string): readonly (readonly [string, Key])[] {
  const keys = ownKeys(path).filter(([name, { refused, documentation }]) => refused === undefined && !documentation && !saidOnce.has(name))
  return path === schemaPath ? keys.filter(([name]) => !standard.has(name)) : keys
}

const schemaPath = 'resources.*.properties'
const saidOnce = new Set(['discloses', '$renamedFrom'])

/** A meaning is left out if it only repeats the key and what it takes. */
function keyLine(name: string, key: Key): string {
  const [takes, about] = [shorten(key.shape.words), shorten(key.about).replace(/\.$/, '')]
  const words = (text: string): readonly string[] => text.toLowerCase().match(/[a-z]+/g) ?? []
  const said = new Set([...words(name), ...words(takes)].flatMap((word) => [word, `${word}s`, word.replace(/s$/, '')]))
  const isNew = words(about).some((word) => !said.has(word) && !['a', 'an', 'its', 'of', 'own', 'the'].includes(word))
  return `- \`${name}\`: ${takes}${isNew ? `; ${about}` : ''}`
}

/** Phrases of the reference with their shorter forms on the page; articles come last. */
const shorterPhrases: readonly (readonly [RegExp | string, string])[] = [
  [/^`true` or `false`$/, 'boolean'],
  ['an expression, or a map or list of them', 'expressions'],
  [/^a duration such as .*$/, 'duration'],
  [/^the name of /, ''],
  ['an integer of at least ', 'integer >= '],
  ['a list of properties (`-` before those that descend)', 'properties (`-` before those that descend)'],
  ['a list of fields, a schema', 'fields, a schema'],
  ['a list of properties or of lists of them, or a map of named ones', 'lists of properties, or a map of named ones'],
  ['a list of properties, or a map', 'properties, or a map'],
  ['a property, or a list of them', 'properties'],
  ['a map of properties to expressions', 'expressions by property'],
  ['a map of named conditions', 'named conditions'],
  [/^an? /, ''],
]

function shorten(words: string): string {
  return shorterPhrases.reduce((text, [long, brief]) => text.replace(long, brief), words)
}

/** The first clause of the preamble of each convention's newest version. */
function conventionLines(): string {
  const names = readdirSync(new URL('conventions/', root))
    .filter((name) => name.endsWith('.md'))
    .sort()
  const newest = names.filter((name, index) => name.split('@')[0] !== names[index + 1]?.split('@')[0])
  return newest
    .map((name) => {
      const text = readFileSync(new URL(`conventions/${name}`, root), 'utf8')
      const preamble = /^# .*\n\n([\s\S]*?)\n\n/m
        .exec(text)![1]!
        .replaceAll('\n', ' ')
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replaceAll(/ \([^)]*\)/g, '')
      const clause = /^(?:`[^`]*`|[^`]){30,}?(?=[:;] |\.(?: [A-Z]|$))/.exec(preamble)?.[0] ?? preamble
      // A sentence says the most in its first words.
      return `- \`${name.slice(0, -3)}\`: ${/^.{60,}?(?=,)/.exec(clause)?.[0] ?? clause}.`
    })
    .join('\n')
}

/** The names and meanings of conditions, from the generated table of the reference. */
function conditionLines(): string {
  const page = readFileSync(new URL('docs/reference/outcomes.md', root), 'utf8')
  const table = /<!-- generated: outcomes conditions -->([\s\S]*?)<!-- end -->/.exec(page)![1]!
  const rows = [...table.matchAll(/^\| (`[\w-]+`) \|.*\| (.*?) \|$/gm)]
  return rows.map(([, name, about]) => `- ${name}: ${about!.split(/(?<=[.;]) /)[0]!.replace(/;$/, '.')}`).join('\n')
}

/** The names of all functions, each once, from the reference, whose completeness a test checks. */
function functionNames(): string {
  const page = readFileSync(new URL('docs/reference/expressions.md', root), 'utf8')
  const list = page.slice(page.indexOf('## Functions'), page.indexOf('## Conformance'))
  const names = [...list.matchAll(/`(?:[A-Z]|[a-z]+(?:<[^`(]*>)?\.)?([\w.]*\w)\([^`]*\): [^`]*`/g)]
    .map(([whole]) =>
      /^`(?:(?:timestamp|duration|string|bytes|optional<T>|list<[^(]*>|map<K, V>)\.(\w+)|([\w.]+))\(/.exec(whole.replaceAll('\n', ' ')),
    )
    .flatMap((found) => found?.[1] ?? found?.[2] ?? [])
  const distinct = [...new Set(names)]
  // One code span for many names is shorter than one for each.
  const listText = (items: readonly string[]): string => `\`${items.join(' ')}\``
  const namespaced = ['fields.', 'math.'].map(
    (space) => `behind \`${space}\` ${listText(distinct.flatMap((name) => (name.startsWith(space) ? [name.slice(space.length)] : [])))}`,
  )
  return `${listText(distinct.filter((name) => !/^(?:fields|math)\./.test(name)))}; ${namespaced.join('; ')}`
}

if (import.meta.main) writeFileSync(new URL('docs/llms.txt', root), llmsPage())
