// A host without records, for answers without a transaction: supports functions of values, and shapes.

import type { Host } from '../cel/value.ts'
import type { Facts } from '../fact/fact.ts'
import { asShape } from './as-shape.ts'
import { callFunction } from './functions.ts'
import { noKeys, noRecordsHost } from './names.ts'

export function makeRecordlessHost({ typing: { domain } }: Facts): Host {
  return {
    ...noRecordsHost,
    call(name, args) {
      const shape = domain.shapes.get(name)
      return shape === undefined
        ? (callFunction(name, args) ?? noRecordsHost.call(name, args))
        : asShape(domain, noKeys, shape, args[0] ?? null)
    },
  }
}
