// The service as it was told, for every view; and what is found in it by name.

import { createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import type { PageCounts, OperationDetails, DescribedOperation, DescribedResource, DescribedService } from '../../src/serve/page/types.ts'
import { api } from './api.ts'

export type Shown = {
  readonly service: DescribedService
  /** Undefined until they are known. */
  readonly counts: PageCounts | undefined
  /** Asks for the counts at once, after something was changed from here. */
  readonly refresh: () => void
  /** What is sent with every tried request, by scheme; kept as long as the page is open. */
  readonly credentials: ReadonlyMap<string, string>
  readonly setCredential: (scheme: string, value: string) => void
}

export const ShownContext = createContext<Shown | undefined>(undefined)

export function useShown(): Shown {
  const shown = useContext(ShownContext)
  if (shown === undefined) throw new Error('nothing is shown yet')
  return shown
}

/** By revision and id: what was told of an operation. */
const known = new Map<string, OperationDetails>()

/** What an operation can answer; undefined until it is known. */
export function useDetails(operation: string): OperationDetails | undefined {
  const { service } = useShown()
  const name = `${service.revision} ${operation}`
  const [, setTold] = useState('')
  useEffect(() => {
    if (known.has(name)) return
    let isWanted = true
    api.details(operation).then((found) => {
      known.set(name, found)
      if (isWanted) setTold(name)
    }, () => undefined)
    return () => {
      isWanted = false
    }
  }, [name])
  return known.get(name)
}

export function operationsMaking({ operations }: DescribedService, transition: string): readonly DescribedOperation[] {
  return operations.filter(({ action, subject }) => action === 'transition' && subject === transition)
}

export function resourceNamed({ resources }: DescribedService, name: string): DescribedResource | undefined {
  return resources.find((resource) => resource.name === name)
}

/** A number of records, with a thin blank between thousands. */
export function countText(count: number | undefined): string {
  return count === undefined ? '' : String(count).replaceAll(/\B(?=(\d{3})+$)/g, '\u202f')
}
