// Derives the indexes that a store needs: uniques, references, declared indexes, and the filters and sort orders of lists. The check for
// full scans uses the same code.

import { parse } from '../cel/parse.ts'
import { type Syntax, listSyntaxParts } from '../cel/syntax.ts'
import { filterWords } from '../model/filters.ts'
import type { Operation } from '../model/model.ts'
import { slotValueOf } from '../model/slot.ts'
import { sortWords } from '../model/sorts.ts'
import type { Domain, ResourceInfo } from '../typing/domain.ts'

/** The words of a sort order (`-` descends); the first `equalities` words are only compared for equality. */
export type WantedIndex = {
  readonly name: string
  readonly unique: boolean
  readonly words: readonly string[]
  readonly equalities: number
}

const cache = new WeakMap<ResourceInfo, readonly WantedIndex[]>()

/** Ordered: uniques first, then the document's own, then the longest first. */
export function listWantedIndexes(domain: Domain, info: ResourceInfo): readonly WantedIndex[] {
  return cache.getOrInsertComputed(info, () => {
    const uniques = info.uniques.map(({ name, members }): WantedIndex => ({ name, unique: true, words: members, equalities: 0 }))
    const exclusionIndexes = info.exclusions.map(({ name, same, overlap }): WantedIndex => ({
      name,
      unique: false,
      words: [...same, ...(overlap === undefined ? [] : [overlap.from])],
      equalities: same.length,
    }))
    const declaredIndexes = info.indexes.map(({ name, members }): WantedIndex => ({
      name,
      unique: false,
      words: members,
      equalities: members.length,
    }))
    const referenceMembers = [...info.properties.values()]
      .filter(({ reference }) => reference !== undefined && !reference.many)
      .map(({ name }): IndexNeed => ({ words: [name], equalities: 1 }))
    const queries = [...referenceMembers, ...listListOperations(domain, info.name).flatMap((list) => indexNeedsOf(list, info))].toSorted(
      (a, b) => b.words.length - a.words.length,
    )
    return [
      ...uniques,
      ...exclusionIndexes,
      ...declaredIndexes,
      ...queries.map(({ words, equalities }) => ({ name: `by ${words.join(', ')}`, unique: false, words, equalities })),
    ]
  })
}

/** True if an index finds records by a property alone, without a full scan. */
export function leadsAnIndex(domain: Domain, info: ResourceInfo, property: string): boolean {
  return info.key[0] === property || listWantedIndexes(domain, info).some(({ words: [first] }) => first?.replace(/^-/, '') === property)
}

type IndexNeed = Pick<WantedIndex, 'words' | 'equalities'>

const listsByDomain = new WeakMap<Domain, Map<string | undefined, Operation[]>>()

function listListOperations(domain: Domain, resource: string): readonly Operation[] {
  const listsByResource = listsByDomain.getOrInsertComputed(domain, ({ model }) =>
    Map.groupBy(
      model.endpoints.value.operations.filter(({ action }) => action === 'list'),
      ({ subject }) => subject?.text,
    ),
  )
  return listsByResource.get(resource) ?? []
}

/**
 * The index of a list begins with its equality conditions, the document's own first, and continues with its order, so that a page
 * reads only its own records.
 */
function indexNeedsOf({ slots }: Operation, { key, properties }: ResourceInfo): IndexNeed[] {
  const order = breakTies(
    (slotValueOf(slots.order) ?? []).map(({ text }) => text),
    key,
  )
  const where = slotValueOf(slots.where)
  const fixedProperties = where === undefined ? [] : listEqualityMembers(where.text)
  const makeNeed = (filterMembers: readonly string[], orderWords: readonly string[]): IndexNeed => {
    const equalityNames = new Set([...fixedProperties, ...filterMembers.filter((member) => member !== orderWords[0]?.replace(/^-/, ''))])
    return {
      words: [...equalityNames, ...orderWords.filter((word) => !equalityNames.has(word.replace(/^-/, '')))],
      equalities: equalityNames.size,
    }
  }
  const filters = [
    ...filterWords(slots).flatMap(({ text }) => (text.includes('.') ? [] : [text])),
    ...(where === undefined ? [] : listReferenceMembers(where.text, properties)),
  ].map((member) => makeNeed([member], order))
  const sorts = sortWords(slots).map(({ text }) => makeNeed([], breakTies([text], key)))
  return [makeNeed([], order), ...filters, ...sorts]
}

/** Appends the missing key properties to a sort order, in the direction of its last word, so that one index reads both ways. */
export function breakTies(words: readonly string[], key: readonly string[]): readonly string[] {
  const sign = words.at(-1)?.startsWith('-') ? '-' : ''
  const names = new Set(words.map((word) => word.replace(/^-/, '')))
  return [...words, ...key.flatMap((member) => (names.has(member) ? [] : [`${sign}${member}`]))]
}

/** Properties of a record that a condition holds equal to something, wherever it holds. */
function listEqualityMembers(text: string): string[] {
  const parsed = parse(text)
  const members: string[] = []
  const visit = (syntax: Syntax): void => {
    if (syntax.kind === 'and') {
      visit(syntax.left)
      visit(syntax.right)
    }
    if (syntax.kind !== 'binary' || syntax.operator !== '==') return
    const operandMembers = [syntax.left, syntax.right].map(findMemberOfThis)
    const [member] = operandMembers.filter((name) => name !== undefined)
    if (member !== undefined && operandMembers.includes(undefined)) members.push(member)
  }
  if (parsed.syntax !== undefined) visit(parsed.syntax)
  return members
}

/** References through which a condition reads or compares records: if the request asks for that, its list begins with them. */
function listReferenceMembers(text: string, properties: ResourceInfo['properties']): string[] {
  const { syntax } = parse(text)
  const isSingle = (name: string | undefined): name is string => name !== undefined && properties.get(name)?.reference?.many === false
  const visit = (part: Syntax): string[] => {
    const member = findMemberOfThis(part)
    return isSingle(member) ? [member] : listSyntaxParts(part).flatMap(visit)
  }
  return syntax === undefined ? [] : [...new Set(visit(syntax))]
}

function findMemberOfThis(syntax: Syntax): string | undefined {
  return syntax.kind === 'select' && syntax.operand.kind === 'name' && syntax.operand.name === 'this' ? syntax.member : undefined
}
