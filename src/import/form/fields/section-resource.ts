// Finds the resource that a section of part 2 describes, and the field that a text in it describes.

import { makeResourceName } from '../../names.ts'
import { isFieldTable } from './field-columns.ts'
import { type FieldHead, readFieldItem } from './field-head.ts'
import { type Item, readArticleItems, readLedItems, readListedItems, readSentenceItems } from './nested.ts'
import { type Resource, makeResource, readOwner } from '../resource.ts'
import { findLeadingSample } from './sample-fields.ts'
import { moveChoiceFirst } from '../kinds/choice-first.ts'
import { saysKind } from '../kinds/kind-tests.ts'
import { readSpokenItems } from './spoken.ts'
import type { FormSection, Statement } from '../statement.ts'
import type { Words } from '../words.ts'

/** The resource of a section whose heading names it and whose text describes fields. */
export function readSectionResource(section: FormSection, words: Words): Resource | undefined {
  const name = section.level > 2 ? readOwner(section.title) : undefined
  if (name === undefined) return undefined
  const hasFields =
    section.blocks.some(
      (block) =>
        (block.kind === 'text' && block.member !== undefined) ||
        (block.kind === 'table' ? isFieldTable(block, words) : parseFieldText(block.statement, words) !== undefined) ||
        (block.kind === 'text' &&
          block.statement.kind === 'sentence' &&
          !words.everyRecord.test(block.statement.text) &&
          (readListedItems(block.statement.text) ??
            readLedItems(block.statement.text, words)?.items ??
            readSentenceItems(block.statement.text, words) ??
            readKindItems(block.statement.text, words)) !== undefined),
    ) ||
    readSpokenItems(section, words).length > 0 ||
    (!words.sampleTitle.test(name) && findLeadingSample(section) !== undefined)
  return hasFields ? makeResource(makeResourceName(name), words.shape.test(section.title)) : undefined
}

/** An item, or a line such as `title: text, required`, that describes a field. */
export function parseFieldText({ kind, text }: Statement, words: Words): FieldHead | undefined {
  if (kind === 'item') return readFieldItem(text, words)
  const item =
    kind === 'sentence' && /^[*_`]*[A-Za-z_]\w*[*_`]*(?:\s\([^()]*\))?\s?[:–—]/.test(text) ? readFieldItem(text, words) : undefined
  return item !== undefined && saysKind(item.rest, words) ? item : undefined
}

/** Names with their kinds in parentheses, if most of them have one. */
export function readKindItems(text: string, words: Words): readonly Item[] | undefined {
  const items = readArticleItems(text, words)
  return items !== undefined && items.filter(({ spec }) => saysKind(moveChoiceFirst(spec, words), words)).length * 2 > items.length
    ? items
    : undefined
}
