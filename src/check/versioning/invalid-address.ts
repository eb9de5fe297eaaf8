// Reports a former address that does not match the new one: it needs each parameter, and a method that is as safe.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, joinWithAnd, quoteName } from '../../diagnostic/voice.ts'
import { parseAddress } from '../../fact/versions/addresses.ts'
import { isSafe } from '../../model/methods.ts'
import type { Segment } from '../../model/model.ts'
import { listSpecifiedEntries } from '../../model/slot.ts'
import type { Check } from '../check.ts'

const code = 'versioning/invalid-address'

export const check: Check = {
  code,
  run: ({ model }) =>
    listSpecifiedEntries(model.versioning.value.changes).flatMap(({ value }) =>
      value.flatMap(({ renameEndpoint }) =>
        listSpecifiedEntries(renameEndpoint).flatMap(({ name, key, value: after }): Diagnostic[] => {
          const [former, current] = [parseAddress(name), parseAddress(after.text)]
          if (former === undefined || current === undefined) return []
          const [formerParameters, currentParameters] = [listParameters(former.segments), listParameters(current.segments)]
          const others = [{ span: after.node.span, text: 'the address that it has after the change' }]
          if (formerParameters.length !== currentParameters.length) {
            const difference =
              formerParameters.length < currentParameters.length
                ? `does not contain ${joinWithAnd(currentParameters.filter((parameter) => !formerParameters.includes(parameter)))}`
                : `has ${joinWithAnd(formerParameters.filter((parameter) => !currentParameters.includes(parameter)))}, which the operation lacks`
            return [
              createDiagnostic(
                'error',
                code,
                `${quoteName(name)} ${difference}`,
                { span: key.span, text: `${formerParameters.length} of ${currentParameters.length} parameters` },
                {
                  others,
                  reason: 'A request to the former address must say the same as one to the new address.',
                  help: 'Give both the same number of `{…}`. If it was a different operation, describe it under `restore`.',
                },
              ),
            ]
          }
          if (isSafe(former.method) === isSafe(current.method)) return []
          return [
            createDiagnostic(
              'error',
              code,
              `${quoteName(former.method)} and ${quoteName(current.method)} have different meanings`,
              { span: key.span, text: `was ${isSafe(former.method) ? '' : 'not '}safe` },
              {
                others,
                reason: 'A safe method changes nothing (RFC 9110, section 9.2.1): clients, caches and crawlers repeat it as they like.',
                help: 'If it was a different operation, describe it under `restore`.',
              },
            ),
          ]
        }),
      ),
    ),
}

function listParameters(segments: readonly Segment[]): string[] {
  return segments.flatMap((segment) => (segment.kind === 'parameter' ? [segment.name] : []))
}
