// Recognises files that are not documents of nine parts: empty ones, prose, and documents of other kinds.

import { findNearest } from '../base/nearest.ts'
import { type Source, createSpan } from '../base/text.ts'
import type { Diagnostic } from '../diagnostic/diagnostic.ts'
import type { FileReading } from './contribution.ts'
import { frontKeys, partNames } from './document.ts'
import { makeMistake } from './mistake.ts'

export const notADocument = 'document/not-a-document'

/** Diagnostics that follow from the absence of all parts. */
const consequentCodes: ReadonlySet<string> = new Set(['document/unknown-key', 'document/part-not-a-map'])

/** Undefined if anything marks the text as a document: a part, a front matter key, or mostly keys that resemble one. */
export function findNotADocument(sources: readonly Source[], readings: readonly FileReading[]): Diagnostic | undefined {
  const [first] = sources
  if (first === undefined || readings.some(isDocument)) return undefined
  const unknown = readings.flatMap(({ diagnostics }) => diagnostics.filter(({ code }) => code === 'document/unknown-key'))
  const similar = unknown.filter(
    ({
      primary: {
        span: { source, start, end },
      },
    }) => findNearest(source.text.slice(start, end), [...partNames, ...frontKeys]).length > 0,
  )
  if (similar.length > 0 && similar.length * 2 >= unknown.length) return undefined
  const isEmpty = sources.every(({ text }) => /^[\s\uFEFF]*$/.test(text))
  const end = first.lineStarts[1] ?? first.text.length
  const start = createSpan(first, 0, first.text.slice(0, end).trimEnd().length)
  const file = first.name.split('/').at(-1)!
  if (isEmpty) {
    return makeMistake(start, {
      code: 'not-a-document',
      message: `\`${file}\` is empty`,
      label: 'empty',
      help: '`ninefold init service.md` writes the blank form, in which every part is not shown.',
    })
  }
  const kind = kinds.find(([pattern]) => pattern.test(first.text))?.[1]
  return makeMistake(start, {
    code: 'not-a-document',
    message: `\`${file}\` is ${kind === undefined ? 'not a document in nine parts' : `${kind}, not a document in nine parts`}`,
    label: unknown.length > 0 ? 'none of its keys is a part' : 'has none of the nine parts',
    reason: 'The parts are keys of a YAML file, or headings of level 2 of a Markdown file, such as `## 4. Endpoints`.',
    help: `The parts are ${partNames.map((name) => `\`${name}\``).join(', ')}; \`ninefold init service.md\` writes the blank form.`,
  })
}

function isDocument({ contributions, front, scenarios, diagnostics }: FileReading): boolean {
  const hasFrontKey = front?.entries.some(({ key }) => key.text !== 'title' && (frontKeys as readonly string[]).includes(key.text)) === true
  return hasFrontKey || contributions.length > 0 || scenarios.length > 0 || diagnostics.some(({ code }) => !consequentCodes.has(code))
}

/** Other kinds of documents, by the beginning of a line. */
const kinds: readonly (readonly [RegExp, string])[] = [
  [/^\s*\{?\s*"?(?:openapi|swagger)"?\s*:/m, 'an OpenAPI document'],
  [/^\s*\{?\s*"?asyncapi"?\s*:/m, 'an AsyncAPI document'],
  [/^\s*\{?\s*"?\$schema"?\s*:/m, 'a JSON Schema'],
  [/^\s*"(?:dependencies|devDependencies)"\s*:/m, 'a manifest of npm'],
]
