// Reads the fields that a sentence lists: "A thing has an A of …, a B (…) and a C, all required".

import type { Item } from './nested.ts'
import type { Words } from '../words.ts'
import { isNamedKind, saysKind } from '../kinds/kind-tests.ts'
import { moveChoiceFirst } from '../kinds/choice-first.ts'

/** "A thing has an A of …, a B (…) and a C, all required": each noun with the text after it. */
export function readSpokenList(text: string, words: Words): readonly Item[] | undefined {
  const plain = text.replace(/\.$/, '').replaceAll(...words.prose.ifKnown)
  // "must have an A and may have a B" are two sentences.
  const cut = words.andHas.exec(plain)
  const [one, other] =
    cut === null
      ? []
      : [
          readSpokenList(plain.slice(0, cut.index), words),
          readSpokenList(`${words.itWord} ${cut.groups!['has']!}${plain.slice(cut.index + cut[0].length)}`, words),
        ]
  if (cut !== null) return one === undefined || other === undefined ? undefined : [...one, ...other]
  const references = words.refersTo.exec(plain)?.groups
  const { has, rest } = references ?? words.hasFields.exec(plain)?.groups ?? {}
  if (rest === undefined) return undefined
  const [list = '', ...clauses] = rest.split(/\s*;\s*(?:and )?(?![^()]*\))/)
  const own = references === undefined ? readItems(list, words) : readThings(list, words)
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
function readThings(text: string, words: Words): Listed {
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

function readItems(text: string, words: Words): Listed {
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
    const item = readItem(relative > 0 ? piece.slice(0, relative) : piece, words)
    if (item === undefined) return { items: [], ofAll: '' }
    items.push(item)
  }
  return { items, ofAll }
}

/** A noun with the descriptions before and after it. */
function readItem(piece: string, words: Words): Item | undefined {
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
    spec: [...before, moveChoiceFirst(spec, words), isNamedKind(name, words) && !saysKind(spec, words) ? name : '']
      .filter((each) => each !== '')
      .join('; '),
  }
}
