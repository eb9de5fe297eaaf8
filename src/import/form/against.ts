// Compares the prose of a document with its binding lines: reports statements without a counterpart, and contradictions.

import { type Source, findPosition, createSource } from '../../base/text.ts'
import { partNames } from '../../document/document.ts'
import { outline } from '../../document/markdown.ts'
import { type MapNode, type Node, findEntryOf } from '../../document/node.ts'
import type { File } from '../../document/read.ts'
import { readWithTables } from '../../table/bind.ts'
import { type ImportedForm, importForm, type FormImporting } from './form.ts'
import { usualPageSetting } from './limits/page-sizes.ts'
import type { Statement } from './statement.ts'

export type ProseFinding = {
  /**
   * `missing`: no binding line states it. `different`: a binding line contradicts it. `open`: the statement was not understood, so it was
   * not compared.
   */
  readonly kind: 'missing' | 'different' | 'open'
  readonly line: number
  readonly text: string
  /** The place that it would have, and both values if they differ. */
  readonly place: string
}

export type HeldProse = { readonly statements: number; readonly findings: readonly ProseFinding[] }

export function holdProse(file: File, importing: FormImporting): HeldProse | { readonly problem: string } {
  const read = readWithTables([file])
  const binding = read.tables
    .filter(({ maps, interpretation }) => maps.length > 0 || interpretation.kind.steps !== undefined)
    .map(({ table }) => table.span)
  // A convention that the document uses, such as `problem-details@1` or "problem details", binds by its name.
  const used = Array.from(
    findEntryOf(read.document.front, 'use') === undefined
      ? []
      : print(findEntryOf(read.document.front, 'use')!.value).matchAll(/([a-z][a-z-]+)@\d/g),
    ([, name]) => name!,
  )
  const isUsed = (text: string): boolean =>
    used.some(
      (name) => text.includes(`${name}@`) || (name.includes('-') && new RegExp(`\\b${name.replaceAll('-', '[ -]')}\\b`, 'i').test(text)),
    )
  const form = importForm({ name: file.name, text: keepProse(createSource(file.name, file.text), binding) }, importing)
  if ('problem' in form) return form
  const findings: ProseFinding[] = []
  const add = (kind: ProseFinding['kind'], statement: Statement, place: string): void => {
    const text = statement.text.replaceAll(/\s+/g, ' ')
    if (!findings.some((each) => each.line === statement.line && each.kind === kind && each.place === place))
      findings.push({ kind, line: statement.line, text, place })
  }
  const pages = print(read.document.parts.endpoints.node)
  const comparing: Comparing = {
    form,
    add,
    keys: mapKeys(read.document.parts.resources.node),
    expressions: partNames.flatMap((name) => listTexts(read.document.parts[name].node)).filter((text) => /[<>=!?(]/.test(text)),
    hasPage: (size) => new RegExp(`\\b(?:size|max): ${size}\\b`).test(pages),
  }
  for (const name of partNames) compareMaps(form.compiled.document.parts[name].node, read.document.parts[name].node, [name], comparing)
  const taken = new Set(form.origins.values())
  for (const statement of form.statements)
    if (
      statement.outcome === 'question' &&
      !taken.has(statement) &&
      !/^(?:not shown|none)$/.test(statement.text) &&
      !isUsed(statement.text)
    )
      add('open', statement, statement.part)
  return { statements: form.statements.length, findings: findings.sort((a, b) => a.line - b.line) }
}

/** The prose with each line in its place, without binding content, and with quotations as text. */
function keepProse(file: Source, binding: readonly { readonly start: number; readonly end: number }[]): string {
  const fences = outline(file).sections.flatMap(({ blocks }) =>
    blocks.filter((block) => block.kind === 'fence' && /^(?:ya?ml|hurl)$/.test(block.language)).map(({ span }) => span),
  )
  const blank = [...binding, ...fences]
  let isComment = false
  return file.lineStarts
    .map((start, index) => {
      const end = file.lineStarts[index + 1] ?? file.text.length
      const line = file.text.slice(start, end).replace(/\r?\n$/, '')
      isComment ||= line.startsWith('<!--')
      const isLeft = isComment || blank.some((span) => start >= span.start && start < span.end)
      if (line.includes('-->')) isComment = false
      return isLeft ? '' : line.replace(/^> ?/, '')
    })
    .join('\n')
}

type Comparing = {
  readonly form: ImportedForm
  readonly add: (kind: ProseFinding['kind'], statement: Statement, place: string) => void
  /** By resource, the only field of its key, which is unique and always there. */
  readonly keys: ReadonlyMap<string, string>
  /** True if a list has pages of this size, or at most of it. */
  readonly hasPage: (size: string) => boolean
  /** The values of the document that may be conditions. */
  readonly expressions: readonly string[]
}

function mapKeys({ entries }: MapNode): ReadonlyMap<string, string> {
  return new Map(
    entries.flatMap(({ key, value }) => {
      const own = value.kind === 'map' ? findEntryOf(value, 'key')?.value : undefined
      return own === undefined ? [] : [[key.text, print(own)] as const]
    }),
  )
}

/** True for what the key of the resource implies, and for sizes of pages that lists have. */
function isImplied(path: readonly string[], value: Node, { keys, hasPage }: Comparing): boolean {
  const key = path[0] === 'resources' ? keys.get(path[1]!) : undefined
  if (key !== undefined && path.length === 3 && path[2] === 'unique') return print(value) === key
  const size =
    path.at(-1) === 'page' && path.includes('sizes')
      ? print(value)
      : path[1] === 'settings' && path[2] === usualPageSetting && value.kind === 'map'
        ? print(findEntryOf(value, 'default')?.value)
        : undefined
  return size !== undefined && /^\d+$/.test(size) && hasPage(size)
}

/** Keys for people, and keys that prose never states on its own. */
const unsaid: ReadonlySet<string> = new Set(['description', 'initial', 'type', 'partition', 'on', 'guard'])

function compareMaps(said: MapNode, bound: MapNode, path: readonly string[], comparing: Comparing): void {
  if (path[0] === 'limits' && path.at(-1) === 'rates') return compareRates(said, bound, path, comparing)
  if (path[0] === 'states' && findEntryOf(said, 'states') !== undefined) return compareMoves(said, bound, path, comparing)
  for (const { key, value } of said.entries) {
    const statement = findStatement(value, comparing.form) ?? findStatement(key, comparing.form)
    const place = [...path, key.text]
    if (path[0] === 'resources' && path.length === 2 && key.text === 'invariant' && value.kind === 'map') {
      compareRules(value, place, comparing)
      continue
    }
    // Prose states no descriptions; a property or an error may have that name.
    const isOwnName = path.length < 2 || path.at(-1) === 'properties' || path.at(-1) === 'catalogue'
    const isName = isOwnName || (path[0] === 'errors' && key.text !== 'description')
    if (
      (!isName && unsaid.has(key.text) && !(key.text === 'type' && path.includes('properties'))) ||
      isGap(value) ||
      isImplied(place, value, comparing) ||
      (value.kind === 'map' &&
        value.entries.length > 0 &&
        value.entries.every((each) => isImplied([...place, each.key.text], each.value, comparing)))
    )
      continue
    const other = bound.entries.find((each) => isSameName(each.key.text, key.text))?.value
    if (other === undefined && value.kind === 'scalar' && path.includes('settings') && statement !== undefined)
      comparing.add('missing', statement, placeText(place))
    else if (other === undefined) {
      const own = statement ?? findFirstStatement(value, comparing.form)
      if (own !== undefined) comparing.add('missing', own, placeText(place))
    } else if (value.kind === 'map' && other.kind === 'map') compareMaps(value, other, place, comparing)
    else if (value.kind === 'list' && other.kind === 'list') compareLists(value.items, other.items, place, comparing)
    else if (!isGap(other) && !isSameValue(value, other) && statement !== undefined)
      comparing.add('different', statement, `${placeText(place)}: ${print(value)}, and what binds says ${print(other)}`)
  }
}

function compareLists(said: readonly Node[], bound: readonly Node[], path: readonly string[], { form, add, keys }: Comparing): void {
  const others = new Set(bound.map(print))
  for (const item of said) {
    const statement = findStatement(item, form)
    const isKey = path[0] === 'resources' && path.at(-1) === 'required' && keys.get(path[1]!) === print(item)
    if (!others.has(print(item)) && !isKey && statement !== undefined)
      add('different', statement, `${placeText(path)}: ${print(item)}, and what binds says ${[...others].join(', ')}`)
  }
}

/** Compares rates by their numbers; their names may differ. */
function compareRates(said: MapNode, bound: MapNode, path: readonly string[], { form, add }: Comparing): void {
  const numbers = (node: Node): string =>
    node.kind === 'map' ? ['quota', 'window'].map((key) => print(findEntryOf(node, key)?.value)).join(' per ') : ''
  const others = new Set(bound.entries.map(({ value }) => numbers(value)))
  for (const { key, value } of said.entries) {
    const statement = findStatement(value, form) ?? findStatement(key, form) ?? findFirstStatement(value, form)
    if (statement !== undefined && !others.has(numbers(value))) add('missing', statement, `${placeText(path)}: ${numbers(value)}`)
  }
}

/** Compares rules by the fields that they read: any condition of the document may be their counterpart, in any form. */
function compareRules(said: MapNode, path: readonly string[], { form, add, expressions }: Comparing): void {
  for (const { key, value } of said.entries) {
    const statement = findStatement(value, form) ?? findStatement(key, form)
    const fields = print(value).match(/(?<=\bthis\.)\w+/g) ?? []
    const isBound = expressions.some((each) => fields.every((field) => new RegExp(`\\b${field}\\b`).test(each)))
    if (statement !== undefined && !isBound) add('missing', statement, `${placeText(path)}: ${print(value)}`)
  }
}

/** Compares transitions by their states. */
function compareMoves(said: MapNode, bound: MapNode, path: readonly string[], { form, add }: Comparing): void {
  const others = new Set(listMoves(bound).map(({ from, to }) => `${from} -> ${to}`))
  for (const { from, to, node } of listMoves(said)) {
    const statement = findStatement(node, form)
    if (statement !== undefined && !others.has(`${from} -> ${to}`)) add('missing', statement, `${placeText(path)}: ${from} -> ${to}`)
  }
}

function listMoves(machine: MapNode): { readonly from: string; readonly to: string; readonly node: Node }[] {
  const states = findEntryOf(machine, 'states')?.value
  const targets = (node: Node): Node[] => {
    if (node.kind === 'list') return node.items.flatMap(targets)
    if (node.kind === 'scalar') return [node]
    const target = findEntryOf(node, 'target')?.value
    return target === undefined ? node.entries.flatMap(({ value }) => (value.kind === 'scalar' ? [] : targets(value))) : [target]
  }
  const targetsWithin = (node: Node): Node[] => (node.kind === 'map' ? node.entries.flatMap(({ value }) => targets(value)) : [])
  return (states?.kind === 'map' ? states.entries : []).flatMap(({ key, value }) =>
    value.kind === 'map'
      ? ['on', 'after', 'every', 'always', 'at'].flatMap((kind) => {
          const causes = findEntryOf(value, kind)?.value
          return causes === undefined ? [] : targetsWithin(causes).map((node) => ({ from: key.text, to: print(node), node }))
        })
      : [],
  )
}

function isGap(node: Node): boolean {
  return node.kind === 'scalar' && node.style === 'plain' && /^(?:not shown|below)?$/.test(node.text)
}

/** Parameters of paths may have other names. */
function isSameName(one: string, other: string): boolean {
  const plain = (text: string): string => text.replaceAll(/\{[^}]*\}/g, '{}')
  return plain(one) === plain(other)
}

