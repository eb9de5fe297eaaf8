// Refusals before the operation is known: by the version and the address.

import { listSpecifiedEntries, originOf } from '../../model/slot.ts'
import { makeStandardOrigin } from '../standard.ts'
import { type RawPoint, point } from '../operation-context.ts'
import type { ModelIndex } from '../model-index.ts'
import type { DerivationRow } from './row.ts'

export const serviceRows: readonly DerivationRow[] = [
  { condition: 'no-such-path', actions: 'all', when: 'always' },
  { condition: 'method-not-allowed', actions: 'all', when: 'always' },
  { condition: 'unknown-version', actions: 'all', when: '`versioning.scheme` is given' },
  { condition: 'retired-version', actions: 'all', when: '`versioning.scheme` is given, and a version is `retired` or has a `sunset`' },
]

/** With `path`, the version is part of the address, so it is checked first; otherwise an unknown path is. */
export function listServicePoints({ model }: ModelIndex): RawPoint[] {
  const { scheme, versions } = model.versioning.value
  const path = point('route', 'no-such-path', {}, {}, [makeStandardOrigin('RFC 9110, section 15.5.5')])
  const method = point('route', 'method-not-allowed', {}, {}, [makeStandardOrigin('RFC 9110, section 15.5.6')])
  if (scheme.state !== 'shown') return [path, method]
  const unknown = point('version', 'unknown-version', {}, {}, [originOf(scheme.at)])
  const retired = listSpecifiedEntries(versions).flatMap(({ name, value }) => {
    const end = [value.retired, value.sunset].find(({ state }) => state === 'shown')
    return end?.state === 'shown' ? [point('version', 'retired-version', { name }, {}, [originOf(end.at)])] : []
  })
  return scheme.value === 'path' ? [unknown, ...retired, path, method] : [path, unknown, ...retired, method]
}
