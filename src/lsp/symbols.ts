// Finds the names that a document declares and all their occurrences: in keys, values and typed expressions.

import type { Span } from '../base/text.ts'
import type { Expression } from '../cel/expression.ts'
import type { Compiled } from '../compile/compile.ts'
import { type PartName, partNames } from '../document/document.ts'
import { type Entry, type MapNode, type Node, type Scalar, findEntryOf, spanWithin } from '../document/node.ts'
import { listSpecifiedEntries as named } from '../model/slot.ts'
import type { SlotUse } from '../typing/slots/use.ts'
import { listSubexpressions, listExpressions } from './expression-at.ts'

/** `id`: the kind and the full name, such as `property Order.total`. */
export type SymbolOccurrence = { readonly id: string; readonly span: Span; readonly declares: boolean }

/** Keys whose values are text for people, or data. */
const textKeys = new Set([
  'description',
  'summary',
  'title',
  'detail',
  'tags',
  'contact',
  'license',
  'enum',
  'const',
  'default',
  'example',
  'examples',
  'pattern',
  'format',
  'records',
  'fixtures',
  'claims',
  'credential',
  'media',
  'url',
  'headers',
])
const propertyLists = new Set(['key', 'required', 'unique', 'index', 'body', 'take', 'filter', 'sort', 'order'])
const propertyMaps = new Set(['set', 'by', 'tenant'])
const stateValues = new Set(['initial', 'target', 'in', 'to'])
const subjects = ['create', 'read', 'update', 'replace', 'put', 'delete', 'list', 'transition', 'of', 'find']

/** The context of a place: the resource, the machine, and the keys above it. */
type Context = { readonly part: PartName; readonly path: readonly string[]; readonly resource?: string; readonly machine?: string }

export function listOccurrencesIn(compiled: Compiled): readonly SymbolOccurrence[] {
  const occurrencesByPlace = new Map<string, SymbolOccurrence>()
  const note = (id: string, span: Span, declares = false): void => {
    // A cell of a table can mean a name that it does not write: `yes` in the column `must`.
    if (!id.endsWith(span.source.text.slice(span.start, span.end))) return
    const key = `${id} ${span.source.name} ${span.start}`
    if (span.source.convention === undefined && span.end > span.start && occurrencesByPlace.get(key)?.declares !== true)
      occurrencesByPlace.set(key, { id, span, declares })
  }
  const names = collectNames(compiled)
  const walker = new NameWalker(names, note, new Set(compiled.facts.typing.slots.map(({ slot }) => slot.node.span.start)))
  for (const part of partNames) walker.visit(compiled.document.parts[part].node, { part, path: [] })
  for (const use of compiled.facts.typing.slots) addExpressions(compiled, use, names, note)
  return [...occurrencesByPlace.values()]
}

type DeclaredNames = {
  readonly resources: ReadonlySet<string>
  readonly declared: ReadonlyMap<string, 'resource' | 'view' | 'shape' | 'function' | 'event' | 'scheme'>
  readonly has: (id: string) => boolean
  readonly machinesOf: (resource: string) => readonly string[]
}

function collectNames({ facts: { model, typing, machines } }: Compiled): DeclaredNames {
  const { resources, shapes, views } = typing.domain
  const ids = new Set<string>()
  for (const [name, { properties }] of resources) for (const property of properties.keys()) ids.add(`property ${name}.${property}`)
  for (const { machine, transitions } of machines) {
    for (const { name } of transitions) ids.add(`transition ${machine.resource}.${name}`)
    const { states } = machine.slots
    if (states.state === 'shown') for (const { name } of states.value) ids.add(`state ${machine.name}.${name}`)
  }
  const { types } = model.events.value
  const { schemes } = model.authentication.value
  return {
    resources: new Set(resources.keys()),
    declared: new Map([
      // The default view of a resource has the resource's name.
      ...[...views.keys()].map((name) => [name, 'view'] as const),
      ...[...resources.keys()].map((name) => [name, 'resource'] as const),
      ...[...shapes.keys()].map((name) => [name, 'shape'] as const),
      ...named(model.service.value.functions).map(({ name }) => [name, 'function'] as const),
      ...(types.state === 'shown' ? types.value.map(({ name }) => [name, 'event'] as const) : []),
      ...(schemes.state === 'shown' ? schemes.value.map(({ name }) => [name, 'scheme'] as const) : []),
    ]),
    has: (id) => ids.has(id),
    machinesOf: (resource) => machines.filter(({ machine }) => machine.resource === resource).map(({ machine }) => machine.name),
  }
}

type NoteOccurrence = (id: string, span: Span, declares?: boolean) => void

