// Records in memory: they end with the process.

import { createMemoryRuntime } from '../meaning/meaning.ts'
import { InvalidRecords } from '../meaning/start/records.ts'
import type { StoreKind } from './kind.ts'

const noBytes: ReadonlyMap<string, number> = new Map()

export const memory: StoreKind = {
  storeAt: () => ({
    isExclusive: false,
    async serve(facts, options) {
      try {
        return {
          ...createMemoryRuntime(facts, options),
          bytes: () => noBytes,
          figures: () => [],
          findFailure: () => undefined,
          tend: async () => undefined,
          probe: async () => undefined,
        }
      } catch (error) {
        if (error instanceof InvalidRecords) return { problem: error.message }
        throw error
      }
    },
  }),
}
