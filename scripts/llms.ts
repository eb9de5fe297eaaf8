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
  keys: keyLines,
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

function keyLines(path: string): string {
  const keys = ownKeys(path).filter(([, { refused, documentation }]) => refused === undefined && !documentation)
  const isSchema = path === 'resources.*.properties'
  const listed = isSchema ? keys.filter(([name]) => !standard.has(name)) : keys
  const lines = listed.map(([name, { shape, about }]) => `- \`${name}\`: ${shorten(shape.words)}; ${shorten(about).replace(/\.$/, '')}`)
  return [
    ...(isSchema
      ? ['- as in JSON Schema 2020-12: its assertions and applicators, but for `unevaluatedProperties` and `unevaluatedItems`']
      : []),
    ...lines,
  ].join('\n')
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
  ['a map of look-ups, resources or `R.property` to reasons', 'reasons by look-up, resource or `R.property`'],
  ['a map of properties to expressions', 'expressions by property'],
  [/^Exceptions to read rules: (data that .*?), each with its reason\.?$/, 'despite read rules, $1'],
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
