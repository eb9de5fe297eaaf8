// Reads conditions on the fields of one resource, in words or signs, and prints them as expressions in CEL.

import type { Resource } from './resource.ts'
import type { Words } from './words.ts'
import type { Comparison } from './words/condition-words.ts'

/** A field, or a literal in CEL. `isOptional`: a record may be without a value. */
type Operand =
  | { readonly kind: 'field'; readonly name: string; readonly type: string; readonly isOptional: boolean }
  | { readonly kind: 'literal'; readonly cel: string }

type Atom =
  | { readonly kind: 'compares'; readonly left: Operand; readonly comparison: Comparison; readonly right: Operand }
  | { readonly kind: 'has'; readonly field: string; readonly isPresent: boolean }

/** Atoms that all hold, or of which at least one holds. */
export type Condition = { readonly join: 'and' | 'or'; readonly atoms: readonly Atom[] }

/** `choicesOf`: the values of a field that has only certain ones, such as its states. */
export type ConditionScope = {
  readonly resource: Resource
  readonly words: Words
  readonly choicesOf: (field: string) => readonly string[] | undefined
}

/** The condition, if the whole text has exactly one reading. */
export function readCondition(text: string, scope: ConditionScope): Condition | undefined {
  const { and, or, lead } = scope.words.conditions
  const plain = stripText(text).replace(lead, '')
  const whole = readAtom(plain, scope)
  if (whole !== undefined) return { join: 'and', atoms: [whole] }
  for (const [separator, join] of [
    [and, 'and'],
    [or, 'or'],
  ] as const) {
    const pieces = plain.split(separator)
    if (pieces.length < 2 || pieces.length > 5) continue
    const atoms = pieces.map((piece) => readAtom(piece.trim(), scope))
    if (atoms.every((atom) => atom !== undefined)) return { join, atoms }
  }
  return undefined
}

/** The expression. `strict`: an absent value does not meet a comparison; otherwise the comparison says nothing about it. */
export function printCondition({ join, atoms }: Condition, strictness: 'strict' | 'lenient'): string {
  const printed = atoms.map((atom) => printAtom(atom, strictness))
  if (printed.length === 1) return printed[0]!.text
  return printed
    .map(({ text, join: inner }) => (inner === undefined || inner === join ? text : `(${text})`))
    .join(join === 'and' ? ' && ' : ' || ')
}

export function negateCondition({ join, atoms }: Condition): Condition {
  return { join: join === 'and' ? 'or' : 'and', atoms: atoms.map(negateAtom) }
}

/** The fields that a condition reads. */
export function listConditionFields({ atoms }: Condition): readonly string[] {
  return atoms.flatMap((atom) =>
    atom.kind === 'has' ? [atom.field] : [atom.left, atom.right].flatMap((each) => (each.kind === 'field' ? [each.name] : [])),
  )
}

/** What the name of a field may have behind the word for it: `starts_at`, `payer_id`. */
const endings = ['date', 'time', 'at', 'on', 'id']