/** Visits a part, and notes each name of the document in it. */
class NameWalker {
  readonly #names: DeclaredNames
  readonly #note: NoteOccurrence
  /** The offsets of slots whose text is typed. */
  readonly #expressions: ReadonlySet<number>

  constructor(names: DeclaredNames, note: NoteOccurrence, expressions: ReadonlySet<number>) {
    this.#names = names
    this.#note = note
    this.#expressions = expressions
  }

  #noteNames(scalar: Scalar, context: Context, isKey: boolean, declares: boolean): void {
    for (const token of scalar.text.matchAll(/[A-Za-z_$][\w-]*(?:\.[\w-]+)*/g))
      this.#noteToken(token[0], (from, to) => spanWithin(scalar, token.index + from, token.index + to), context, {
        isKey,
        declares,
        isEntry: /\bentry $/.test(scalar.text.slice(0, token.index)),
      })
  }

  #noteToken(
    token: string,
    place: (from: number, to: number) => Span,
    { part, path, resource, machine }: Context,
    { isKey, declares, isEntry }: { readonly isKey: boolean; readonly declares: boolean; readonly isEntry: boolean },
  ): void {
    const declared = this.#names.declared.get(token)
    const isScheme = declared === 'scheme'
    if (
      declared !== undefined &&
      (!isScheme || path.some((step) => ['schemes', 'security', 'scheme', 'caller'].includes(step)) || (isKey && path.at(-1) === 'schemes'))
    )
      return this.#note(`${declared} ${token}`, place(0, token.length), declares)
    const [head = '', second, third] = token.split('.')
    const spanOfName = (from: number, name: string): Span => place(from, from + name.length)
    if (second !== undefined) {
      if (!this.#names.resources.has(head)) return
      this.#note(`resource ${head}`, spanOfName(0, head))
      const machines = this.#names.machinesOf(head)
      const state = machines.find((name) => this.#names.has(`state ${name}.${second}`))
      if (isEntry && state !== undefined) this.#note(`state ${state}.${second}`, spanOfName(head.length + 1, second))
      else if (this.#names.has(`transition ${head}.${second}`))
        this.#note(`transition ${head}.${second}`, spanOfName(head.length + 1, second))
      else if (this.#names.has(`property ${head}.${second}`))
        this.#note(`property ${head}.${second}`, spanOfName(head.length + 1, second), part === 'states' && isKey && path.length === 0)
      if (third !== undefined && this.#names.has(`state ${head}.${second}.${third}`))
        this.#note(`state ${head}.${second}.${third}`, spanOfName(head.length + second.length + 2, third))
      return
    }
    const last = path.findLast((step) => step !== '[]')
    if (last !== undefined && stateValues.has(last) && !isKey) {
      const of =
        machine ??
        (resource === undefined ? undefined : this.#names.machinesOf(resource).find((name) => this.#names.has(`state ${name}.${token}`)))
      if (of !== undefined && this.#names.has(`state ${of}.${token}`)) return this.#note(`state ${of}.${token}`, place(0, token.length))
    }
    if (resource === undefined || last === undefined) return
    if (isKey ? propertyMaps.has(last) || last === 'unique' : propertyLists.has(last)) {
      if (this.#names.has(`property ${resource}.${token}`)) this.#note(`property ${resource}.${token}`, place(0, token.length))
    }
    if (isKey && part === 'authentication' && path[0] === 'rules' && path.length === 2) {
      for (const kind of ['transition', 'property'])
        if (this.#names.has(`${kind} ${resource}.${token}`)) this.#note(`${kind} ${resource}.${token}`, place(0, token.length))
    }
  }

  #visitEntry({ key, value, inherited }: Entry, context: Context): void {
    if (inherited !== undefined) return
    const { part, path, resource, machine } = context
    const inner: Context = { ...context, path: [...path, key.text] }
    if (part === 'resources' && path.length === 1 && path[0] === '$defs') this.#note(`shape ${key.text}`, key.span, true)
    else if (part === 'service' && path.length === 1 && path[0] === 'functions') this.#note(`function ${key.text}`, key.span, true)
    else if (part === 'resources' && path.length === 1 && path[0] === 'views') this.#note(`view ${key.text}`, key.span, true)
    else if (part === 'resources' && path.length === 2 && path[1] === 'properties' && resource !== undefined)
      this.#note(`property ${resource}.${key.text}`, key.span, true)
    else if (part === 'states' && path.length === 2 && path[1] === 'states' && machine !== undefined)
      this.#note(`state ${machine}.${key.text}`, key.span, true)
    else if (part === 'states' && path.length === 4 && path[3] === 'on' && resource !== undefined)
      this.#note(`transition ${resource}.${key.text}`, key.span, true)
    else {
      const declares =
        (part === 'resources' && path.length === 0) ||
        (part === 'events' && path.length === 1 && path[0] === 'types') ||
        (part === 'authentication' && path.length === 1 && path[0] === 'schemes')
      this.#noteNames(key, context, true, declares)
    }
    if (textKeys.has(key.text) && !(part === 'resources' && path.length <= 2)) return
    this.visit(value, this.#contextBelow(key.text, value, inner, context))
  }

  /** The context below a key is the element that the key names. */
  #contextBelow(key: string, value: Node, inner: Context, { part, path }: Context): Context {
    if (part === 'resources' && path.length === 0 && this.#names.resources.has(key)) return { ...inner, resource: key }
    if (part === 'states' && path.length === 0) return { ...inner, resource: key.split('.')[0]!, machine: key }
    if (part === 'authentication' && path.at(-1) === 'rules') return { ...inner, resource: key }
    return value.kind === 'map' ? { ...inner, ...findSubject(value) } : inner
  }

  visit(node: Node, context: Context): void {
    if (node.kind === 'map') for (const each of node.entries) this.#visitEntry(each, context)
    else if (node.kind === 'list')
      for (const item of node.items)
        this.visit(
          item,
          item.kind === 'map'
            ? { ...context, path: [...context.path, '[]'], ...findSubject(item) }
            : { ...context, path: [...context.path, '[]'] },
        )
    else if (!this.#expressions.has(node.span.start)) this.#noteNames(node, context, false, false)
  }
}

/** The resource of an action, an effect or a look-up; its `set` writes to that resource. */
function findSubject(map: MapNode): { readonly resource?: string; readonly machine?: undefined } {
  const subject = subjects.map((name) => findEntryOf(map, name)?.value).find((value) => value?.kind === 'scalar')
  return subject?.kind === 'scalar' ? { resource: subject.text.split('.')[0]!, machine: undefined } : {}
}

function addExpressions(compiled: Compiled, use: SlotUse, names: DeclaredNames, note: NoteOccurrence): void {
  const { node, text } = use.slot
  /** A table cell may abbreviate an expression: then the name is searched in the cell. */
  const place = (start: number, end: number): Span => {
    const name = text.slice(start, end)
    const occurrence = spanWithin(node, start, end)
    const { source } = occurrence
    if (source.text.slice(occurrence.start, occurrence.end) === name) return occurrence
    const at = new RegExp(`(?<![\\w.])${RegExp.escape(name)}(?!\\w)`).exec(source.text.slice(node.span.start, node.span.end))
    return at === null
      ? { ...occurrence, end: occurrence.start }
      : { source, start: node.span.start + at.index, end: node.span.start + at.index + name.length }
  }
  for (const each of listExpressions(compiled, use).flatMap(listSubexpressions))
    addExpression(each, text, names, (id, start, end) => note(id, place(start, end)))
}

function addExpression(each: Expression, text: string, names: DeclaredNames, note: (id: string, start: number, end: number) => void): void {
  const [called] = each.inlined ?? []
  if (called !== undefined) return note(`function ${called}`, each.start, each.start + called.length)
  if (each.kind === 'records' || each.kind === 'find') note(`resource ${each.resource}`, each.start, each.start + each.resource.length)
  if (each.kind === 'call' && each.target === undefined && names.declared.has(each.name))
    note(`${names.declared.get(each.name)!} ${each.name}`, each.start, each.start + each.name.length)
  if (each.kind === 'select' || each.kind === 'has') {
    const property = findProperty(each)
    const end = each.kind === 'has' ? text.lastIndexOf(each.member, each.end) + each.member.length : each.end
    if (property !== undefined && text.slice(end - each.member.length, end) === each.member) note(property, end - each.member.length, end)
  }
  if (each.kind === 'binary') {
    for (const [side, other] of [
      [each.left, each.right],
      [each.right, each.left],
    ] as const) {
      if (side.kind !== 'literal' || typeof side.value !== 'string' || other.kind !== 'select') continue
      const property = findProperty(other)
      const state = property && `${property.replace('property ', 'state ')}.${side.value}`
      if (state !== undefined && names.has(state) && text.slice(side.start + 1, side.end - 1) === side.value)
        note(state, side.start + 1, side.end - 1)
    }
  }
}

function findProperty({ operand: { type }, member }: Expression & { readonly kind: 'select' | 'has' }): string | undefined {
  const of = type.kind === 'nullable' || type.kind === 'optional' ? type.of : type
  return of.kind === 'record' ? `property ${of.resource}.${member}` : undefined
}
