// Reads fields whose names follow their descriptions in parentheses: "its key (street_key), consisting of five digits".

import { moveChoiceFirst } from '../kinds/choice-first.ts'
import { readFieldText } from '../kinds/field-type.ts'
import { makeKnownAlone } from '../kinds/known-types.ts'
import { saysFact } from '../fields/prose-fields.ts'
import type { Form, FormSection, FormText } from '../statement.ts'
import type { Words } from '../words.ts'

type Block = FormSection['blocks'][number]

type Mention = { readonly name: string; readonly start: number; readonly end: number }

export function readNamesInParentheses(form: Form, words: Words): Form {
  const parts = form.sections.filter(({ part }) => part === 'resources')
  if (
    !areNamedSo(
      parts.flatMap(({ blocks }) => blocks),
      3,
      words,
    )
  )
    return form
  return {
    ...form,
    sections: form.sections.map((section) =>
      section.part === 'resources' && (areNamedSo(section.blocks, 0, words) || areDescribed(section.blocks, words))
        ? { ...section, blocks: section.blocks.flatMap((block) => asMembers(block, words)) }
        : section,
    ),
  }
}

/** True if most of the single words in parentheses are names without a field in their block, and there are more than `least`. */
function areNamedSo(blocks: FormSection['blocks'], least: number, words: Words): boolean {
  const names = blocks.flatMap((block) => (isOpen(block) ? mentionsIn(block.statement.text) : [])).map(({ name }) => name)
  const others = names.filter((name) => !saysFactAlone(name, words))
  // The words of a form for presence and kinds come again and again.
  const areDistinct = new Set(others).size * 4 >= others.length * 3
  return others.length > least && (names.length - others.length) * 2 < names.length && (areDistinct || least === 0)
}

/** "its address (email), being …": what follows each word in parentheses describes it. */
function areDescribed(blocks: FormSection['blocks'], words: Words): boolean {
  const rests = blocks.flatMap((block) =>
    isOpen(block)
      ? mentionsIn(block.statement.text).map(({ end }) => /^\s*[,:]\s+(\S.*)$/s.exec(block.statement.text.slice(end))?.[1] ?? '')
      : [],
  )
  return rests.length > 0 && rests.every((rest) => saysFact(rest, words))
}

function saysFactAlone(name: string, words: Words): boolean {
  const { cells, left } = readFieldText(name, makeKnownAlone(words))
  return left.length === 0 && `${cells.type}${cells.must}${[...cells.rules].join('')}` !== ''
}

function isOpen(block: Block): block is FormText {
  return (
    block.kind === 'text' &&
    block.member === undefined &&
    (block.statement.kind === 'item' || block.statement.kind === 'sentence') &&
    block.statement.outcome === undefined &&
    !block.statement.text.includes('`(')
  )
}

/** Single words in parentheses behind a noun. */
function mentionsIn(text: string): Mention[] {
  return Array.from(
    text.matchAll(/(?<=[\p{L}'’])\s*\(`?([a-z][a-z\d]*(?:_[a-z\d]+)*|[a-z]+(?:[A-Z][a-z\d]+)+)`?\)/gu),
    ({ 0: whole, 1: name, index }) => ({
      name: name!,
      start: index,
      end: index + whole.length,
    }),
  )
}

/** One block for each field of the statement, which describes it with the words around its name. */
function asMembers(block: Block, words: Words): Block[] {
  if (!isOpen(block) || words.everyRecord.test(block.statement.text)) return [block]
  const { text } = block.statement
  const found = mentionsIn(text)
  if (found.length === 0 || found.length > 3) return [block]
  const presence = words.mustContain.test(block.label)
    ? words.requiredClause
    : words.mayContain.test(block.label)
      ? words.optionalClause
      : ''
  // "the use (use): residential or mixed": the description stands behind a colon.
  const [, behind] = found.length === 1 ? (/^\s*[:–—]\s+(\S.*)$/s.exec(text.slice(found[0]!.end)) ?? []) : []
  const plain =
    behind === undefined
      ? found.toReversed().reduce((all, { start, end }) => `${all.slice(0, start)}${all.slice(end)}`, text)
      : moveChoiceFirst(behind, words)
  return found.map(({ name }) => ({
    ...block,
    member: {
      name,
      line: block.statement.line,
      spec: [
        ofName(
          plain,
          name,
          found.map((each) => each.name).filter((each) => each !== name),
        ),
        presence,
      ]
        .filter((each) => each !== '')
        .join('; '),
    },
  }))
}

/** Leaves out the clauses about the other names, and the subject of those about this one: "the easting lies between 1 and 9". */
function ofName(text: string, name: string, others: readonly string[]): string {
  if (others.length === 0) return text
  return text
    .split(/([,;]\s+(?:and )?)(?=(?:the |its )\p{L})/u)
    .reduce<string[]>((all, piece, index) => (index % 2 === 1 ? all : [...all, piece]), [])
    .filter((clause) => !others.some((other) => new RegExp(`^(?:the |its )${other.replaceAll('_', '[ _]')}\\b`, 'i').test(clause)))
    .map((clause) => clause.replace(/\beach (?=an? \p{L})/giu, ''))
    .map((clause) => clause.replace(new RegExp(`^(?:the |its )${name.replaceAll('_', '[ _]')}\\b`, 'i'), ''))
    .join('; ')
}
