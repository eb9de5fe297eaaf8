// Sparse fields: the members of an output that a request selected.

import type { SelectedMembers, Expression } from '../cel/expression.ts'
import type { Operation } from '../model/model.ts'
import type { ExpressionText, Template } from '../model/slot.ts'
import { deriveText } from './derived.ts'
import type { Domain, Property, Typing, ViewInfo, ViewMember } from './domain.ts'

type Views = Domain['views']

/** A selection of names; a name without dots selects all of its member. */
export function parseSelection(names: readonly string[]): SelectedMembers {
  const selected = new Map<string, SelectedMembers | undefined>()
  for (const [first, inner] of Map.groupBy(names, (name) => name.split('.', 1)[0]!)) {
    selected.set(first, inner.includes(first) ? undefined : parseSelection(inner.map((name) => name.slice(first.length + 1))))
  }
  return selected
}

/** The output with only the selected members of its view. */
export function selectOutput({ action }: Operation, output: Template, selected: SelectedMembers, typing: Typing): Template {
  return rewriteExpressions(output, typing, (expression) => {
    const isRecord =
      action === 'list'
        ? expression.kind === 'macro' && expression.range.kind === 'variable' && expression.range.name === 'items'
        : expression.kind === 'call'
    return isRecord ? selectIn(expression, selected, typing.domain.views) : undefined
  })
}

type ExpressionOf = (text: ExpressionText) => Expression | undefined

const selectedViews = new WeakMap<SelectedMembers, Map<ViewInfo, ViewInfo>>()

/** The view that an expression calls, with its selected members. */
export function findCalledView(
  domain: Domain,
  { name, selected }: Pick<Extract<Expression, { kind: 'call' }>, 'name' | 'selected'>,
  expression: ExpressionOf,
): ViewInfo | undefined {
  const view = domain.views.get(name)
  if (view === undefined || selected === undefined) return view
  return selectedViews
    .getOrInsertComputed(selected, () => new Map())
    .getOrInsertComputed(view, () => ({
      ...view,
      members: view.members.flatMap((member) => {
        if (!selected.has(member.name)) return []
        const inner = selected.get(member.name)
        if (inner === undefined) return [member]
        const property = member.kind === 'take' ? domain.resources.get(view.resource)?.properties.get(member.name) : undefined
        if (member.kind === 'take') return property === undefined ? [member] : [selectInProperty(property, view.resource, inner)]
        return [{ ...member, template: selectInTemplate(member.template, inner, { expression, views: domain.views }) }]
      }),
    }))
}

/** A member that has only the selected members of the property's objects. A missing value is left out, as in the whole view. */
function selectInProperty({ name, at, type, nullable }: Property, resource: string, selected: SelectedMembers): ViewMember {
  const isOmitted = type.kind === 'nullable' && !nullable
  const property: Expression = {
    kind: 'select',
    operand: { kind: 'variable', name: 'this', type: { kind: 'record', resource }, start: 0, end: 'this'.length },
    member: name,
    optional: isOmitted,
    type: isOmitted ? { kind: 'optional', of: type.of } : type,
    start: 0,
    end: `this.${name}`.length,
  }
  const text = { kind: 'expression', text: `this.${name}`, node: at } as const
  return { kind: 'template', name, template: deriveText(text, selectInValue(property, selected)) }
}

/** The variable of the macros that select members of lists and optional values. */
const chosen = 'chosen'

