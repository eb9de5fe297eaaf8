// Reads fields in running text: "A station has a name of at most 50 characters and a code, both required. Its phone is optional."

import { singular } from '../names.ts'
import { typeClausesOf } from './clauses.ts'
import { readFieldText } from './field-type.ts'
import { type FieldReading, type KnownTypes, knownAlone } from './known-types.ts'
import type { Item } from './nested.ts'
import { labelledFields, proseItems, saysFact } from './prose-fields.ts'
import { ownerIn } from './resource.ts'
import { draftPlainText } from './draft.ts'
import type { FormSection, Statement } from './statement.ts'
import type { Words } from './words.ts'

export type SpokenItem = Item & { readonly statement: Statement; readonly more: readonly Statement[] }

type Found = SpokenItem & { readonly more: Statement[]; spec: string; readonly paragraph: number }

/** A sentence with a field, or about the previous fields. */
export function spokenItems({ blocks, title }: FormSection, words: Words): SpokenItem[] {
  const found: Found[] = []
  for (const block of blocks) {
    if (
      block.kind !== 'text' ||
      block.statement.text.includes('`') ||
      words.everyRecord.test(block.statement.text) ||
      !(block.statement.kind === 'sentence' || (block.statement.kind === 'item' && isSpoken(block.statement.text, words)))
    )
      continue
    const { statement, paragraph } = block
    const text = withoutQuotes(statement.text)
    const before = found.filter((each) => each.paragraph === paragraph)
    const add = (name: string, spec: string): void => void found.push({ name, spec, statement, more: [], paragraph })
    const ofAll = words.prose.ofAllBefore.exec(text.replace(/\.$/, ''))?.groups?.['spec']
    if (ofAll !== undefined && before.length > 1) for (const each of before) addMore(each, ofAll, statement)
    const listed = listedFields(text, words) ?? proseItems(text, words)
    if (listed !== undefined) for (const { name, spec } of listed) add(name, spec)
    else {
      const { name: subject, rest } = words.spokenField.exec(text)?.groups ?? {}
      const name = subject === undefined || isOwner(subject, title) ? undefined : subject
      const spec = rest === undefined ? undefined : choiceFirst(rest, words)
      const known = before.find((each) => sameLabel(each.name, name ?? ''))
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
      else if (isInProse(blocks) && saidField(text, title, words) !== undefined) {
        const said = saidField(text, title, words)!
        const before = found.find((each) => sameLabel(each.name, said.name))
        if (before === undefined) add(said.name, said.spec)
        else addMore(before, said.spec, statement)
      } else if (
        isInProse(blocks) &&
        (labelledFields(text, words)?.some(
          (each) => !isOwner(each.name, title) && !found.some((other) => sameLabel(other.name, each.name)),
        ) ??
          false)
      )
        for (const each of labelledFields(text, words)!) add(each.name, choiceFirst(each.spec, words))
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
  const owner = ownerIn(title)
  return owner !== undefined && singular(name.toLowerCase()) === singular(owner.toLowerCase())
}

/** A sentence about one field of the resource, with at least one fact that is understood. */
function saidField(text: string, title: string, words: Words): Item | undefined {
  const plain = draftPlainText(text).replace(/\.$/, '')
  for (const pattern of words.saidFields) {
    const { name: noun, before = '', rest } = pattern.exec(plain)?.groups ?? {}
    const name = noun === undefined ? undefined : (words.numberOf.exec(noun)?.[1] ?? noun)
    if (name === undefined || rest === undefined || words.prose.noName.test(name) || sameLabel(name, ownerIn(title) ?? '-')) continue
    const spec = [before.trim(), choiceFirst(rest, words), words.numberOf.test(noun!) ? words.wholeNumber : '']
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
    (saysKind(choiceFirst(rest, words), words) || isKind(choiceFirst(rest, words), words))
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

/** True for a kind of value that is also a name, such as "email". */
export function isNamedKind(name: string, words: Words): boolean {
  return /mail/i.test(name) && saysKind(kindInName(name), words)
}

/** The kind in a name: `email` for `driver e-mail address`. */
export function kindInName(name: string): string {
  return name.replace(/^(?:.* )?e?[ _-]?mail(?: address)?$/i, 'email')
}

function sameLabel(one: string, other: string): boolean {
  return other !== '' && (one.toLowerCase() === other.toLowerCase() || one.toLowerCase().endsWith(` ${other.toLowerCase()}`))
}

/** "mini, compact or van, and it is …": moves the values of a choice to the front. */
export function choiceFirst(written: string, words: Words): string {
  // "required; invoice, report or other": the text before the values is not a value.
  const [before, clause] = /^([\p{L}-]+(?: [\p{L}-]+)?)\s*[;,]\s+/u.exec(written) ?? []
  const isPresence = clause !== undefined && words.phrases.some(([pattern, fact]) => fact?.says === 'must' && pattern.test(clause))
  if (before !== undefined && isPresence) return `${before}${choiceFirst(written.slice(before.length), words)}`
  const { orWord, phrases, choiceLead, leadOfChoice, noValue, defaultMark } = words
  const [mark, value] = defaultMark.exec(written) ?? []
  if (mark !== undefined) return `${choiceFirst(written.replace(mark, value!), words)}; ${words.defaultClause} ${value}`
  const isLead = new RegExp(`^(?:${choiceLead})\\b`, 'i')
  const lead = leadOfChoice.exec(written)?.[0] ?? ''
  const rest = written.slice(lead.length)
  const [values, last] =
    new RegExp(String.raw`^(?:["“']?[\w-]+["”']?, )*["“']?[\w-]+["”']?,? ${orWord} ["“']?([\w-]+)["”']?(?=[.,;]|\s|$)`, 'i').exec(rest) ??
    []
  if (values === undefined || last === undefined) {
    const bare = /^[\p{L}\d_-]+(?: [\p{L}\d_-]+)?(?:, [\p{L}\d_-]+(?: [\p{L}\d_-]+)?){2,}(?=[.;]|$|\s[–—:]\s|\s\()/u.exec(rest)?.[0]
    const parts = bare?.split(', ') ?? []
    const facts = (text: string): readonly string[] =>
      phrases.flatMap(([pattern, fact]) => (fact !== undefined && fact.says !== 'choice' && pattern.test(text) ? [fact.says] : []))
    // A word such as `double` is a kind of number elsewhere.
    const isKinds =
      parts.filter((each) => facts(each).length > 0).length > 1 ||
      facts(parts[0] ?? '').length > 0 ||
      parts.some((each) => isLead.test(each) || facts(each).some((says) => says !== 'type'))
    return bare === undefined || isKinds ? written : `one of: ${bare}; ${rest.slice(bare.length)}`
  }
  const names = values
    .split(/, |\s/)
    .map((each) => each.replaceAll(/["“”',]/g, ''))
    .filter((each) => each !== '' && each !== orWord)
  const kinds = names.filter((each) => phrases.some(([pattern, fact]) => fact?.says !== 'choice' && pattern.test(each)))
  // "sms, email or none": of at least three values some may be kinds elsewhere.
  const areKinds = names.length < 3 || names.some((each) => /^\d/.test(each)) ? kinds.length > 0 : kinds.length * 2 > names.length
  const isKind = areKinds || phrases.some(([pattern]) => pattern.test(values))
  return isKind || (names.length < 3 && names.some((each) => noValue.test(each)))
    ? written
    : `one of: ${values}; ${rest.slice(values.length)}`
}

/** "A thing has an A of …, a B (…) and a C, all required": each noun with the text after it. */
function listedFields(text: string, words: Words): readonly Item[] | undefined {
  const plain = text.replace(/\.$/, '').replaceAll(...words.prose.ifKnown)
  // "must have an A and may have a B" are two sentences.
  const cut = words.andHas.exec(plain)
  const [one, other] =
    cut === null
      ? []
      : [
          listedFields(plain.slice(0, cut.index), words),
          listedFields(`${words.itWord} ${cut.groups!['has']!}${plain.slice(cut.index + cut[0].length)}`, words),
        ]
  if (cut !== null) return one === undefined || other === undefined ? undefined : [...one, ...other]
  const references = words.refersTo.exec(plain)?.groups
  const { has, rest } = references ?? words.hasFields.exec(plain)?.groups ?? {}
  if (rest === undefined) return undefined
  const [list = '', ...clauses] = rest.split(/\s*;\s*(?:and )?(?![^()]*\))/)
  const own = references === undefined ? itemsIn(list, words) : thingsIn(list, words)
  if (own.items.length === 0) return undefined
  const isOptional = has !== undefined && words.mayHave.test(has)
  const isRequired = has !== undefined && words.mustHave.test(has)
  const items = own.items.map(({ name, spec }) => ({
    name,
    spec: [spec, own.ofAll, isOptional ? words.optionalClause : isRequired ? words.requiredClause : '']
      .filter((each) => each !== '')
      .join('; '),
  }))
  for (const clause of clauses) {
    const all = words.ofAllClause.exec(clause.trim())?.groups?.['spec']
    if (all !== undefined && items.length > 1) {
      for (const [index, item] of items.entries()) items[index] = { ...item, spec: `${item.spec}; ${all}` }
      continue
    }
    // "no two of them have the same code": the field at the end of the clause.
    const named = items.find(({ name }) => new RegExp(`\\b${name.split(' ').at(-1)!}s?$`, 'i').test(clause.trim()))
    const target = named ?? items.at(-1)!
    items[items.indexOf(target)] = { ...target, spec: `${target.spec}; ${clause}` }
  }
  return items
}

type Listed = { readonly items: readonly Item[]; readonly ofAll: string }

/** "one customer and one car, which cannot be changed afterwards": references with the names of their resources. */
function thingsIn(text: string, words: Words): Listed {
  const [head = '', ...more] = text.split(/,\s*(?=(?:which|that)\b)|\s+\(/)
  // "one subscription (subscription_id, required)": the parentheses contain the field's name.
  const [, own] = /\(([a-z][a-z\d]*_[a-z\d_]+)\b/.exec(text) ?? []
  if (own !== undefined)
    return {
      items: [
        {
          name: own,
          spec: [
            `reference to ${head
              .replace(words.article, '')
              .replace(/^(?:exactly )?(?:one|a single)\s+/i, '')
              .trim()}`,
            /\([^,()]*,([^()]*)\)/.exec(text)?.[1] ?? '',
          ].join('; '),
        },
      ],
      ofAll: '',
    }
  const names = head.split(words.listJoin).map((each) =>
    each
      .replace(words.article, '')
      .replace(/^(?:exactly )?(?:one|a single)\s+/i, '')
      .trim(),
  )
  if (!names.every((each) => /^\p{L}[\p{L}-]*(?: \p{L}[\p{L}-]*)?$/u.test(each))) return { items: [], ofAll: '' }
  return {
    items: names.map((name) => ({ name, spec: `reference to ${name}` })),
    ofAll: more.join('; ').replace(words.relative, '').replace(/\)$/, ''),
  }
}

function itemsIn(text: string, words: Words): Listed {
  const all = words.ofAll.exec(text)?.groups ?? {}
  const list = all['list'] ?? text
  const pieces = list.split(
    new RegExp(String.raw`(?:,\s*(?:${words.joins})?|\s+(?:${words.joins})|,)\s+(?=(?:${words.itemArticle})\s)`, 'i'),
  )
  const items: Item[] = []
  let ofAll = all['spec'] ?? ''
  for (const [index, piece] of pieces.entries()) {
    // "a start and an end, which are points in time": the plural describes each noun before it.
    const relative =
      index > 0 && index === pieces.length - 1 && all['spec'] === undefined && /^(?:an?|its|the)\s/i.test(piece)
        ? piece.search(words.relativeOfAll)
        : -1
    if (relative > 0) ofAll = piece.slice(relative).replace(words.relativeOfAll, '')
    const item = itemIn(relative > 0 ? piece.slice(0, relative) : piece, words)
    if (item === undefined) return { items: [], ofAll: '' }
    items.push(item)
  }
  return { items, ofAll }
}

/** A noun with the descriptions before and after it. */
function itemIn(piece: string, words: Words): Item | undefined {
  const plain = piece.trim().replace(new RegExp(`^(?:${words.itemArticle})\\s+`, 'i'), '')
  const [, noun = '', behind = ''] = words.itemNoun.exec(plain) ?? []
  const before: string[] = []
  let name = noun.trim()
  for (let match = words.itemAdjective.exec(name); match !== null; match = words.itemAdjective.exec(name)) {
    before.push(match[1]!)
    name = name.slice(match[0].length)
  }
  const counted = words.numberOf.exec(name)?.[1]
  if (counted !== undefined)
    return {
      name: counted,
      spec: [words.wholeNumber, ...before, behind.replace(words.relative, '')].filter((each) => each !== '').join('; '),
    }
  if (!/^\p{L}[\p{L}\d_'’-]*(?: \p{L}[\p{L}\d_'’-]*){0,3}$/u.test(name)) return undefined
  const spec = behind
    .replace(/^\((.*)\)$/, '$1')
    .replaceAll(/^[\s,:–—-]+/g, '')
    .replace(words.relative, '')
  return {
    name,
    spec: [...before, choiceFirst(spec, words), isNamedKind(name, words) && !saysKind(spec, words) ? name : '']
      .filter((each) => each !== '')
      .join('; '),
  }
}

/** True if a text begins with a kind of value, or names the setter. */
export function saysKind(text: string, words: Words): boolean {
  const { cells, left } = firstClause(text, words, (name) => ({ name, isShape: false }))
  const [first = ''] = typeClausesOf(text.replace(/\.$/, ''), words)
  const isChoice = words.phrases.some(([pattern, fact]) => fact?.says === 'type' && fact.type === 'choice' && pattern.test(first))
  return isChoice || (left.length === 0 && (cells.type !== '' || cells.rules.size > 0))
}

/** True if some of the text is a fact about a field. */
function saysAny(text: string, words: Words): boolean {
  const { cells, conflict } = readFieldText(text, knownAlone(words))
  return conflict === undefined && (cells.type !== '' || cells.rules.size > 0)
}

/** True if a text begins with a kind of value that names no resource. */
export function isKind(text: string, words: Words): boolean {
  return firstClause(text, words, () => undefined).cells.type !== ''
}

/** True if the first clause of a text refers to a resource. */
export function isReference(text: string, words: Words): boolean {
  const [first = ''] = typeClausesOf(text, words)
  return words.phrases.some(([pattern, fact]) => fact?.says === 'reference' && pattern.test(first.trim()))
}

/** True if the first clause of a text is a kind of value and nothing else. */
export function isOnlyKind(text: string, words: Words): boolean {
  const { cells, left } = firstClause(text, words, () => undefined)
  return cells.type !== '' && left.length === 0
}

function firstClause(text: string, words: Words, named: KnownTypes['named']): FieldReading {
  const [first = ''] = typeClausesOf(text.replace(/\.$/, ''), words)
  return readFieldText(first, knownAlone(words, named))
}
