// Counts comments and sentences of the documentation with an indirect phrase, exported names that several files declare, and functions named
// by a participle. `npm run -s words [-- --list]`; `--list` prints each match. It is for people, not for CI.

import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { list: { type: 'boolean', default: false } } })
const root = resolve(import.meta.dirname, '..')

/** Phrases that hide the subject, the verb or the noun. A sentence may quote one in backquotes. */
const indirect = [
  /\b(?:whoever|whatever|whichever|nobody|nothing of|none of (?:it|them|which)|anew|of which|of whom|that which|to whom)\b/i,
  /\b(?:is|are|was|were) (?:told|asked|let in|let go|said|meant|known by|gone through|there)\b/,
  /\b(?:there is none|there are none|is none|lets go of|lets in|so far as|as far as|all the same)\b/i,
  /(?:^|[.;:] )(?:What|Who|Whose|Whether|Of|That|Those|Where) (?!happens\b)[^.?]*\b(?:is|are|was|were|has|have)\b/,
  /\b(?:what|those|one) (?:is|are|was|were) (?:sent|shown|read|written|made|found|kept|given|taken|asked)\b/i,
  /^Whether\b|\bstands? (?:in|for|at|there|before|behind)\b|\bas (?:it|they) stands?\b|\b[Tt]old (?:of|what)\b|\b(?:some|any)body\b/,
]

/** Names that are participles: a function needs a verb. */
const participle = /^(?:told|asked|found|made|shown|taken|given|said|seen|known|kept|met|held|sent|read(?:y)?|[a-z]+ed)$/
/** Verbs and nouns that only look like participles. */
const verbs = new Set(['read', 'ready', 'feed', 'need', 'seed', 'embed', 'speed', 'proceed', 'exceed', 'succeed'])

type TextAt = { readonly place: string; readonly text: string }

const files = (folder: string, ends: readonly string[]): readonly string[] =>
  (readdirSync(join(root, folder), { recursive: true }) as string[])
    .filter((path) => ends.some((end) => path.endsWith(end)) && !path.includes('node_modules'))
    .map((path) => join(folder, path))

/** The comments of a file. Consecutive lines of `//` are one comment; so is a comment after code. */
function commentsOf(path: string): readonly TextAt[] {
  const text = readFileSync(join(root, path), 'utf8')
  const matches = text.matchAll(/\/\*\*?(?=\s)([\s\S]*?)\*\/|((?:^[ \t]*\/\/.*\n?)+)|(?<=[;,{}()\w'\]] )\/\/ (.*)$/gm)
  return [...matches].map(({ 0: match, 1: block, 2: lines, 3: afterCode, index }) => {
    const comment = block ?? lines ?? afterCode ?? match
    return {
      place: `${path}:${lineAt(text, index)}`,
      text: comment
        .replaceAll(/^\s*(?:\*|\/\/)\s?/gm, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    }
  })
}

/** The sentences of a page, without code. A sentence may span several lines of its paragraph. */
function sentencesOf(path: string): readonly TextAt[] {
  const text = readFileSync(join(root, path), 'utf8').replaceAll(/^( *)```[\s\S]*?^ *```/gm, (block) => block.replaceAll(/[^\n]/g, ''))
  const blocks = text.matchAll(/(?:^(?!\s*(?:[-*|#]|\d+\.) ).+\n?)+|^.+(?:\n(?!\s*(?:[-*|#]|\d+\.) )(?=\S| {2,}\S).+)*/gm)
  return [...blocks].flatMap(({ 0: block, index }) => {
    const place = `${path}:${lineAt(text, index)}`
    return block
      .replaceAll(/^\s*(?:[-*#>]+|\d+\.) /gm, '')
      .replaceAll(/\s+/g, ' ')
      .split(/(?<=[.?!])\s+/)
      .filter((sentence) => /\w+ \w+ \w+/.test(sentence))
      .map((sentence) => ({ place, text: sentence.trim() }))
  })
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

function isIndirect({ text }: TextAt): boolean {
  const words = text.replaceAll(/`[^`]*`/g, '`x`')
  return indirect.some((phrase) => phrase.test(words))
}

function printShare(name: string, all: readonly TextAt[]): void {
  const matching = all.filter(isIndirect)
  console.log(
    `${name}: ${matching.length} of ${all.length} are indirect (${((100 * matching.length) / Math.max(1, all.length)).toFixed(1)} %)`,
  )
  if (values.list) for (const { place, text } of matching) console.log(`  ${place}: ${text.slice(0, 160)}`)
}

/** The exported names that `pattern` finds in the sources, each with the files that declare it. */
function exportsBy(pattern: RegExp): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, string[]>()
  for (const path of files('src', ['.ts'])) {
    for (const [, name] of readFileSync(join(root, path), 'utf8').matchAll(pattern)) {
      const declaringFiles = places.getOrInsertComputed(name!, () => [])
      if (!declaringFiles.includes(path)) declaringFiles.push(path)
    }
  }
  return places
}

function printNames(title: string, names: readonly (readonly [string, readonly string[]])[]): void {
  console.log(`${title}: ${names.length}`)
  if (values.list)
    for (const [name, all] of names.toSorted(([, a], [, b]) => b.length - a.length)) console.log(`  ${name}: ${all.join(', ')}`)
}

printShare('comments in src', files('src', ['.ts']).flatMap(commentsOf))
printShare(
  'sentences in docs',
  [...files('docs', ['.md']), 'README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].flatMap(sentencesOf),
)
printNames(
  'exported names in more than one file',
  [...exportsBy(/^export (?:abstract )?(?:async )?(?:function\*?|const|class|type|interface|let) (\w+)/gm)].filter(
    ([, all]) => all.length > 1,
  ),
)
printNames(
  'exported functions named by a participle',
  [...exportsBy(/^export (?:async )?function\*? (\w+)/gm)].filter(([name]) => participle.test(name) && !verbs.has(name)),
)
