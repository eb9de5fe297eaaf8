// Reads fields with their own headings, below their resource's heading, as the rows of a table.

import { mapColumns, draftPlainText } from '../draft.ts'
import { beginsWithFact } from '../fields/prose-fields.ts'
import { readOwner } from '../resource.ts'
import type { Form, FormSection, FormText } from '../statement.ts'
import type { Words } from '../words.ts'

export function foldHeadings(form: Form, words: Words): Form {
  const sections: FormSection[] = []
  for (const section of form.sections) {
    const owner =
      section.part === 'resources' && section.level > 3
        ? sections.findLast((each) => each.part === 'resources' && each.level < section.level)
        : undefined
    const names = owner === undefined || owner.level < 3 || readOwner(owner.title) === undefined ? undefined : namesIn(section.title, words)
    const texts = section.blocks.filter((block): block is FormText => block.kind === 'text' && block.statement.kind !== 'sample')
    // A heading with its own table or list describes a resource or shape, not a field.
    if (
      owner === undefined ||
      names === undefined ||
      texts.length !== section.blocks.length ||
      texts.some(({ statement }) => statement.kind === 'item' && !isProperty(statement.text, words)) ||
      owner.blocks.some((block) => block.kind === 'table' && block.headers[0] !== 'field')
    ) {
      sections.push(section)
      continue
    }
    const [first, ...others] = texts
    if (first === undefined) continue
    for (const { statement } of others) statement.outcome = 'taken'
    const spec = texts
      .map(({ statement }) =>
        statement.kind === 'item' ? `${withoutLabel(draftPlainText(statement.text), words)};` : draftPlainText(statement.text),
      )
      .join(' ')
    owner.blocks.push({
      kind: 'table',
      headers: ['field', 'type'],
      rows: names.map((name) => ({ cells: [name, spec], statement: first.statement })),
    })
  }
  return { ...form, sections }
}

/** `kind: text`, `required`: a statement about the field of the heading. */
function isProperty(text: string, words: Words): boolean {
  return withoutLabel(text, words) !== text || beginsWithFact(draftPlainText(text), words)
}

/** The value after the header of a column of fields, `type: text`, with the label where it states the fact: `default: 3`. */
function withoutLabel(text: string, words: Words): string {
  const [, label, value] = /^[*_]*(\p{L}[\p{L} /?-]{1,30}?)[*_]*\s*:[*_]*\s+(\S.*)$/u.exec(text) ?? []
  if (label === undefined || value === undefined) return text
  const {
    type,
    meaning,
    must,
    default: fallback,
  } = mapColumns([label], ['type', 'must', 'default', 'range', 'rules', 'unique', 'meaning'], words)
  if (type !== undefined || meaning !== undefined) return value
  if (must !== undefined && words.marks.yes.test(value)) return words.requiredClause
  if (must !== undefined && words.marks.no.test(value)) return words.optionalClause
  return fallback === undefined ? text : `${words.defaultClause} ${value}`
}

/** `Start and end`, `Year from / Year to`: each name. */
function namesIn(title: string, words: Words): string[] | undefined {
  const names = title
    .replaceAll(/[*`]|\([^()]*\)/g, '')
    .split(words.conjunction)
    .map((each) => each.replace(/^\d+(?:\.\d+)*\.?\s+/, '').trim())
    .filter((each) => each !== '')
  return names.length > 0 && names.every((each) => /^\p{L}[\p{L}\d_'’-]*(?: [\p{L}\d_'’-]+){0,3}$/u.test(each)) ? names : undefined
}
