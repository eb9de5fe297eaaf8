// Prints a template as JSON text without intermediate values. An absent value is undefined, and its member is omitted.

import { printJson } from '../../base/json.ts'
import type { Expression } from '../../cel/expression.ts'
import { toNaturalValue } from '../../cel/values/natural.ts'
import { noKeys } from '../../exchange/names.ts'
import { convertValueToJson } from '../../exchange/value-json.ts'
import type { Template } from '../../model/slot.ts'
import type { Typing } from '../../typing/domain.ts'

export type Printer<Source> = (source: Source) => string | undefined

/** Undefined if the expression cannot be printed directly. */
export type LeafPrinter<Source> = (expression: Expression) => Printer<Source> | undefined

export function makeTemplatePrinter<Source>(template: Template, typing: Typing, leaf: LeafPrinter<Source>): Printer<Source> | undefined {
  switch (template.kind) {
    case 'literal': {
      const text = printJson(convertValueToJson(toNaturalValue(template.value), noKeys))
      return () => text
    }
    case 'list': {
      const items = template.items.map((item) => makeTemplatePrinter(item, typing, leaf))
      return items.every((item) => item !== undefined) ? (from) => `[${items.flatMap((item) => item(from) ?? []).join(',')}]` : undefined
    }
    case 'map':
      return makeObjectPrinter(template.entries.map(({ name, value }) => [name, makeTemplatePrinter(value, typing, leaf)]))
    case 'expression': {
      const expression = typing.expression(template)
      return expression && leaf(expression)
    }
  }
}

/** Members in their order. An object would put names that are numbers first, and take one name once. */
export function makeObjectPrinter<Source>(
  members: readonly (readonly [name: string, printer: Printer<Source> | undefined])[],
): Printer<Source> | undefined {
  const memberPrinters = members.flatMap(([name, print]) =>
    print === undefined || /^\d+$/.test(name) ? [] : [{ prefix: `${JSON.stringify(name)}:`, print }],
  )
  if (memberPrinters.length < members.length || new Set(members.map(([name]) => name)).size < members.length) return undefined
  return (from) => {
    let text = ''
    for (const { prefix, print } of memberPrinters) {
      const value = print(from)
      if (value !== undefined) text += text === '' ? prefix + value : `,${prefix}${value}`
    }
    return `{${text}}`
  }
}
