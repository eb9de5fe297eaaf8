// Finds lines in fences that are statements: those of diagrams, of columns, and of sketches of records.

import type { PartName } from '../../../document/document.ts'

/** The content of a fence, without its first and last line; other text stays as it is. */
export function withoutFence(text: string): string {
  return text.replace(/^\s*(?:`{3,}|~{3,})[^\n]*\n/, '').replace(/\n\s*(?:`{3,}|~{3,})\s*$/, '')
}

export type FenceLine = { readonly text: string; readonly line: number }

/** Shortens arrows of any length and sign: `a ------ open -----> b` as `a -- open --> b`. */
export function shortenArrows(text: string): string {
  return text
    .replaceAll(/[─━╌┄┈]/g, '-')
    .replaceAll(/(?<=[-=\s])[▶►▷▸➤](?=\s|$)/g, '>')
    .replaceAll(/-{2,}>/g, '-->')
    .replaceAll(/={2,}>/g, '==>')
    .replaceAll(/(?<=\S\s+)-{3,}(?=\s+\S)/g, '--')
    .replaceAll(/(?<=\S\s+)={3,}(?=\s+\S)/g, '==')
}

/** The lines of a diagram, if most of them lead from one state to another. */
export function readDrawnLines(text: string): FenceLine[] {
  const lines = text
    .split(/\r\n|\n|\r/)
    // The remark behind a move without a label is its cause.
    .map((each, line) => ({ text: each.trim().replace(/((?:->|→|=>)\s*[\w-]+)\s+(?:\/\/|#)\s+/, '$1  '), line }))
    .filter((each) => each.text !== '' && !/^(?:`{3}|~{3}|stateDiagram|@(?:start|end)uml|direction |%%)/.test(each.text))
  const arrows = lines.filter((each) => /^[^<>→]*(?:[-=]>|→)[^<>→]*$/.test(each.text))
  return arrows.length * 2 > lines.length ? lines : []
}

/** `| 'bad_json' // 400`: a value in code with its status as a remark. */
const remarkedCode = /^\s*[|,]?\s*["'`]?([A-Za-z][\w.-]*)["'`]?\s*[,;]?\s*(?:\/\/|#|--)\s*([45]\d\d)\b/

/** Lines of a fence with columns, `409 bad_state  not allowed now`, as the items of a list; not for samples of JSON or requests. */
export function readColumnLines(text: string, part: PartName): FenceLine[] {
  const written = text.split(/\r\n|\n|\r/)
  const lines = (part === 'endpoints' ? withRemarks(written) : written)
    // Two errors may stand on a line.
    .map((each) => (part === 'errors' ? each.replace(remarkedCode, '$2 `$1`') : each))
    .flatMap((each, line) =>
      (part === 'errors' && /^\s*[45]\d\d\s/.test(each) ? each.split(/\s{2,}(?=[45]\d\d\s)/) : [each]).map((piece) => ({
        text: piece.trim(),
        line,
      })),
    )
    .filter((each) => each.text !== '' && !/^(?:`{3}|~{3}|[-=\s]+$)/.test(each.text))
  const form: { readonly [name in PartName]?: RegExp } = {
    endpoints: /^(?:GET|POST|PUT|PATCH|DELETE|HEAD)\s+\/\S*/,
    errors: /^[45]\d\d\b\s*:?\s+\S|^["']?[\w.-]+["']?\s*[:=]?\s+[45]\d\d\b/,
    events: /^[a-z]\w*\.[a-z][\w.]*(?:\s|$)/,
    limits: /^\p{L}[\p{L}\d _(),/-]*?(?:\s{2,}|:\s+|\t)\S|^\p{L}[\p{L}\d _-]*:$|^\d[\d ,.]*\s?\p{L}[^.;]*$/u,
  }
  const fitting = lines.filter((each) => form[part]?.test(each.text) === true)
  if (fitting.length < 2 || fitting.length * 4 < lines.length * 3) return []
  // A limit has a name and a value; other columns are clauses.
  return lines.map((each) => ({
    ...each,
    text:
      part === 'limits'
        ? each.text.replace(/:?(?:\s{2,}|\t)/, ': ').replaceAll(/\s+/g, ' ')
        : each.text
            .replace(/^((?:[A-Z]+|[45]\d\d))\s+/, '$1 ')
            .replace(/^([\w."'-]+\s*:)\s+/, '$1 ')
            .replace(statusColumn, '  ')
            .replaceAll(/(?:\s{2,}|\t)\s*(?:(?:#|\/\/)\s*)?/g, ' – ')
            .replace(/ (?:#|\/\/) (?=\S)/, ' – '),
  }))
}

const requestLine = /^\s*(?:GET|POST|PUT|PATCH|DELETE|HEAD)\s+\/\S*/

const remarkLine = /^\s*(?:#|\/\/)\s*(?=\S)/

/** The remarks above or below the requests on their lines, if each has one, on the same side. */
function withRemarks(lines: readonly string[]): readonly string[] {
  const filled = lines.flatMap((line, index) => (line.trim() === '' || /^\s*(?:`{3}|~{3})/.test(line) ? [] : [index]))
  const isBelow = requestLine.test(lines[filled[0] ?? 0] ?? '')
  const remarks = filled.filter((index) => remarkLine.test(lines[index]!)).length
  if (remarks * 2 !== filled.length) return lines
  const found = [...lines]
  for (const [place, index] of filled.entries()) {
    const line = lines[index]!
    if (!remarkLine.test(line)) continue
    const at = filled[place + (isBelow ? -1 : 1)]
    if (at === undefined || !requestLine.test(lines[at]!)) return lines
    found[at] = `${found[at]!.trimEnd()} – ${line.replace(remarkLine, '').trim()}`
    found[index] = ''
  }
  return found
}

/** A status beside a wide column, with only one space between them. */
const statusColumn = /(?<=^(?:GET|POST|PUT|PATCH|DELETE)\s.*[\p{L})]) (?=[1-3]\d\d(?:\s{2,}|\t|$))/u

/** The lines of a sketch of a record, `title: string // at most 80`, as the items of a list. */
export function readListedLines(text: string): FenceLine[] {
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((each, line) => ({ text: each.trim(), line }))
    .filter((each) => each.text !== '' && !/^(?:`{3}|~{3})/.test(each.text))
  const members = lines.flatMap(({ text: member, line }) => {
    const [, name, optional, spec, remark = ''] =
      /^["`]?([A-Za-z_]\w*)["`]?(\?)?\s*(?::|\s-\s|\s–\s|\s{2,}|\t)\s*(.*?)[,;]?\s*(?:(?:\/\/|#|--)\s*(.*))?$/.exec(member) ?? []
    if (name === undefined || spec === undefined || spec === '' || /^(?:[{["]|-?\d[\d.]*,?$|true\b|false\b|null\b)/.test(spec)) return []
    return [
      {
        text: `${name}: ${[spellColumns(spec), optional === undefined ? '' : 'optional', remark].filter((each) => each !== '').join('; ')}`,
        line,
      },
    ]
  })
  const frame = lines.filter((each) =>
    /^(?:[{}[\]();]+|(?:export )?(?:interface|type|class|record|struct|table)\b.*)$/i.test(each.text),
  ).length
  return members.length > 1 && members.length + frame >= lines.length ? members : []
}

/** Columns as clauses; each mark of at most two characters is a clause. */
export function spellColumns(spec: string): string {
  const plain = spec.replace(/\s{2,}(?:--|\/\/|#)\s*/, '   ').replace(/(?<=\S)\s*(?<![<>=!])=\s*(?=\S)/g, '   default ')
  return plain
    .split(/\s{2,}|\t/)
    .flatMap((column) => {
      const tokens = column.trim().split(/\s+/)
      if (tokens.every((each) => each.length <= 2 && !/^\d+$/.test(each))) return tokens
      const [, kind, marks] = /^(.*?)((?:\s+(?:[*!?+#~^]|ro|rw|wo|im|uq|pk|nn)){1,4})$/.exec(column.trim()) ?? []
      return kind === undefined || marks === undefined ? [column.trim()] : [kind, ...marks.trim().split(/\s+/)]
    })
    .filter((each) => each !== '')
    .join('; ')
}
