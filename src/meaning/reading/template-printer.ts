// Prints a template as JSON text without intermediate values. An absent value is undefined, and its member is omitted.

import { printJson } from '../../base/json.ts'
import type { Expression } from '../../cel/expression.ts'
import { natural } from '../../cel/values/natural.ts'
import { noKeys } from '../../exchange/names.ts'
import { jsonOf } from '../../exchange/value-json.ts'
import type { Template } from '../../model/slot.ts'
import type { Typing } from '../../typing/domain.ts'

export type Printer<From> = (from: From) => string | undefined

/** Undefined if the expression cannot be printed directly. */
export type LeafPrinter<From> = (expression: Expression) => Printer<From> | undefined

export function templatePrinter<From>(template: Template, typing: Typing, leaf: LeafPrinter<From>): Printer<From> | undefined {
  switch (template.kind) {
    case 'literal': {
      const text = printJson(jsonOf(natural(template.value), noKeys))
      return () => text
    }
    case 'list': {
      const items = template.items.map((item) => templatePrinter(item, typing, leaf))
      return items.every((item) => item !== undefined) ? (from) => `[${items.flatMap((item) => item(from) ?? []).join(',')}]` : undefined
    }
    case 'map':
      return objectPrinter(template.entries.map(({ name, value }) => [name, templatePrinter(value, typing, leaf)]))
    case 'expression': {
      const expression = typing.expression(template)
      return expression && leaf(expression)
    }
  }
}

/** Members in their order. An object would put names that are numbers first, and take one name once. */
export function objectPrinter<From>(
  members: readonly (readonly [name: string, printer: Printer<From> | undefined])[],
): Printer<From> | undefined {
  const known = members.flatMap(([name, print]) =>
    print === undefined || /^\d+$/.test(name) ? [] : [{ lead: `${JSON.stringify(name)}:`, print }],
  )
  if (known.length < members.length || new Set(members.map(([name]) => name)).size < members.length) return undefined
  return (from) => {
    let text = ''
    for (const { lead, print } of known) {
      const value = print(from)
      if (value !== undefined) text += text === '' ? lead + value : `,${lead}${value}`
    }
    return `{${text}}`
  }
}
