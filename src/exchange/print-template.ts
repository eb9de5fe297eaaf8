// Prints a template as JSON text; the host prints records.

import { printJson } from '../base/json.ts'
import type { Template } from '../model/slot.ts'
import { type Context, valueOfTemplate } from './context.ts'
import { printValue } from './value-print.ts'

/** The text of `valueOfTemplate`; undefined where the template is a leaf that is left out. */
export function printTemplate(template: Template, context: Context): string | undefined {
  switch (template.kind) {
    case 'literal':
      return printed(template, context)
    case 'list':
      return `[${template.items.flatMap((item) => printTemplate(item, context) ?? []).join(',')}]`
    case 'map': {
      if (template.entries.some(({ name }) => isIndex(name))) return printed(template, context)
      const members = template.entries.flatMap(({ name, value }) => {
        const text = printTemplate(value, context)
        return text === undefined ? [] : `${printJson(name)}:${text}`
      })
      return `{${members.join(',')}}`
    }
    case 'expression': {
      const expression = context.typing.expression(template)
      const text = expression && context.host.print?.(expression, context.variables)
      return text ?? printed(template, context)
    }
  }
}

function printed(template: Template, context: Context): string | undefined {
  const value = valueOfTemplate(template, context)
  return value === undefined ? undefined : printValue(value, context.keys)
}

/** An object has members whose names are integers before all others. */
function isIndex(name: string): boolean {
  return /^\d+$/.test(name)
}
