// Splits the sections of a form where a text, or the header of a table, announces the fields of another resource.

import { singularize } from '../../names.ts'
import { draftPlainText } from '../draft.ts'
import { isField } from '../fields/field-head.ts'
import { isFieldTable } from '../fields/field-columns.ts'
import { readLedItems } from '../fields/nested.ts'
import { readOwner, withoutCaption } from '../resource.ts'
import type { FormSection, FormTable } from '../statement.ts'
import { type Things, stripTitle } from '../things.ts'
import type { Words } from '../words.ts'

type Block = FormSection['blocks'][number]

/** Splits a section where a text, or the header of a table, announces the fields of another resource. */
export function cutText(section: FormSection, things: Things, words: Words): FormSection[] {
  const title = section.level > 2 ? readOwner(section.title) : undefined
  const isOpen = section.level === 2 || title === undefined || /^\d+(?:\.\d+)*\.?$/.test(section.title.trim())
  const isNamed = !isOpen && (things.has(title) || !words.generalTitle.test(title))
  const sections: FormSection[] = [{ ...section, blocks: [] }]
  const { blocks } = section
  const isBelow = hasCaptionsBelow(blocks, words)
  for (const [index, block] of blocks.entries()) {
    const next = isBelow && block.kind === 'table' ? undefined : blocks[index + 1]
    const place: Place = {
      isLead: next?.kind === 'text' && next.statement.kind === 'item',
      isTable: next?.kind === 'table',
      isFirst: isFirst(blocks, index),
      hasFields: hasFieldsFrom(blocks, index + 1, words),
      things,
      words,
    }
    const strict = (text: string): string | undefined =>
      isLeadOf(blocks, index, words) ? findAnnounced(text, isNamed, things, words) : undefined
    const embedded = block.kind === 'text' && next?.kind === 'table' ? findEmbedded(block.statement.text, section, words) : undefined
    if (embedded !== undefined && isFieldTable(next as FormTable, words)) {
      sections.push({ part: section.part, title: embedded, level: 3, blocks: [block] })
      continue
    }
    const own =
      block.kind === 'table'
        ? findTableOwner(
            block,
            isBelow ? blocks[index + 1] : undefined,
            blocks[index - 1]?.kind === 'table' ? undefined : sections.at(-1)!,
            things,
            words,
          )
        : block.statement.kind === 'sample' || (isBelow && isCaption(block))
          ? undefined
          : (strict(block.statement.text) ??
            (isOpen && block.statement.kind === 'sentence' ? findTextOwner(block.statement.text, place) : undefined))
    if (own !== undefined && own.toLowerCase() !== sections.at(-1)!.title.toLowerCase())
      sections.push({ part: section.part, title: own, level: 3, blocks: [] })
    sections.at(-1)!.blocks.push(block)
  }
  return sections.filter((each) => each.blocks.length > 0)
}

/** "Budget line (part of Application):" before a table: a shape that the text or a field of the section names. */
function findEmbedded(text: string, section: FormSection, words: Words): string | undefined {
  const [, name, remark = ''] = /^[*_`]*(\p{Lu}[\p{L}\d]*(?: [\p{L}\d]+){0,2})[*_`]*\s*(?:\(([^()]*)\))?\s*:[*_]*$/u.exec(text.trim()) ?? []
  if (name === undefined || words.generalTitle.test(name)) return undefined
  const isKind = section.blocks.some(
    (block) =>
      block.kind === 'table' &&
      block.rows.some(({ cells }) =>
        cells.some((cell) => new RegExp(`^(?:(?:list|array|set) of )?\\W*${name}s?\\W*$`, 'i').test(cell.trim())),
      ),
  )
  return words.shape.test(remark) ? `${name} (${remark})` : isKind ? `${name} (${words.shapeWord})` : undefined
}

/** Below the heading of a resource, only the name of another one begins a new section. */
function findAnnounced(text: string, isNamed: boolean, things: Things, words: Words): string | undefined {
  return things.named(text) ?? (isNamed || words.everyRecord.test(draftPlainText(text)) ? undefined : things.about(text))
}

/** True for a text that is not a field, but precedes fields: those of the list below it if it is an item. */
function isLeadOf(blocks: readonly Block[], index: number, words: Words): boolean {
  const [block, next] = [blocks[index], blocks[index + 1]]
  if (
    block?.kind !== 'text' ||
    (block.statement.kind === 'item' && (next?.kind !== 'text' || next.paragraph !== block.paragraph || next.depth <= block.depth))
  )
    return false
  return !isField(block.statement.text, words) && hasFieldsFrom(blocks, index + 1, words)
}

