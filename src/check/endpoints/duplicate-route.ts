// Reports two endpoints that match the same requests; names of parameters do not distinguish paths.

import { advise, remove } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { routeShape } from '../../fact/routes.ts'
import { createDiagnostic } from '../../diagnostic/voice.ts'
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
      const firstByShape = new Map<string, Operation>()
      for (const { operation, shape } of table) {
        const first = firstByShape.get(shape)
        if (first === undefined) firstByShape.set(shape, operation)
        else if (!diagnostics.has(operation)) diagnostics.set(operation, diagnose(shape, first, operation))
      }
    }
    return [...diagnostics.values()]
  },
}

function diagnose(shape: string, first: Operation, second: Operation): Diagnostic {
  const primary = { span: second.key.span, text: 'same method and path, so this one can never be reached' }
  return createDiagnostic('error', code, `Two endpoints answer \`${shape}\``, primary, {
    others: [{ span: first.key.span, text: 'first declared here' }],
    reason: `A parameter's name does not take part in matching: \`${first.path}\` and \`${second.path}\` fit the same requests.`,
    help: advise`${remove('Remove one of them')}, or give the second a different path.`,
  })
}