function isSameValue(one: Node, other: Node): boolean {
  const [a, b] = [print(one), print(other)]
  return a === b || (a !== '' && b !== '' && !Number.isNaN(Number(a)) && Number(a) === Number(b))
}

function print(node: Node | undefined): string {
  if (node === undefined) return ''
  if (node.kind === 'scalar') return node.text
  return node.kind === 'list'
    ? node.items.map(print).join(', ')
    : node.entries.map(({ key, value }) => `${key.text}: ${print(value)}`).join(', ')
}

function listTexts(node: Node): readonly string[] {
  if (node.kind === 'scalar') return [node.text]
  return (node.kind === 'list' ? node.items : node.entries.map(({ value }) => value)).flatMap(listTexts)
}

function placeText(path: readonly string[]): string {
  return path.filter((each) => each !== 'properties' && each !== 'catalogue').join(' › ')
}

function findStatement({ span }: Node, { origins, text }: ImportedForm): Statement | undefined {
  return span.source.text === text ? origins.get(findPosition(span.source, span.start).line) : undefined
}

function findFirstStatement(node: Node, form: ImportedForm): Statement | undefined {
  if (node.kind === 'scalar') return findStatement(node, form)
  for (const each of node.kind === 'list' ? node.items : node.entries.map(({ value }) => value)) {
    const found = findStatement(each, form) ?? findFirstStatement(each, form)
    if (found !== undefined) return found
  }
  return undefined
}
