// Answers questions about single lines of an imported document, without knowledge of the service.
//
// The service makes keys as UUIDs or as numbers in sequence. A page holds fifty records where the request does not say how many, and the
// first page has number 1 unless the source says 0. Members and headers of answers that the source does not require are left out.

import type { Compiled } from '../../src/compile/compile.ts'
import { resourceNameOf } from '../../src/model/model.ts'

export function answerLines(text: string, plain: Compiled): string {
  return answerSettings(withoutOptionalMembers(answerKeys(generateKeys(text, plain))))
}

function answerSettings(text: string): string {
  return text
    .replaceAll(/^( {2}\w+: \{ type: integer, minimum: 1) \}$/gm, '$1, default: 50 }')
    .replaceAll(/^( {2}\w+: \{ type: integer, enum: \[0, 1\]) \}$/gm, '$1, default: 1 }')
}

/** A key that a request need not give, and that only the `set` of a new record lacks, is generated too. */
function generateKeys(text: string, { model, facts }: Compiled): string {
  const creating = model.endpoints.value.operations.filter(({ action }) => action === 'create')
  let answered = text
  for (const operation of creating) {
    const resource = resourceNameOf(operation)
    const [key, ...more] = facts.typing.domain.resources.get(resource ?? '')?.key ?? []
    if (resource === undefined || key === undefined || more.length > 0) continue
    const start = answered.search(new RegExp(`^'?${escape(operation.name)}'?:`, 'm'))
    if (start < 0) continue
    const end = answered.slice(start).search(/\n(?=\S)/)
    const block = answered.slice(start, end < 0 ? undefined : start + end + 1)
    const without = block
      .replace(new RegExp(`^( {2}set: \\{ (?:.*, )?)${escape(key)}: not shown(?:, |(?= \\}))`, 'm'), '$1')
      .replace(/^ {2}set: \{ +\}\n/m, '')
      .replace(/, +\}$/m, ' }')
      .replace(new RegExp(`^ {4}${escape(key)}: not shown\\n`, 'm'), '')
    const property = new RegExp(`^(${escape(resource)}:\\n(?:(?: .*)?\\n)*?    ${escape(key)}:)((?: \\{ .* \\})|(?:\\n {6}.*)+)$`, 'm')
    if (without === block || !property.test(answered)) continue
    answered = answered.replace(block, () => without)
    answered = answered.replace(property, (whole, lead: string, value: string) =>
      value.includes('generate:')
        ? whole
        : value.startsWith(' {')
          ? `${lead}${value.slice(0, -2)}, generate: not shown }`
          : `${lead}${value}\n      generate: not shown`,
    )
  }
  return answered
}

const escape = (literal: string): string => literal.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** `id: { type: string, generate: not shown }`, on one line or on several. */
function answerKeys(text: string): string {
  const lines = text.split('\n')
  return lines
    .map((line, index) => {
      if (!line.includes('generate: not shown')) return line
      const indent = /^\s*/.exec(line)![0]
      const first = lines.findLastIndex((each, at) => at < index && each.search(/\S/) < indent.length && each.trim() !== '')
      const own = line.trim() === 'generate: not shown' ? lines.slice(first + 1, index + 1).join('\n') : line
      const [, type] = /\btype: (\w+)/.exec(own) ?? []
      const isFree = !/\b(?:pattern|maxLength|enum|format: (?!uuid\b|int))/.test(own)
      const way = type === 'integer' ? 'sequence' : type === 'string' && isFree ? 'uuidv4' : undefined
      return way === undefined ? line : line.replace('generate: not shown', `generate: ${way}`)
    })
    .join('\n')
}

function withoutOptionalMembers(text: string): string {
  let [found, before] = [text, '']
  while (found !== before) {
    before = found
    found = found
      .replaceAll(/^ *\?[^\s:?]+: not shown\n/gm, '')
      // An object whose members are left out is left out itself.
      .replaceAll(/^( *)\?[^\s:?]+:\n(?:\1 +.*\n)+/gm, '')
      .replaceAll(/^ *\?[^\s:?]+: \{.*\}\n/gm, '')
      .replaceAll(/, \?[^\s:?]+: \{(?:[^{}]|\{[^{}]*\})*\}/g, '')
      .replaceAll(/\{ \?[^\s:?]+: \{(?:[^{}]|\{[^{}]*\})*\}(?:, | (?=\}))/g, '{ ')
      // A text of several lines may have a line that ends with a colon: it has blanks, or text below it.
      .replaceAll(/^( *)((?:[A-Z]+ )?[^\s#]+):\n(?:\1 +#[^\n]*\n)*(?!\1[ *\d-]|\n)/gm, '$1$2: {}\n')
      .replaceAll(/, \?[^\s:?]+: not shown(?=,| \})/g, '')
      .replaceAll(/\{ \?[^\s:?]+: not shown(?:, | (?=\}))/g, '{ ')
      .replaceAll(/^( *)headers: \{ (?:[\w-]+: not shown(?:, )?)+ \}\n/gm, '')
      .replaceAll(/^( +)headers:\n((?:\1 +.*\n)+)/gm, (whole, indent: string, entries: string) => {
        const kept = entries.replaceAll(/^(?: +# import: what does the header [^\n]*\n)? +[\w-]+: not shown\n/gm, '')
        return kept === entries ? whole : kept === '' ? '' : `${indent}headers:\n${kept}`
      })
  }
  return found
}
