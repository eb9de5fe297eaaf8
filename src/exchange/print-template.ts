// Prints a template as JSON text; the host prints records.

import { printJson } from '../base/json.ts'
import type { Template } from '../model/slot.ts'
import { type Context, evaluateTemplate } from './context.ts'
import { printValue } from './value-print.ts'

/** The text of `evaluateTemplate`; undefined for an omitted leaf. */
export function printTemplate(template: Template, context: Context): string | undefined {
  switch (template.kind) {
    case 'literal':
      return printPart(template, context)
    case 'list':
      return `[${template.items.flatMap((item) => printTemplate(item, context) ?? []).join(',')}]`
    case 'map': {
      const prefixes = prefixesByTemplate.getOrInsertComputed(template, makePrefixes)
      if (prefixes === 'indexes') return printPart(template, context)
      let members = ''
      for (const [index, { value }] of template.entries.entries()) {
        const text = printTemplate(value, context)
        if (text !== undefined) members += members === '' ? prefixes[index]! + text : `,${prefixes[index]!}${text}`
      }
      return `{${members}}`
    }
    case 'expression': {
      const expression = context.typing.expression(template)
      const text = expression && context.host.print?.(expression, context.variables)
      return text ?? printPart(template, context)
    }
  }
}

type MapTemplate = Extract<Template, { readonly kind: 'map' }>

/** The member names in the order in which they are printed; `indexes` if some are integers, which an object lists before all others. */
const prefixesByTemplate = new WeakMap<MapTemplate, readonly string[] | 'indexes'>()

function makePrefixes({ entries }: MapTemplate): readonly string[] | 'indexes' {
  return entries.some(({ name }) => /^\d+$/.test(name)) ? 'indexes' : entries.map(({ name }) => `${printJson(name)}:`)
}

function printPart(template: Template, context: Context): string | undefined {
  const value = evaluateTemplate(template, context)
  return value === undefined ? undefined : printValue(value, context.keys)
}
