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
  /** Resources that it queries: by macros or `find`. */
  readonly resources: ReadonlySet<string>
  /** Resources of the records whose members it reads. */
  readonly records: ReadonlySet<string>
  /**
   * Members that it selects, as `Resource.property`; `*.property` where the operand is not a record of one resource, such as a
   * caller of several kinds.
   */
  readonly members: ReadonlySet<string>
  /** Functions that it calls: views, CEL's and ours. */
  readonly calls: ReadonlySet<string>
  /** References in the input whose records it reads, as paths without indexes: `body.customer`. */
  readonly follows: readonly Follow[]
  /** Paths of the input that its value may come from; values of referenced records do not count. */
  readonly flows: readonly string[]
}

export type Follow = { readonly path: string; readonly resource: string }

/** The sources of names that surrounding expressions bind. */
export type InputBindings = ReadonlyMap<string, readonly string[]>

const noPaths: readonly string[] = []

/** Shared by the many expressions that read little. */
const emptySet: ReadonlySet<string> = new Set()
const noBindings: InputBindings = new Map()

export const readsNothing: ExpressionReads = {
  variables: emptySet,
  input: emptySet,
  own: emptySet,
  settings: emptySet,
  resources: emptySet,
  records: emptySet,
  members: emptySet,
  calls: emptySet,
  follows: [],
  flows: noPaths,
}

export function collectReading(expression: Expression, bindings: InputBindings = noBindings): ExpressionReads {
  const reads: CollectedReads = { names: {}, follows: [] }
  const flows = walkExpression(expression, bindings, reads)
  const {
    variables = emptySet,
    input = emptySet,
    own = emptySet,
    settings = emptySet,
    resources = emptySet,
    records = emptySet,
    members = emptySet,
    calls = emptySet,
  } = reads.names
  return { variables, input, own, settings, resources, records, members, calls, follows: reads.follows, flows }
}

type Kind = Exclude<keyof ExpressionReads, 'follows' | 'flows'>

type CollectedReads = { readonly names: { [kind in Kind]?: Set<string> }; readonly follows: Follow[] }

function addName({ names }: CollectedReads, kind: Kind, name: string): void {
  ;(names[kind] ??= new Set()).add(name)
}

/** Collects reads, and returns the input paths that the value may come from. */
function walkExpression(expression: Expression, bindings: InputBindings, reads: CollectedReads): readonly string[] {
  const walkPart = (each: Expression): readonly string[] => walkExpression(each, bindings, reads)
  const walkWithoutPaths = (...parts: readonly Expression[]): readonly string[] => {
    for (const each of parts) walkPart(each)
    return noPaths
  }
  for (const name of expression.inlined ?? []) addName(reads, 'calls', name)
  switch (expression.kind) {
    case 'literal':
      return noPaths
    case 'variable':
      return walkVariable(expression.name, bindings, reads)
    case 'records':
      addName(reads, 'resources', expression.resource)
      return noPaths
    case 'select':
      if (expression.type.kind === 'query') addName(reads, 'records', expression.type.resource)
      return walkSelection(expression, expression.member, bindings, reads)
    case 'has':
      walkSelection(expression, expression.member, bindings, reads)
      return noPaths
    case 'index':
      walkWithoutPaths(expression.index)
      return walkPart(expression.operand)
    case 'not':
    case 'negate':
      return walkWithoutPaths(expression.operand)
    case 'and':
    case 'or':
      return walkWithoutPaths(expression.left, expression.right)
    case 'binary': {
      const [left, right] = [walkPart(expression.left), walkPart(expression.right)]
      return expression.operator === '+' ? [...left, ...right] : noPaths
    }
    case 'conditional':
      walkWithoutPaths(expression.test)
      return [...walkPart(expression.then), ...walkPart(expression.otherwise)]
    case 'list':
      return expression.items.flatMap(({ value }) => walkPart(value))
    case 'map':
      walkWithoutPaths(...expression.entries.map(({ key }) => key))
      return expression.entries.flatMap(({ value }) => walkPart(value))
    case 'call':
      return walkCall(expression, bindings, reads)
    case 'macro':
      return walkMacro(expression, bindings, reads)
    case 'bind':
      return walkExpression(expression.body, new Map([...bindings, [expression.name, walkPart(expression.value)]]), reads)
    case 'find':
      addName(reads, 'resources', expression.resource)
      for (const { member } of expression.by) addName(reads, 'members', `${expression.resource}.${member}`)
      return walkWithoutPaths(...expression.by.map(({ value }) => value))
  }
}

