// Finds the resource that a section of part 2 describes, and the field that a text in it describes.

import { resourceTypeName } from '../names.ts'
import { isFieldTable } from './field-columns.ts'
import { type FieldHead, readFieldItem } from './field-head.ts'
import { type Item, articleItems, ledItems, listedItems, sentenceItems } from './nested.ts'
import { type Resource, makeResource, ownerIn } from './resource.ts'
import { leadingSample } from './sample-fields.ts'
import { moveChoiceFirst } from './choice-first.ts'
import { saysKind } from './kind-tests.ts'
import { spokenItems } from './spoken.ts'
import type { FormSection, Statement } from './statement.ts'
import type { Words } from './words.ts'

/** The resource of a section whose heading names it and whose text describes fields. */
export function resourceOf(section: FormSection, words: Words): Resource | undefined {
  const name = section.level > 2 ? ownerIn(section.title) : undefined
  if (name === undefined) return undefined
  const hasFields =
    section.blocks.some(
      (block) =>
        (block.kind === 'text' && block.member !== undefined) ||
        (block.kind === 'table' ? isFieldTable(block, words) : fieldText(block.statement, words) !== undefined) ||
        (block.kind === 'text' &&
          block.statement.kind === 'sentence' &&
          !words.everyRecord.test(block.statement.text) &&
          (listedItems(block.statement.text) ??
            ledItems(block.statement.text, words)?.items ??
            sentenceItems(block.statement.text, words) ??
            kindItems(block.statement.text, words)) !== undefined),
    ) ||
    spokenItems(section, words).length > 0 ||
    leadingSample(section) !== undefined
  return hasFields ? makeResource(resourceTypeName(name), words.shape.test(section.title)) : undefined
}

/** An item, or a line such as `title: text, required`, that describes a field. */
export function fieldText({ kind, text }: Statement, words: Words): FieldHead | undefined {
  if (kind === 'item') return readFieldItem(text, words)
  const item =
    kind === 'sentence' && /^[*_`]*[A-Za-z_]\w*[*_`]*(?:\s\([^()]*\))?\s?[:–—]/.test(text) ? readFieldItem(text, words) : undefined
  return item !== undefined && saysKind(item.rest, words) ? item : undefined
}

/** Names with their kinds in parentheses, if most of them have one. */
export function kindItems(text: string, words: Words): readonly Item[] | undefined {
  const items = articleItems(text, words)
  return items !== undefined && items.filter(({ spec }) => saysKind(moveChoiceFirst(spec, words), words)).length * 2 > items.length
    ? items
    : undefined
}
