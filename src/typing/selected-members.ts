// Sparse fields: the members of a view that a request may select, and an output with only the selected ones.

import type { SelectedMembers, Expression } from '../cel/expression.ts'
import { parse } from '../cel/parse.ts'
import type { Syntax } from '../cel/syntax.ts'
import type { Operation } from '../model/model.ts'
import { type ExpressionText, type Template, slotValue } from '../model/slot.ts'
import { deriveText } from './derived.ts'
import type { Domain, Typing, ViewInfo } from './domain.ts'

type Views = Domain['views']

/** The maximum nesting of views, so that mutually recursive views end. */
const maxDepth = 3

/**
 * The names that a request may select: the members of the view in an operation's answer, and those of views and maps
 * inside it, with dots.
 */
export function listSelectable({ action, slots }: Operation, views: Views): readonly string[] {
  const output = slotValue(slots.output)
  const calledViews =
    output === undefined
      ? []
      : leavesOf(output).flatMap((text) => findCalledView(parse(text.text).syntax, views, action === 'list' ? isEachItem : isThis) ?? [])
  const [view, ...more] = calledViews
  return view === undefined || more.length > 0 ? [] : pathsOfView(view, views, 1)
}

function pathsOfView(view: ViewInfo, views: Views, depth: number): readonly string[] {
  return view.members.flatMap((member) =>
    member.kind === 'take' ? [member.name] : pathsOfMember(member.name, member.template, views, depth),
  )
}

function pathsOfMember(name: string, template: Template, views: Views, depth: number): readonly string[] {
  const pathsBelow = (inner: readonly string[]): readonly string[] => [name, ...inner.map((each) => `${name}.${each}`)]
  if (template.kind === 'map') return pathsBelow(template.entries.flatMap((entry) => pathsOfMember(entry.name, entry.value, views, depth)))
  const view = template.kind === 'expression' ? findCalledView(parse(template.text).syntax, views, () => true) : undefined
  return view === undefined || depth === maxDepth ? [name] : pathsBelow(pathsOfView(view, views, depth + 1))
}

function leavesOf(template: Template): readonly ExpressionText[] {
  switch (template.kind) {
    case 'expression':
      return [template]
    case 'map':
      return template.entries.flatMap(({ value }) => leavesOf(value))
    default:
      return []
  }
}

/** `View(x)`, or `list.map(x, View(x))`. */
function findCalledView(
  syntax: Syntax | undefined,
  views: Views,
  accepts: (call: Syntax, range: Syntax | undefined) => boolean,
): ViewInfo | undefined {
  if (syntax?.kind !== 'call') return undefined
  if (syntax.target === undefined) return accepts(syntax, undefined) ? views.get(syntax.name) : undefined
  const [, item, ...more] = syntax.arguments
  const isMap = syntax.name === 'map' && more.length === 0 && item?.kind === 'call' && item.target === undefined
  return isMap && accepts(item, syntax.target) ? views.get(item.name) : undefined
}

function isThis(call: Syntax, range: Syntax | undefined): boolean {
  const [record] = call.kind === 'call' ? call.arguments : []
  return range === undefined && record?.kind === 'name' && record.name === 'this'
}

function isEachItem(_call: Syntax, range: Syntax | undefined): boolean {
  return range?.kind === 'name' && range.name === 'items'
}

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
export function calledView(
  views: Views,
  { name, selected }: Pick<Extract<Expression, { kind: 'call' }>, 'name' | 'selected'>,
  expression: ExpressionOf,
): ViewInfo | undefined {
  const view = views.get(name)
  if (view === undefined || selected === undefined) return view
  return selectedViews
    .getOrInsertComputed(selected, () => new Map())
    .getOrInsertComputed(view, () => ({
      ...view,
      members: view.members.flatMap((member) => {
        if (!selected.has(member.name)) return []
        const inner = selected.get(member.name)
        return inner === undefined || member.kind === 'take'
          ? [member]
          : [{ ...member, template: selectInTemplate(member.template, inner, { expression, views }) }]
      }),
    }))
}

type SelectionContext = { readonly expression: ExpressionOf; readonly views: Views }

/** The selected entries of a map, or the selected members of a view. */
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
  if (expression.kind === 'call' && expression.target === undefined && views.has(expression.name)) return { ...expression, selected }
  if (expression.kind !== 'macro' || expression.name !== 'map') return undefined
  const [item, ...more] = expression.arguments
  const selectedItem = item === undefined || more.length > 0 ? undefined : selectIn(item, selected, views)
  return selectedItem && { ...expression, arguments: [selectedItem] }
}