function walkVariable(name: string, bindings: InputBindings, reads: CollectedReads): readonly string[] {
  const bound = bindings.get(name)
  if (bound !== undefined) return bound
  addName(reads, 'variables', name)
  if (name === 'this' || name === 'old') addName(reads, 'own', '*')
  if (name === 'settings') addName(reads, 'settings', '*')
  if (name !== 'input') return noPaths
  addName(reads, 'input', '*')
  return ['']
}

/** A member of the input is a longer path of it; a member of a record that the input refers to is the record's. */
function walkSelection(
  { operand }: { readonly operand: Expression },
  member: string,
  bindings: InputBindings,
  reads: CollectedReads,
): readonly string[] {
  const resource = recordOf(operand.type)
  if (resource !== undefined) addName(reads, 'records', resource)
  addName(reads, 'members', `${resource ?? '*'}.${member}`)
  if (operand.kind === 'variable' && !bindings.has(operand.name)) {
    const { name } = operand
    addName(reads, 'variables', name)
    if (name === 'this' || name === 'old') addName(reads, 'own', member)
    if (name === 'settings') addName(reads, 'settings', member)
    if (name !== 'input') return noPaths
    addName(reads, 'input', member)
    return [member]
  }
  const paths = walkExpression(operand, bindings, reads)
  if (resource === undefined) return paths.map((path) => (path === '' ? member : `${path}.${member}`))
  addFollows(paths, resource, reads)
  return noPaths
}

function addFollows(paths: readonly string[], resource: string, reads: CollectedReads): void {
  for (const path of paths) {
    if (!reads.follows.some((each) => each.path === path)) reads.follows.push({ path, resource })
  }
}

/** A function with a record as its argument reads the record: a view, `transitions`. */
function walkCall(expression: Extract<Expression, { kind: 'call' }>, bindings: InputBindings, reads: CollectedReads): readonly string[] {
  addName(reads, 'calls', expression.name)
  const args = [...(expression.target === undefined ? [] : [expression.target]), ...expression.arguments]
  return args.flatMap((each) => {
    const paths = walkExpression(each, bindings, reads)
    const resource = recordOf(each.type)
    if (resource === undefined || recordOf(expression.type) !== undefined) return paths
    addFollows(paths, resource, reads)
    return noPaths
  })
}

/** A macro's variables are the items of its range; the first variable of `reduce` is the accumulator. */
function walkMacro(expression: Extract<Expression, { kind: 'macro' }>, bindings: InputBindings, reads: CollectedReads): readonly string[] {
  const {
    name,
    range,
    variables,
    arguments: [body, ...others],
  } = expression
  const items = walkExpression(range, bindings, reads)
  const bodyBindings = new Map([...bindings, ...variables.map((each) => [each, items] as const)])
  const last = others.at(-1)
  if (name === 'reduce') {
    const start = last === undefined ? noPaths : walkExpression(last, bindings, reads)
    return [...start, ...(body === undefined ? noPaths : walkExpression(body, bodyBindings, reads))]
  }
  const results = [body, ...others].map((each) => (each === undefined ? noPaths : walkExpression(each, bodyBindings, reads)))
  switch (name) {
    case 'exists':
    case 'all':
    case 'exists_one':
      return noPaths
    case 'filter':
    case 'sortBy':
    case 'groupBy':
      return items
    case 'map':
    case 'transformList':
    case 'transformMap':
    case 'transformMapEntry':
    case 'optMap':
    case 'optFlatMap':
      return results.at(-1) ?? noPaths
  }
}

function recordOf(type: Type): string | undefined {
  if (type.kind === 'record') return type.resource
  return type.kind === 'nullable' || type.kind === 'optional' ? recordOf(type.of) : undefined
}
