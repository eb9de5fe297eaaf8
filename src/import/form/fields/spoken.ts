// Reads fields in running text: "A station has a name of at most 50 characters and a code, both required. Its phone is optional."

import { singularize } from '../../names.ts'
import type { Item } from './nested.ts'
import { readLabelledFields, readProseItems, saysFact } from './prose-fields.ts'
import { readOwner } from '../resource.ts'
import { draftPlainText } from '../draft.ts'
import type { FormSection, Statement } from '../statement.ts'
import type { Words } from '../words.ts'
import { isNamedKind, saysKind, saysAny, isKind } from '../kinds/kind-tests.ts'
import { moveChoiceFirst } from '../kinds/choice-first.ts'
import { readSpokenList } from './spoken-lists.ts'

export type SpokenItem = Item & { readonly statement: Statement; readonly more: readonly Statement[] }

type Found = SpokenItem & { readonly more: Statement[]; spec: string; readonly paragraph: number }

/** A sentence with a field, or about the previous fields. */
export function readSpokenItems({ blocks, title }: FormSection, words: Words): SpokenItem[] {
  const found: Found[] = []
  for (const block of blocks) {
    if (
      block.kind !== 'text' ||
      block.statement.text.includes('`') ||
      words.everyRecord.test(block.statement.text) ||
      words.definesThing.test(block.statement.text) ||
      !(block.statement.kind === 'sentence' || (block.statement.kind === 'item' && isSpoken(block.statement.text, words)))
    )
      continue
    const { statement, paragraph } = block
    const text = withoutQuotes(statement.text)
    const before = found.filter((each) => each.paragraph === paragraph)
    const add = (name: string, spec: string): void => void found.push({ name, spec, statement, more: [], paragraph })
    const ofAll = words.prose.ofAllBefore.exec(text.replace(/\.$/, ''))?.groups?.['spec']
    if (ofAll !== undefined && before.length > 1) for (const each of before) addMore(each, ofAll, statement)
    const listed = readSpokenList(text, words) ?? readProseItems(text, words)
    if (listed !== undefined) for (const { name, spec } of listed) add(name, spec)
    else {
      const { name: subject, rest } = words.spokenField.exec(text)?.groups ?? {}
      const name = subject === undefined || isOwner(subject, title) ? undefined : subject
      const spec = rest === undefined ? undefined : moveChoiceFirst(rest, words)
      const known = before.find((each) => isSameLabel(each.name, name ?? ''))
      if (name !== undefined && spec !== undefined && known !== undefined) addMore(known, spec, statement)
      else if (
        name !== undefined &&
        spec !== undefined &&
        (saysKind(spec, words) ||
          (text !== statement.text && saysAny(spec, words)) ||
          (statement.kind === 'item' && isKind(spec, words)) ||
          isNamedKind(name, words))
      )
        add(name, isNamedKind(name, words) && !saysKind(spec, words) ? `${name}; ${spec}` : spec)
      else if (isInProse(blocks) && readSaidField(text, title, words) !== undefined) {
        const said = readSaidField(text, title, words)!
        const before = found.find((each) => isSameLabel(each.name, said.name))
        if (before === undefined) add(said.name, said.spec)
        else addMore(before, said.spec, statement)
      } else if (
        isInProse(blocks) &&
        (readLabelledFields(text, words)?.some(
          (each) => !isOwner(each.name, title) && !found.some((other) => isSameLabel(other.name, each.name)),
        ) ??
          false)
      )
        for (const each of readLabelledFields(text, words)!) add(each.name, moveChoiceFirst(each.spec, words))
      else if (before.length > 0 && words.spokenMore.test(statement.text)) addMore(before.at(-1)!, statement.text, statement)
    }
  }
  return found
}

/** "The "code" is a text": the name at the beginning without its quotation marks. */
function withoutQuotes(text: string): string {
  return text.replace(/^(\p{L}{1,5} )?["“](\w+)["”](?=[\s,])/u, '$1$2')
}

/** "A unit is one lift": the sentence describes the resource itself. */
function isOwner(name: string, title: string): boolean {
  const owner = readOwner(title)
  return owner !== undefined && singularize(name.toLowerCase()) === singularize(owner.toLowerCase())
}

/** A sentence about one field of the resource, with at least one fact that is understood. */
function readSaidField(text: string, title: string, words: Words): Item | undefined {
  const plain = draftPlainText(text).replace(/\.$/, '')
  for (const pattern of words.saidFields) {
    const { name: noun, before = '', rest } = pattern.exec(plain)?.groups ?? {}
    const name = noun === undefined ? undefined : (words.numberOf.exec(noun)?.[1] ?? noun)
    if (name === undefined || rest === undefined || words.prose.noName.test(name) || isSameLabel(name, readOwner(title) ?? '-')) continue
    const spec = [before.trim(), moveChoiceFirst(rest, words), words.numberOf.test(noun!) ? words.wholeNumber : '']
      .filter((each) => each !== '')
      .join('; ')
    if (saysFact(spec, words) || saysKind(spec, words)) return { name, spec }
  }
  return undefined
}

/** An item that is a sentence about a field: "The name is text of at most 40 characters". */
function isSpoken(text: string, words: Words): boolean {
  const { rest } = words.spokenField.exec(text)?.groups ?? {}
  return (
    rest !== undefined &&
    !/^[^\s:–—]+(?: [^\s:–—]+){0,3}\s*[:–—]/.test(text) &&
    (saysKind(moveChoiceFirst(rest, words), words) || isKind(moveChoiceFirst(rest, words), words))
  )
}

/** True if all fields of a section are in sentences. */
function isInProse(blocks: FormSection['blocks']): boolean {
  return blocks.every((block) => block.kind === 'text' && block.statement.kind === 'sentence')
}

function addMore(item: Found, text: string, statement: Statement): void {
  item.spec = `${item.spec.replace(/\.$/, '')}; ${text}`
  item.more.push(statement)
}

function isSameLabel(one: string, other: string): boolean {
  return other !== '' && (one.toLowerCase() === other.toLowerCase() || one.toLowerCase().endsWith(` ${other.toLowerCase()}`))
}