/** True if a group of fields begins at this block: a table of them, or items most of which have a kind of value. */
function hasFieldsFrom(blocks: readonly Block[], at: number, words: Words): boolean {
  const first = blocks[at]
  if (first === undefined) return false
  if (first.kind === 'table') return isFieldTable(first, words)
  if (first.statement.kind === 'sample') return false
  const all = blocks
    .slice(at)
    .filter(
      (block) =>
        block.kind === 'text' &&
        block.depth === first.depth &&
        block.statement.kind !== 'sample' &&
        (first.statement.kind === 'sentence' || block.paragraph === first.paragraph),
    )
    .slice(0, 8)
  const fields = all.filter((block) => block.kind === 'text' && isField(block.statement.text, words))
  return fields.length * 2 >= all.length && fields[0] === all[0]
}

/** The owner of a table: in its first header, or in the caption below it. */
function findTableOwner(
  table: FormTable,
  below: Block | undefined,
  section: FormSection | undefined,
  things: Things,
  words: Words,
): string | undefined {
  if (!isFieldTable(table, words)) return undefined
  const caption = below?.kind === 'text' && isCaption(below) ? things.about(below.statement.text) : undefined
  // A text or heading is nearer than a column's header; after another table there is neither.
  const isOpen = section === undefined || section.level === 2 || !things.has(section.title)
  return caption ?? (isOpen ? things.named(table.headers[0] ?? '') : undefined)
}

/** `Table 3: Vessels`. */
function isCaption(block: Block): boolean {
  return (
    block.kind === 'text' &&
    withoutCaption(draftPlainText(block.statement.text).replaceAll(/[*_]/g, '')) !==
      draftPlainText(block.statement.text).replaceAll(/[*_]/g, '')
  )
}

/** True if the first table with a caption has it below. */
function hasCaptionsBelow(blocks: readonly Block[], words: Words): boolean {
  const at = blocks.findIndex((block) => block.kind === 'table' && isFieldTable(block, words))
  const [before, behind] = [blocks[at - 1], blocks[at + 1]]
  return at >= 0 && behind !== undefined && isCaption(behind) && !(before !== undefined && isCaption(before))
}

function isFirst(blocks: readonly Block[], index: number): boolean {
  const [block, before] = [blocks[index], blocks[index - 1]]
  return block?.kind === 'text' && (before?.kind !== 'text' || before.paragraph !== block.paragraph || before.statement.kind !== 'sentence')
}

type Place = {
  readonly isLead: boolean
  readonly isTable: boolean
  readonly isFirst: boolean
  readonly hasFields: boolean
  readonly things: Things
  readonly words: Words
}

function findTextOwner(text: string, { isLead, isTable, isFirst, hasFields, things, words }: Place): string | undefined {
  const plain = draftPlainText(text)
  // "Boat: name (text, required), berth (…)": the owner and all of its fields.
  const led = readLedItems(plain, words)
  if (led !== undefined) return led.owner
  if (((isLead || isTable) && /[:：]$|[.:]\*\*$/.test(text)) || isTable || (isLead && words.following.test(plain)))
    if (words.everyRecord.test(plain)) return words.everyName
  const thing = Array.from({ length: 3 }, (_, index) => words.subject(3 - index).exec(plain)?.[1]).find(
    (each) => each !== undefined && things.has(each),
  )
  if ((isLead || isTable) && /[:：]$|[.:]\*\*$/.test(text)) {
    const marked = Array.from(text.matchAll(/\*\*([^*]+)\*\*|`([^`]+)`/g), ([, bold, code]) => (bold ?? code!).replace(/:$/, ''))
    const names = new Set(marked)
    if (names.size === 1) return singularize(marked[0]!)
    const quoted = /["“„]([\p{L} ]+)["”“]/u.exec(text)?.[1]
    const led = words.dataLead.exec(plain)?.[1] ?? thing ?? quoted ?? words.listLead.exec(plain)?.[1]
    if (led !== undefined) return led
  }
  const titled = stripTitle(text)
  if (words.generalTitle.test(titled)) return undefined
  const name = titled.replace(/\s+[–—-]\s.*$/, '')
  // "Three words matter:" before explanations names nothing.
  if ((isLead || isTable) && /^[\p{L}_][\p{L}\d_-]*(?: [\p{L}\d_-]+){0,2}$/u.test(name) && (hasFields || things.named(name) !== undefined))
    return singularize(name)
  const { one, other } = words.prose.subject.exec(plain)?.groups ?? {}
  if (words.everyRecord.test(plain)) return (isLead || isTable) && /[:：]$|[.:]\*\*$/.test(text) ? words.everyName : undefined
  return isFirst && !text.includes('`') ? (thing ?? one ?? other) : undefined
}
