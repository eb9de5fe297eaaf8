// Sparse fields: the members of a view that a request may select, and an output with only the selected ones.

import type { ChosenMembers, Expression } from '../cel/expression.ts'
import { parse } from '../cel/parse.ts'
import type { Syntax } from '../cel/syntax.ts'
import type { Operation } from '../model/model.ts'
import { type ExpressionText, type Template, slotValue } from '../model/slot.ts'
import { deriveText } from './derived.ts'
import type { Domain, Typing, ViewInfo } from './domain.ts'

type Views = Domain['views']

/** The maximum nesting of views, so that mutually recursive views end. */
const deepest = 3

/**
 * The names that a request may select: the members of the view in an operation's answer, and those of views and maps
 * inside it, with dots.
 */
export function choosable({ action, slots }: Operation, views: Views): readonly string[] {
  const output = slotValue(slots.output)
  const found =
    output === undefined
      ? []
      : leavesOf(output).flatMap((text) => calledIn(parse(text.text).syntax, views, action === 'list' ? isEachItem : isThis) ?? [])
  const [view, ...more] = found
  return view === undefined || more.length > 0 ? [] : namesOf(view, views, 1)
}

function namesOf(view: ViewInfo, views: Views, depth: number): readonly string[] {
  return view.members.flatMap((member) => (member.kind === 'take' ? [member.name] : namesIn(member.name, member.template, views, depth)))
}

function namesIn(name: string, template: Template, views: Views, depth: number): readonly string[] {
  const pathsBelow = (inner: readonly string[]): readonly string[] => [name, ...inner.map((each) => `${name}.${each}`)]
  if (template.kind === 'map') return pathsBelow(template.entries.flatMap((entry) => namesIn(entry.name, entry.value, views, depth)))
  const view = template.kind === 'expression' ? calledIn(parse(template.text).syntax, views, () => true) : undefined
  return view === undefined || depth === deepest ? [name] : pathsBelow(namesOf(view, views, depth + 1))
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
function calledIn(
  syntax: Syntax | undefined,
  views: Views,
  isWanted: (called: Syntax, range: Syntax | undefined) => boolean,
): ViewInfo | undefined {
  if (syntax?.kind !== 'call') return undefined
  if (syntax.target === undefined) return isWanted(syntax, undefined) ? views.get(syntax.name) : undefined
  const [, item, ...more] = syntax.arguments
  const isMap = syntax.name === 'map' && more.length === 0 && item?.kind === 'call' && item.target === undefined
  return isMap && isWanted(item, syntax.target) ? views.get(item.name) : undefined
}

function isThis(called: Syntax, range: Syntax | undefined): boolean {
  const [record] = called.kind === 'call' ? called.arguments : []
  return range === undefined && record?.kind === 'name' && record.name === 'this'
}

function isEachItem(_called: Syntax, range: Syntax | undefined): boolean {
  return range?.kind === 'name' && range.name === 'items'
}

/** A selection of names; a name without dots selects all of its member. */
export function chosenOf(names: readonly string[]): ChosenMembers {
  const chosen = new Map<string, ChosenMembers | undefined>()
  for (const [first, inner] of Map.groupBy(names, (name) => name.split('.', 1)[0]!)) {
    chosen.set(first, inner.includes(first) ? undefined : chosenOf(inner.map((name) => name.slice(first.length + 1))))
  }
  return chosen
}

/** The output with only the selected members of its view. */
export function chosenOutput({ action }: Operation, output: Template, chosen: ChosenMembers, typing: Typing): Template {
  return rewriteCondition(output, typing, (expression) => {
    const isRecord =
      action === 'list'
        ? expression.kind === 'macro' && expression.range.kind === 'variable' && expression.range.name === 'items'
        : expression.kind === 'call'
    return isRecord ? choosing(expression, chosen, typing.domain.views) : undefined
  })
}

type ExpressionOf = (text: ExpressionText) => Expression | undefined

const known = new WeakMap<ChosenMembers, Map<ViewInfo, ViewInfo>>()

/** The view that an expression calls, with its selected members. */
export function calledView(
  views: Views,
  { name, chosen }: Pick<Extract<Expression, { kind: 'call' }>, 'name' | 'chosen'>,
  expression: ExpressionOf,
): ViewInfo | undefined {
  const view = views.get(name)
  if (view === undefined || chosen === undefined) return view
  return known
    .getOrInsertComputed(chosen, () => new Map())
    .getOrInsertComputed(view, () => ({
      ...view,
      members: view.members.flatMap((member) => {
        if (!chosen.has(member.name)) return []
        const inner = chosen.get(member.name)
        return inner === undefined || member.kind === 'take'
          ? [member]
          : [{ ...member, template: chooseWithin(member.template, inner, { expression, views }) }]
      }),
    }))
}

type Around = { readonly expression: ExpressionOf; readonly views: Views }

/** The selected entries of a map, or the selected members of a view. */
function chooseWithin(template: Template, chosen: ChosenMembers, around: Around): Template {
  if (template.kind !== 'map') return rewriteCondition(template, around, (expression) => choosing(expression, chosen, around.views))
  const entries = template.entries.flatMap((entry) => {
    if (!chosen.has(entry.name)) return []
    const inner = chosen.get(entry.name)
    return [inner === undefined ? entry : { ...entry, value: chooseWithin(entry.value, inner, around) }]
  })
  return { ...template, entries }
}

function rewriteCondition(
  template: Template,
  around: Pick<Around, 'expression'>,
  rewrite: (expression: Expression) => Expression | undefined,
): Template {
  switch (template.kind) {
    case 'expression': {
      const expression = around.expression(template)
      const rewritten = expression && rewrite(expression)
      return rewritten === undefined ? template : deriveText(template, rewritten)
    }
    case 'map':
      return { ...template, entries: template.entries.map((entry) => ({ ...entry, value: rewriteCondition(entry.value, around, rewrite) })) }
    default:
      return template
  }
}

function choosing(expression: Expression, chosen: ChosenMembers, views: Views): Expression | undefined {
  if (expression.kind === 'call' && expression.target === undefined && views.has(expression.name)) return { ...expression, chosen }
  if (expression.kind !== 'macro' || expression.name !== 'map') return undefined
  const [item, ...more] = expression.arguments
  const selected = item === undefined || more.length > 0 ? undefined : choosing(item, chosen, views)
  return selected && { ...expression, arguments: [selected] }
}
