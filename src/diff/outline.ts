// The members of a template that has gaps: the others are specified, and can be compared.

import { type Json, createJsonObject } from '../base/json.ts'
import type { Node } from '../document/node.ts'
import { normalizeExpression } from '../explain/expression-text.ts'
import { findOptionalName } from '../model/template.ts'
import { convertNodeToJson } from '../model/scalars.ts'
import { parseAbsenceWord } from '../model/shape.ts'

/** The template in the form of `normalizeSlots`, with `not shown` for each gap. */
export function outlineTemplate(node: Node): Json {
  if (parseAbsenceWord(node) === 'gap') return { state: 'not shown' }
  if (node.kind === 'scalar') return normalizeExpression(node.text)
  if (node.kind === 'list') return node.items.map(outlineTemplate)
  const [first, second] = node.entries
  if (first?.key.text === 'const' && second === undefined) return { const: convertNodeToJson(first.value) }
  return createJsonObject(
    node.entries
      .filter(({ value }) => parseAbsenceWord(value) !== 'none')
      .map(({ key, value }) => {
        const name = findOptionalName(key)
        return [name === undefined ? key.text : `?${name}`, outlineTemplate(value)]
      }),
  )
}

/** The texts of its expressions. */
export function listTemplateTexts(node: Node): readonly string[] {
  if (node.kind === 'scalar') return parseAbsenceWord(node) === undefined ? [node.text] : []
  return (node.kind === 'list' ? node.items : node.entries.map(({ value }) => value)).flatMap(listTemplateTexts)
}
