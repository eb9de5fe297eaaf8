// Reads sketches of records in code (interfaces, classes and SQL tables) as fields in words.

import type { CodeTypes } from './code-types.ts'
import { hasOptionalCalls } from './chained-types.ts'
import { type Comment, readComments } from './sketch-comments.ts'
import { readMember } from './sketch-members.ts'
import { spellColumns } from './fence-lines.ts'
import { readSqlColumns } from './sql-columns.ts'
import { readSqlTables } from './sql-script.ts'
import type { Words } from '../words.ts'

/** `remark`: the text beside the name, such as "embedded". `notes`: comments about the whole record. */
export type Sketch = {
  readonly name: string
  readonly remark: string
  readonly line: number
  readonly fields: readonly { readonly text: string; readonly line: number }[]
  readonly notes?: readonly Comment[]
}

const head =
  /^(?:(?:export|declare|public|abstract|final|data|default)\s+)*(?:(?:interface|type|class|record|struct|table|entity|model|message|input|object)\s+)?["`[]?([A-Za-z_]\w*)["`\]]?(?:\s+(?:implements|extends)\s+([\w, ]+?)|\s*=\s*([A-Z]\w*)\s*&|\s*:\s*([A-Z]\w*)(?=\s*\{))?\s*[:=]?\s*(?:struct\s*)?[({]\s*(?:(?:\/\/|--|#)\s*(.*))?$/i

/** The beginning of an enumeration. */
const choiceHead = /^(?:export\s+)?(?:const\s+)?enum(?:\s+class)?\s+\w+[^{]*\{?\s*$/

/** The beginning of a union over several lines. */
const unionHead = /^(?:export\s+)?(?:type\s+)?[A-Z]\w*\s*=$/

/** Declarations on one line, and lines of code without fields. */
const otherLine =
  /^(?:(?:export\s+)?(?:type|scalar|typedef)\s+\w+\s*(?:=\s*[^{]*)?;?\s*(?:\/\/.*)?|(?:export\s+)?enum\s+\w+\s*\{[^{}]*\};?|(?:import|package|syntax|option|use|using|namespace|reserved)\b.*|oneof\s+\w+\s*\{)$/

/** `const Boat = z.object({` */
const builtHead = /^(?:export\s+)?(?:const|let|var|val)\s+([A-Za-z_]\w*?)(?:Schema)?\s*(?::[^=]+)?=\s*[\w.]+\(\{\s*(?:\/\/\s*(.*))?$/

/** `class Boat(BaseModel):` */
const classHead = /^class\s+([A-Za-z_]\w*)\s*(?:\([^()]*\))?:\s*(?:#\s*(.*))?$/

/** The declarations of a fence; undefined if other lines are between them. `bases`: members that later fences take over. */
export function readSketches(text: string, types: CodeTypes, bases: Map<string, Sketch>, words: Words): readonly Sketch[] | undefined {
  const columns = readSqlColumns(text, words)
  return columns === undefined
    ? (readSqlTables(text, words) ?? readDeclarations(text, types, bases) ?? readOutlines(text))
    : [{ name: '', remark: '', line: 0, fields: columns }]
}

/** Names at the margin, followed by a line of columns for each field: `title   text(80)   required`. */
function readOutlines(text: string): readonly Sketch[] | undefined {
  const found: (Sketch & { readonly fields: { text: string; line: number }[] })[] = []
  for (const [line, whole] of text.split(/\r\n|\n|\r/).entries()) {
    if (whole.trim() === '' || /^(?:`{3}|~{3}|--|\/\/|#)/.test(whole.trim())) continue
    const [, name, remark = ''] = /^["`*]*([A-Za-z_][\w-]*(?: [\w-]+)?)["`*]*:?\s*(?:\((.*)\)|(?:--|\/\/|#)\s*(.*))?$/.exec(whole) ?? []
    const [, field, spec] = /^\s+["`*-]*\s*([A-Za-z_][\w-]*)["`]?(?::\s*|\s{2,}|\t\s*)(\S.*)$/.exec(whole) ?? []
    if (name !== undefined) found.push({ name, remark, line, fields: [] })
    else if (field === undefined || spec === undefined || found.length === 0) return undefined
    else found.at(-1)!.fields.push({ text: `${field}: ${spellColumns(spec)}`, line })
  }
  return found.length > 0 && found.every(({ fields }) => fields.length > 0) && found.some(({ fields }) => fields.length > 1)
    ? found
    : undefined
}

function readDeclarations(text: string, types: CodeTypes, bases: Map<string, Sketch>): readonly Sketch[] | undefined {
  const found: (Sketch & { readonly fields: { text: string; line: number }[]; readonly notes: Comment[]; base: string })[] = []
  let [isOpen, isChoice, isUnion, isKnown] = [false, false, false, false]
  let [unknown, known] = [0, 0]
  // Members without a mark are required if other members have the mark of optional ones.
  const marksOptional = /[\w"]\?\s*:/.test(text) || hasOptionalCalls(text)
  const marksRequired = /:\s*\[?\w+!/.test(text)
  const lines = text.split(/\r\n|\n|\r/)
  const { isComment, above } = readComments(lines)
  let waiting: Comment[] = []
  for (const [line, whole] of lines.entries()) {
    const each = whole.trim()
    if (each === '' || /^(?:`{3}|~{3}|@\w)/.test(each)) continue
    if (isComment.has(line)) {
      const comment = isComment.get(line)
      if (comment !== undefined) (isOpen || found.length === 0 ? waiting : found.at(-1)!.notes).push(comment)
      continue
    }
    if (!isOpen && (unionHead.test(each) || (isUnion && /^[|"']/.test(each)))) {
      isUnion = !each.endsWith(';')
      isKnown = true
      continue
    }
    if (otherLine.test(each) || choiceHead.test(each)) {
      isChoice = choiceHead.test(each)
      isKnown = true
      continue
    }
    if (isChoice) {
      isChoice = !/\}/.test(each)
      continue
    }
    const [, pythonName, pythonRemark = ''] = classHead.exec(each) ?? builtHead.exec(each) ?? []
    const [, name, extended, joined, derived, remark = ''] =
      pythonName !== undefined ? ['', pythonName, undefined, undefined, undefined, pythonRemark] : isOpen ? [] : (head.exec(each) ?? [])
    if (name !== undefined) {
      const base = (extended ?? joined ?? derived ?? '').trim()
      found.push({ name, remark, line, fields: [], notes: [...waiting, ...(above.get(line) ?? [])], base })
      waiting = []
      isOpen = true
    } else if (!isOpen) return undefined
    else if (/^[)}\]]+;?,?$/.test(each)) {
      found.at(-1)!.notes.push(...waiting.splice(0))
      isOpen = false
    } else {
      const sketch = found.at(-1)!
      const field = readMember(each, { marksOptional, marksRequired, types, above: (above.get(line) ?? []).map((comment) => comment.text) })
      if (field === undefined) unknown++
      else known++
      sketch.fields.push({ text: field ?? each, line })
    }
  }
  // A few lines of another form are statements of their own.
  if (unknown * 4 > known || (found.length === 0 ? !isKnown : !found.some(({ fields }) => fields.length > 1))) return undefined
  found.at(-1)?.notes.push(...waiting)
  for (const sketch of found) {
    const base = bases.get(sketch.base)
    if (base !== undefined) sketch.fields.unshift(...base.fields.map((field) => ({ ...field, line: sketch.line })))
    if (types.bases.has(sketch.name)) bases.set(sketch.name, sketch)
  }
  return found.filter(({ name }) => !types.bases.has(name)).map(withOptional)
}

/** If remarks say of several members that they are required, and of none that it is optional, the others are optional. */
function withOptional(sketch: Sketch): Sketch {
  const required = sketch.fields.filter(({ text }) => /\b(?:required|mandatory)\b/i.test(text)).length
  const isMarked = required > 1 && required < sketch.fields.length && !sketch.fields.some(({ text }) => /\boptional\b|\?/i.test(text))
  const isOpen = (text: string): boolean =>
    !/\b(?:required|mandatory|read-?only|readonly|output[- ]only|generated|default|primary key|pk|set by|made by|computed|server)\b/i.test(
      text,
    )
  return isMarked
    ? { ...sketch, fields: sketch.fields.map((field) => (isOpen(field.text) ? { ...field, text: `${field.text}; optional` } : field)) }
    : sketch
}
