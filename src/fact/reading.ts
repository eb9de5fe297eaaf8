// Determines what an expression reads, and from which input its value comes.

import type { Expression } from '../cel/expression.ts'
import type { Type } from '../cel/type.ts'

export type ExpressionReads = {
  /** Variables of the scope: `this`, `caller`, `input`, names of look-ups. */
  readonly variables: ReadonlySet<string>
  /** First members of `input`: `body`, `path`; for a transition's input the member itself. `*` means all. */
  readonly input: ReadonlySet<string>
  /** Properties of `this` and `old`; `*` means the whole record. */
  readonly own: ReadonlySet<string>
  /** Settings by name; `*` means all. */
  readonly settings: ReadonlySet<string>
  /** Resources that it asks over: macros, `find`. */
  readonly resources: ReadonlySet<string>
  /** Resources whose records it looks into. */
  readonly records: ReadonlySet<string>
  /**
   * Members that it selects, as `Resource.property`; `*.property` where the operand is not a record of one resource, such as a
   * caller of several kinds.
   */
  readonly members: ReadonlySet<string>
  /** Functions that it calls: views, CEL's and ours. */
  readonly calls: ReadonlySet<string>
  /** References in the input whose records it looks into, as paths without indexes: `body.customer`. */
  readonly follows: readonly Follow[]
  /** Paths of the input that its value may come from, records that it looks into excepted. */
  readonly flows: readonly string[]
}

export type Follow = { readonly path: string; readonly resource: string }

/** The sources of names that surrounding expressions bind. */
export type InputBindings = ReadonlyMap<string, readonly string[]>

const none: readonly string[] = []

/** Shared by the many expressions that read little. */
const nothing: ReadonlySet<string> = new Set()
const nowhere: InputBindings = new Map()

export const readsNothing: ExpressionReads = {
  variables: nothing,
  input: nothing,
  own: nothing,
  settings: nothing,
  resources: nothing,
  records: nothing,
  members: nothing,
  calls: nothing,
  follows: [],
  flows: none,
}

export function readingOf(expression: Expression, bindings: InputBindings = nowhere): ExpressionReads {
  const found: Found = { names: {}, follows: [] }
  const flows = walk(expression, bindings, found)
  const {
    variables = nothing,
    input = nothing,
    own = nothing,
    settings = nothing,
    resources = nothing,
    records = nothing,
    members = nothing,
    calls = nothing,
  } = found.names
  return { variables, input, own, settings, resources, records, members, calls, follows: found.follows, flows }
}

type Kind = Exclude<keyof ExpressionReads, 'follows' | 'flows'>

type Found = { readonly names: { [kind in Kind]?: Set<string> }; readonly follows: Follow[] }

function add({ names }: Found, kind: Kind, name: string): void {
  (names[kind] ??= new Set()).add(name)
}

/** Collects reads, and returns the input paths that the value may come from. */
function walk(expression: Expression, bindings: InputBindings, found: Found): readonly string[] {
  const inner = (each: Expression): readonly string[] => walk(each, bindings, found)
  const silent = (...all: readonly Expression[]): readonly string[] => {
    for (const each of all) inner(each)
    return none
  }
  for (const name of expression.inlined ?? []) add(found, 'calls', name)
  switch (expression.kind) {
    case 'literal':
      return none
    case 'variable':
      return variable(expression.name, bindings, found)
    case 'records':
      add(found, 'resources', expression.resource)
      return none
    case 'select':
      if (expression.type.kind === 'query') add(found, 'records', expression.type.resource)
      return select(expression, expression.member, bindings, found)
    case 'has':
      select(expression, expression.member, bindings, found)
      return none
    case 'index':
      silent(expression.index)
      return inner(expression.operand)
    case 'not':
    case 'negate':
      return silent(expression.operand)
    case 'and':
    case 'or':
      return silent(expression.left, expression.right)
    case 'binary': {
      const [left, right] = [inner(expression.left), inner(expression.right)]
      return expression.operator === '+' ? [...left, ...right] : none
    }
    case 'conditional':
      silent(expression.test)
      return [...inner(expression.then), ...inner(expression.otherwise)]
    case 'list':
      return expression.items.flatMap(({ value }) => inner(value))
    case 'map':
      silent(...expression.entries.map(({ key }) => key))
      return expression.entries.flatMap(({ value }) => inner(value))
    case 'call':
      return call(expression, bindings, found)
    case 'macro':
      return macro(expression, bindings, found)
    case 'bind':
      return walk(expression.body, new Map([...bindings, [expression.name, inner(expression.value)]]), found)
    case 'find':
      add(found, 'resources', expression.resource)
      for (const { member } of expression.by) add(found, 'members', `${expression.resource}.${member}`)
      return silent(...expression.by.map(({ value }) => value))
  }
}

