// Lists the leaves of a template: every expression in it, with its path of names.

import type { ExpressionText, Template } from '../model/slot.ts'

export type TemplateLeaf = { readonly path: string; readonly expression: ExpressionText }

/** Items of a list have the path of the list. */
export function listTemplateExpressions(template: Template, path = ''): TemplateLeaf[] {
  switch (template.kind) {
    case 'expression':
      return [{ path, expression: template }]
    case 'literal':
      return []
    case 'list':
      return template.items.flatMap((item) => listTemplateExpressions(item, path))
    case 'map':
      return template.entries.flatMap(({ name, value }) => listTemplateExpressions(value, path === '' ? name : `${path}.${name}`))
  }
}
