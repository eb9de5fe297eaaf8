// Sparse fields: the names of members that a request may select.

import { parse } from '../cel/parse.ts'
import type { Syntax } from '../cel/syntax.ts'
import type { Type } from '../cel/type.ts'
import type { Operation } from '../model/model.ts'
import { type ExpressionText, type Template, slotValueOf } from '../model/slot.ts'
import type { Domain, ViewInfo } from './domain.ts'

type Views = Domain['views']

type Reach = 'objects too' | 'views and maps'

/** The place of a template: the resource of `this`, and the number of nested views and objects around it. */
type Inside = { readonly domain: Domain; readonly reach: Reach; readonly resource: string; readonly depth: number }

/** The maximum nesting of views and objects, so that recursive ones end. */
const maxDepth = 3

/**
 * The names that a request may select: the members of the view in an operation's answer, and those of views, maps and
 * objects inside it, also inside lists and optional values, with dots. `reach`: leaves out the members of objects.
 */
export function listSelectable({ action, slots }: Operation, domain: Domain, reach: Reach = 'objects too'): readonly string[] {
  const output = slotValueOf(slots.output)
  const calledViews =
    output === undefined
      ? []
      : listLeaves(output).flatMap(
          (text) => findCalledView(parse(text.text).syntax, domain.views, action === 'list' ? isEachItem : isThis) ?? [],
        )
  const [view, ...more] = calledViews
  return view === undefined || more.length > 0 ? [] : listNamesInView(view, { domain, reach, depth: 1 })
}

function listNamesInView(view: ViewInfo, outside: Omit<Inside, 'resource'>): readonly string[] {
  const inside = { ...outside, resource: view.resource }
  return view.members.flatMap((member) =>
    listNestedNames(
      member.name,
      member.kind === 'take' ? listNamesInProperty(member.name, inside) : listNamesInTemplate(member.template, inside),
    ),
  )
}

/** The name of a member, and those of its own members. */
function listNestedNames(name: string, inner: readonly string[]): readonly string[] {
  return [name, ...inner.map((each) => `${name}.${each}`)]
}

function listNamesInTemplate(template: Template, inside: Inside): readonly string[] {
  if (template.kind === 'map')
    return template.entries.flatMap((entry) => listNestedNames(entry.name, listNamesInTemplate(entry.value, inside)))
  return template.kind === 'expression' ? listNamesInSyntax(parse(template.text).syntax, inside) : []
}

function listNamesInSyntax(syntax: Syntax | undefined, inside: Inside): readonly string[] {
  switch (syntax?.kind) {
    case 'select':
      return syntax.operand.kind === 'name' && syntax.operand.name === 'this' ? listNamesInProperty(syntax.member, inside) : []
    case 'conditional':
      return [...new Set([syntax.then, syntax.otherwise].flatMap((branch) => listNamesInSyntax(branch, inside)))]
    case 'map':
      return syntax.entries.flatMap(({ key, value }) =>
        key.kind === 'literal' && typeof key.value === 'string' ? listNestedNames(key.value, listNamesInSyntax(value, inside)) : [],
      )
    case 'call': {
      if (isOptionalOf(syntax)) return listNamesInSyntax(syntax.arguments[0], inside)
      const { domain, depth } = inside
      const view = syntax.target === undefined ? domain.views.get(syntax.name) : undefined
      if (view !== undefined) return depth === maxDepth ? [] : listNamesInView(view, { ...inside, depth: depth + 1 })
      const [, body, ...more] = syntax.arguments
      const isMapped = syntax.target !== undefined && more.length === 0 && (syntax.name === 'map' || syntax.name === 'optMap')
      return isMapped ? listNamesInSyntax(body, inside) : []
    }
    default:
      return []
  }
}

/** `optional.of(this.x)` and `optional.ofNonZeroValue(this.x)`: the members are those of `x`. */
function isOptionalOf({ name, target, arguments: [value] }: Extract<Syntax, { readonly kind: 'call' }>): boolean {
  return target?.kind === 'name' && target.name === 'optional' && /^of(?:NonZeroValue)?$/.test(name) && value?.kind === 'select'
}

function listNamesInProperty(name: string, { domain, reach, resource, depth }: Inside): readonly string[] {
  const property = domain.resources.get(resource)?.properties.get(name)
  return property === undefined || property.secret || reach !== 'objects too' ? [] : listNamesInType(property.type, depth)
}

function listNamesInType(type: Type, depth: number): readonly string[] {
  switch (type.kind) {
    case 'nullable':
    case 'optional':
      return listNamesInType(type.of, depth)
    case 'list':
      return listNamesInType(type.element, depth)
    case 'object':
      return depth === maxDepth
        ? []
        : [...type.members].flatMap(([name, member]) => listNestedNames(name, listNamesInType(member.type, depth + 1)))
    default:
      return []
  }
}

function listLeaves(template: Template): readonly ExpressionText[] {
  switch (template.kind) {
    case 'expression':
      return [template]
    case 'map':
      return template.entries.flatMap(({ value }) => listLeaves(value))
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