function variable(name: string, bindings: InputBindings, found: Found): readonly string[] {
  const bound = bindings.get(name)
  if (bound !== undefined) return bound
  add(found, 'variables', name)
  if (name === 'this' || name === 'old') add(found, 'own', '*')
  if (name === 'settings') add(found, 'settings', '*')
  if (name !== 'input') return none
  add(found, 'input', '*')
  return ['']
}

/** A member of the input is a longer path of it; a member of a record that the input refers to is the record's. */
function select({ operand }: { readonly operand: Expression }, member: string, bindings: InputBindings, found: Found): readonly string[] {
  const resource = recordOf(operand.type)
  if (resource !== undefined) add(found, 'records', resource)
  add(found, 'members', `${resource ?? '*'}.${member}`)
  if (operand.kind === 'variable' && !bindings.has(operand.name)) {
    const { name } = operand
    add(found, 'variables', name)
    if (name === 'this' || name === 'old') add(found, 'own', member)
    if (name === 'settings') add(found, 'settings', member)
    if (name !== 'input') return none
    add(found, 'input', member)
    return [member]
  }
  const paths = walk(operand, bindings, found)
  if (resource === undefined) return paths.map((path) => (path === '' ? member : `${path}.${member}`))
  follow(paths, resource, found)
  return none
}

function follow(paths: readonly string[], resource: string, found: Found): void {
  for (const path of paths) {
    if (!found.follows.some((each) => each.path === path)) found.follows.push({ path, resource })
  }
}

/** A function that takes a record looks into it: a view, `transitions`. */
function call(expression: Extract<Expression, { kind: 'call' }>, bindings: InputBindings, found: Found): readonly string[] {
  add(found, 'calls', expression.name)
  const taken = [...(expression.target === undefined ? [] : [expression.target]), ...expression.arguments]
  return taken.flatMap((each) => {
    const paths = walk(each, bindings, found)
    const resource = recordOf(each.type)
    if (resource === undefined || recordOf(expression.type) !== undefined) return paths
    follow(paths, resource, found)
    return none
  })
}

/** A macro's variables are the items of its range; the first variable of `reduce` is the accumulator. */
function macro(expression: Extract<Expression, { kind: 'macro' }>, bindings: InputBindings, found: Found): readonly string[] {
  const { name, range, variables, arguments: [body, ...others] } = expression
  const items = walk(range, bindings, found)
  const own = new Map([...bindings, ...variables.map((each) => [each, items] as const)])
  const last = others.at(-1)
  if (name === 'reduce') {
    const start = last === undefined ? none : walk(last, bindings, found)
    return [...start, ...(body === undefined ? none : walk(body, own, found))]
  }
  const results = [body, ...others].map((each) => (each === undefined ? none : walk(each, own, found)))
  switch (name) {
    case 'exists':
    case 'all':
    case 'exists_one':
      return none
    case 'filter':
    case 'sortBy':
      return items
    case 'map':
    case 'transformList':
    case 'transformMap':
    case 'transformMapEntry':
    case 'optMap':
    case 'optFlatMap':
      return results.at(-1) ?? none
  }
}

function recordOf(type: Type): string | undefined {
  if (type.kind === 'record') return type.resource
  return type.kind === 'nullable' || type.kind === 'optional' ? recordOf(type.of) : undefined
}