/** An expression for the value with only the selected members of its objects, or of those in its list. */
function selectInValue(value: Expression, selected: SelectedMembers): Expression {
  const { type, start, end } = value
  const place = { start, end }
  switch (type.kind) {
    case 'nullable': {
      const nothing: Expression = { kind: 'literal', value: null, type: { kind: 'null' }, ...place }
      const test: Expression = { kind: 'binary', operator: '==', left: value, right: nothing, type: { kind: 'bool' }, ...place }
      return { kind: 'conditional', test, then: nothing, otherwise: selectInValue({ ...value, type: type.of }, selected), type, ...place }
    }
    case 'optional':
    case 'list': {
      const variable: Expression = { kind: 'variable', name: chosen, type: type.kind === 'list' ? type.element : type.of, ...place }
      const name = type.kind === 'list' ? 'map' : 'optMap'
      return { kind: 'macro', name, range: value, variables: [chosen], arguments: [selectInValue(variable, selected)], type, ...place }
    }
    case 'object': {
      const entries = [...type.members].flatMap(([name, { type: memberType, optional = false }]) => {
        if (!selected.has(name)) return []
        const member: Expression = {
          kind: 'select',
          operand: value,
          member: name,
          optional,
          type: optional ? { kind: 'optional', of: memberType } : memberType,
          ...place,
        }
        const inner = selected.get(name)
        const key: Expression = { kind: 'literal', value: name, type: { kind: 'string' }, ...place }
        return [{ key, value: inner === undefined ? member : selectInValue(member, inner), optional }]
      })
      return { kind: 'map', entries, type, ...place }
    }
    default:
      return value
  }
}

type SelectionContext = { readonly expression: ExpressionOf; readonly views: Views }

/** The selected entries of a map, or the selected members of a view or of an object. */
function selectInTemplate(template: Template, selected: SelectedMembers, context: SelectionContext): Template {
  if (template.kind !== 'map') return rewriteExpressions(template, context, (expression) => selectIn(expression, selected, context.views))
  const entries = template.entries.flatMap((entry) => {
    if (!selected.has(entry.name)) return []
    const inner = selected.get(entry.name)
    return [inner === undefined ? entry : { ...entry, value: selectInTemplate(entry.value, inner, context) }]
  })
  return { ...template, entries }
}

function rewriteExpressions(
  template: Template,
  context: Pick<SelectionContext, 'expression'>,
  rewrite: (expression: Expression) => Expression | undefined,
): Template {
  switch (template.kind) {
    case 'expression': {
      const expression = context.expression(template)
      const rewritten = expression && rewrite(expression)
      return rewritten === undefined ? template : deriveText(template, rewritten)
    }
    case 'map':
      return {
        ...template,
        entries: template.entries.map((entry) => ({ ...entry, value: rewriteExpressions(entry.value, context, rewrite) })),
      }
    default:
      return template
  }
}

function selectIn(expression: Expression, selected: SelectedMembers, views: Views): Expression | undefined {
  switch (expression.kind) {
    case 'call':
      if (/^optional\.of(?:NonZeroValue)?$/.test(expression.name)) return selectInValue(expression, selected)
      return expression.target === undefined && views.has(expression.name) ? { ...expression, selected } : undefined
    case 'select':
      return selectInValue(expression, selected)
    case 'conditional': {
      const [then, otherwise] = [expression.then, expression.otherwise].map((branch) => selectIn(branch, selected, views) ?? branch)
      return { ...expression, then: then!, otherwise: otherwise! }
    }
    case 'map':
      return { ...expression, entries: expression.entries.flatMap((entry) => selectInEntry(entry, selected, views)) }
    case 'macro': {
      const [item, ...more] = expression.arguments
      const isMapped = more.length === 0 && (expression.name === 'map' || expression.name === 'optMap')
      const selectedItem = item === undefined || !isMapped ? undefined : selectIn(item, selected, views)
      return selectedItem && { ...expression, arguments: [selectedItem] }
    }
    default:
      return undefined
  }
}

type MapEntry = Extract<Expression, { kind: 'map' }>['entries'][number]

function selectInEntry(entry: MapEntry, selected: SelectedMembers, views: Views): readonly MapEntry[] {
  const name = entry.key.kind === 'literal' ? entry.key.value : undefined
  if (typeof name !== 'string' || !selected.has(name)) return []
  const inner = selected.get(name)
  return [inner === undefined ? entry : { ...entry, value: selectIn(entry.value, inner, views) ?? entry.value }]
}