/** The field of the resource that the text names; undefined if none or several. */
export function findConditionField(text: string, { resource, words }: ConditionScope): string | undefined {
  const { article, ofOwner } = words.conditions
  let plain = stripText(text).replace(article, '')
  const [, inner, owner] = ofOwner.exec(plain) ?? []
  if (inner !== undefined && isOwner(owner!, resource)) plain = inner
  const [, possessor, possessed] = /^(.+?)(?:['’]s?|\.)\s*(\S.*)$/.exec(plain) ?? []
  if (possessor !== undefined && isOwner(possessor, resource)) plain = possessed!
  const [first, ...others] = plain.split(' ')
  if (others.length > 0 && isOwner(first!, resource) && !hasField(resource, plain)) plain = others.join(' ')
  const wanted = flatten(plain)
  if (wanted === '') return undefined
  const names = [...resource.fields.keys()]
  const exact = names.filter((name) => flatten(name) === wanted)
  if (exact.length > 0) return exact.length === 1 ? exact[0] : undefined
  const longer = names.filter((name) => endings.some((ending) => flatten(name) === `${wanted}${ending}`))
  return longer.length === 1 ? longer[0] : undefined
}

const negations: { readonly [comparison in Comparison]: Comparison } = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
}

function negateAtom(atom: Atom): Atom {
  return atom.kind === 'has' ? { ...atom, isPresent: !atom.isPresent } : { ...atom, comparison: negations[atom.comparison] }
}

function printAtom(atom: Atom, strictness: 'strict' | 'lenient'): { readonly text: string; readonly join?: 'and' | 'or' } {
  if (atom.kind === 'has') return { text: `this.${atom.field} ${atom.isPresent ? '!=' : '=='} null` }
  const { left, comparison, right } = atom
  const text = `${printOperand(left)} ${comparison} ${printOperand(right)}`
  const isOrdered = comparison !== '==' && comparison !== '!='
  const optional = [left, right].flatMap((each) => (each.kind === 'field' && each.isOptional ? [each.name] : []))
  const guarded = isOrdered || (left.kind === 'field' && right.kind === 'field') ? [...new Set(optional)] : []
  if (guarded.length === 0) return { text }
  return strictness === 'strict'
    ? { text: [...guarded.map((name) => `this.${name} != null`), text].join(' && '), join: 'and' }
    : { text: [...guarded.map((name) => `this.${name} == null`), text].join(' || '), join: 'or' }
}

function printOperand(operand: Operand): string {
  return operand.kind === 'field' ? `this.${operand.name}` : operand.cel
}

const signs: ReadonlyMap<string, Comparison> = new Map([
  ['>=', '>='],
  ['≥', '>='],
  ['<=', '<='],
  ['≤', '<='],
  ['!=', '!='],
  ['<>', '!='],
  ['≠', '!='],
  ['==', '=='],
  ['=', '=='],
  ['>', '>'],
  ['<', '<'],
])

function readAtom(text: string, scope: ConditionScope): Atom | undefined {
  const found = new Map<string, Atom>()
  for (const atom of [...readSigns(text, scope), ...readPresence(text, scope), ...readWords(text, scope)])
    found.set(JSON.stringify(atom), atom)
  return found.size === 1 ? [...found.values()][0] : undefined
}

function readSigns(text: string, scope: ConditionScope): readonly Atom[] {
  const [, left, sign, right] = /^([^<>=!≤≥≠]+?)\s*(>=|<=|!=|<>|==?|[<>≤≥≠])\s*([^<>=!≤≥≠]+)$/.exec(text) ?? []
  const comparison = sign === undefined ? undefined : signs.get(sign)
  const { auxiliary } = scope.words.conditions
  return comparison === undefined
    ? []
    : makeComparison(left!.replace(new RegExp(`\\s+${auxiliary}$`, 'i'), ''), comparison, right!, 'any', scope)
}

function readPresence(text: string, scope: ConditionScope): readonly Atom[] {
  const { isPresent, isAbsent } = scope.words.conditions
  return listSplits(text).flatMap(([left, right]): readonly Atom[] => {
    const isThere = isAbsent.test(right) ? false : isPresent.test(right) ? true : undefined
    const field = isThere === undefined ? undefined : findConditionField(left, scope)
    return field === undefined ? [] : [{ kind: 'has', field, isPresent: isThere! }]
  })
}

function readWords(text: string, scope: ConditionScope): readonly Atom[] {
  const { comparisons, auxiliary, negated, trailing } = scope.words.conditions
  return listSplits(text.replace(trailing, '')).flatMap(([left, right]) => {
    if (findConditionField(left, scope) === undefined) return []
    return comparisons.flatMap(([pattern, comparison, of]) => {
      const isLiteral = of === 'literals'
      const [, negation, rest] =
        new RegExp(
          `^${isLiteral ? '(?=is|are|must|shall|has|ist|muss|darf|sind)' : ''}(?:${auxiliary}(${negated})|${auxiliary})${isLiteral ? '' : `(?:${pattern})\\s+`}(\\S.*)$`,
          'i',
        ).exec(right) ?? []
      if (rest === undefined) return []
      return makeComparison(left, negation === undefined ? comparison : negations[comparison], rest, of, scope)
    })
  })
}

/** The text before and after each space, with at most six words before it. */
function listSplits(text: string): readonly (readonly [left: string, right: string])[] {
  return Array.from(
    text.matchAll(/\s+/g),
    ({ index, 0: space }) => [text.slice(0, index), text.slice(index + space.length)] as const,
  ).slice(0, 8)
}

function makeComparison(
  leftText: string,
  comparison: Comparison,
  rightText: string,
  of: 'any' | 'times' | 'amounts' | 'literals',
  scope: ConditionScope,
): readonly Atom[] {
  const left = readField(leftText, scope)
  if (left === undefined) return []
  const right = of === 'literals' ? undefined : readField(rightText, scope)
  if (right !== undefined) {
    const [kind, other] = [kindOf(left.type), kindOf(right.type)]
    const isAllowed = kind !== undefined && kind === other && left.name !== right.name && isKindAllowed(kind, of, comparison)
    return isAllowed && (kind !== 'reference' || left.type === right.type) ? [{ kind: 'compares', left, comparison, right }] : []
  }
  const cel = readLiteral(rightText, left, comparison, of, scope)
  return cel === undefined ? [] : [{ kind: 'compares', left, comparison, right: { kind: 'literal', cel } }]
}

type Kind = 'number' | 'date' | 'moment' | 'text' | 'choice' | 'reference' | 'flag'

function isKindAllowed(kind: Kind, of: 'any' | 'times' | 'amounts' | 'literals', comparison: Comparison): boolean {
  const isTime = kind === 'date' || kind === 'moment'
  if (of === 'times') return isTime
  if (of === 'amounts') return kind === 'number'
  return comparison === '==' || comparison === '!=' || isTime || kind === 'number'
}

function kindOf(type: string): Kind | undefined {
  if (/^(?:whole number|number|decimal)\b/.test(type)) return 'number'
  if (/^date$/.test(type)) return 'date'
  if (/^date-time$/.test(type)) return 'moment'
  if (type.startsWith('one of ')) return 'choice'
  if (type.startsWith('→ ')) return 'reference'
  if (type === 'yes/no') return 'flag'
  return /^(?:text|email|uri)\b/.test(type) ? 'text' : undefined
}

function readField(text: string, scope: ConditionScope): (Operand & { readonly kind: 'field' }) | undefined {
  const name = findConditionField(text, scope)
  const cells = name === undefined ? undefined : scope.resource.fields.get(name)
  if (name === undefined || cells === undefined) return undefined
  const isState = scope.choicesOf(name) !== undefined && !cells.type.startsWith('one of ')
  const isOptional = !isState && cells.must !== 'yes' && name !== scope.resource.key
  return { kind: 'field', name, type: isState ? 'one of ' : cells.type, isOptional }
}

function readLiteral(
  text: string,
  { name, type }: Operand & { readonly kind: 'field' },
  comparison: Comparison,
  of: 'any' | 'times' | 'amounts' | 'literals',
  { choicesOf, words }: ConditionScope,
): string | undefined {
  const plain = stripText(text)
  const isEquality = comparison === '==' || comparison === '!='
  const choices = choicesOf(name)
  if (choices !== undefined) {
    const choice = choices.find((each) => each === plain) ?? choices.find((each) => flatten(each) === flatten(plain))
    return choice === undefined || !isEquality ? undefined : JSON.stringify(choice)
  }
  const kind = kindOf(type)
  if (kind === 'flag' && isEquality) return words.marks.yes.test(plain) ? 'true' : words.marks.no.test(plain) ? 'false' : undefined
  if (kind === 'number' && of !== 'times') {
    const number = words.counts[plain.toLowerCase()] ?? plain.replaceAll(/(?<=\d)[ ,'](?=\d{3}\b)/g, '')
    return /^(?:zero|null)$/i.test(plain) ? '0' : /^-?\d+(?:\.\d+)?$/.test(number) ? number : undefined
  }
  const [, quoted] = /^["'“`]([^"'”`]+)["'”`]$/.exec(text.trim()) ?? []
  return kind === 'text' && isEquality && quoted !== undefined ? JSON.stringify(quoted) : undefined
}

function hasField({ fields }: Resource, text: string): boolean {
  return [...fields.keys()].some((name) => flatten(name) === flatten(text))
}

function isOwner(text: string, { name }: Resource): boolean {
  const plain = flatten(text.replace(/^(?:the|an?|its|every|each|this|der|die|das|des|eine[rs]?)\s+/i, '').replace(/['’]s?$/, ''))
  return plain === flatten(name) || (plain.length > 2 && flatten(name).endsWith(plain))
}

function stripText(text: string): string {
  return text
    .replaceAll(/[*`"“”]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/[.;,]$/, '')
    .trim()
}

function flatten(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_-]/g, '')
}
