// Reports two endpoints that match the same requests; names of parameters do not distinguish paths.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { routeShape } from '../../fact/routes.ts'
import { diagnostic } from '../../diagnostic/voice.ts'
import type { Operation } from '../../model/model.ts'
import type { Check } from '../check.ts'

const code = 'endpoints/duplicate-route'

export const check: Check = {
  code,
  run({ routes, versions }) {
    // With versions, two endpoints may share an address if they never exist together.
    const tables =
      versions.length === 0
        ? [routes]
        : versions.map((version) => version.routes.map((route) => ({ operation: route.operation, shape: routeShape(route) })))
    const diagnostics = new Map<Operation, Diagnostic>()
    for (const table of tables) {
      const first = new Map<string, Operation>()
      for (const { operation, shape } of table) {
        const before = first.get(shape)
        if (before === undefined) first.set(shape, operation)
        else if (!diagnostics.has(operation)) diagnostics.set(operation, diagnose(shape, before, operation))
      }
    }
    return [...diagnostics.values()]
  },
}

function diagnose(shape: string, before: Operation, again: Operation): Diagnostic {
  const primary = { span: again.key.span, text: 'same method and path, so this one can never be reached' }
  return diagnostic('error', code, `Two endpoints answer \`${shape}\``, primary, {
    others: [{ span: before.key.span, text: 'first declared here' }],
    reason: `A parameter's name does not take part in matching: \`${before.path}\` and \`${again.path}\` fit the same requests.`,
    help: 'Remove one of them, or give the second a different path.',
  })
}
