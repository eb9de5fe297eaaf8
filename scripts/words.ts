// A gauge of plain words: the share of comments and of sentences in the documentation that contain an indirect phrase, and the exported
// names that more than one file declares. `npm run -s words [-- --list]`; `--list` prints each match. It is for people, not for CI.

import { readFileSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const { values } = parseArgs({ options: { list: { type: 'boolean', default: false } } })
const root = resolve(import.meta.dirname, '..')

/** Phrases that hide the subject, the verb or the noun. A sentence may quote one in backquotes. */
const indirect = [
  /\b(?:whoever|whatever|whichever|nobody|nothing of|none of (?:it|them|which)|anew|of which|of whom|that which|to whom)\b/,
  /\b(?:is|are|was|were) (?:told|asked|let in|let go|said|meant|known by|gone through|there)\b/,
  /\b(?:there is none|there are none|is none|lets go of|lets in|so far as|as far as|all the same)\b/,
  /(?:^|[.;:] )(?:What|Who|Whose|Whether|Of|That|Those|Where) (?!happens\b)[^.?]*\b(?:is|are|was|were|has|have)\b/,
  /\b(?:what|those|one) (?:is|are|was|were) (?:sent|shown|read|written|made|found|kept|given|taken|asked)\b/,
]

type Counted = { readonly place: string; readonly text: string }

const files = (folder: string, ends: readonly string[]): readonly string[] =>
  (readdirSync(join(root, folder), { recursive: true }) as string[]).filter((path) => ends.some((end) => path.endsWith(end)) && !path.includes('node_modules')).map((path) => join(folder, path))

/** The comments of a file; lines of `//` that follow one another are one comment. */
function commentsOf(path: string): readonly Counted[] {
  const text = readFileSync(join(root, path), 'utf8')
  const found = text.matchAll(/\/\*\*?([\s\S]*?)\*\/|((?:^[ \t]*\/\/.*\n?)+)/gm)
  return [...found].map(([whole, block, lines]) => ({ place: `${path}:${lineAt(text, text.indexOf(whole))}`, text: (block ?? lines ?? '').replaceAll(/^\s*(?:\*|\/\/)\s?/gm, '').replaceAll(/\s+/g, ' ').trim() }))
}

/** The sentences of a page, without code. */
function sentencesOf(path: string): readonly Counted[] {
  const text = readFileSync(join(root, path), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, (block) => block.replaceAll(/[^\n]/g, ''))
  return text.split('\n').flatMap((line, index) => line.split(/(?<=[.?!])\s+/).filter((sentence) => /\w+ \w+ \w+/.test(sentence)).map((sentence) => ({ place: `${path}:${index + 1}`, text: sentence })))
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

function isIndirect({ text }: Counted): boolean {
  const words = text.replaceAll(/`[^`]*`/g, '`x`')
  return indirect.some((phrase) => phrase.test(words))
}

function tell(name: string, all: readonly Counted[]): void {
  const matching = all.filter(isIndirect)
  console.log(`${name}: ${matching.length} of ${all.length} are indirect (${((100 * matching.length) / Math.max(1, all.length)).toFixed(1)} %)`)
  if (values.list) for (const { place, text } of matching) console.log(`  ${place}: ${text.slice(0, 160)}`)
}

/** Names that more than one file declares and exports. */
function namesTwice(): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, string[]>()
  for (const path of files('src', ['.ts'])) {
    for (const [, name] of readFileSync(join(root, path), 'utf8').matchAll(/^export (?:abstract )?(?:async )?(?:function\*?|const|class|type|interface|let) (\w+)/gm)) {
      const known = places.getOrInsertComputed(name!, () => [])
      if (!known.includes(path)) known.push(path)
    }
  }
  return new Map([...places].filter(([, all]) => all.length > 1))
}

tell('comments in src', files('src', ['.ts']).flatMap(commentsOf))
tell('sentences in docs', [...files('docs', ['.md']), 'README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].flatMap(sentencesOf))
const twice = namesTwice()
console.log(`exported names in more than one file: ${twice.size}`)
if (values.list) for (const [name, all] of [...twice].toSorted(([, a], [, b]) => b.length - a.length)) console.log(`  ${name}: ${all.join(', ')}`)
