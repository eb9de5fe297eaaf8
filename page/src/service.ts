// The state that all views of the page share, and look-ups in the description of the service.

import { createContext } from 'preact'
import { useContext, useEffect, useState } from 'preact/hooks'
import type { PageCounts, OperationDetails, DescribedOperation, DescribedResource, DescribedService } from '../../src/serve/page/types.ts'
import { api } from './api.ts'

export type PageState = {
  readonly service: DescribedService
  /** Undefined until they are loaded. */
  readonly counts: PageCounts | undefined
  /** Loads the counts at once, after the page changed a record. */
  readonly refresh: () => void
  /** The credentials of tried requests, by scheme, until the page is closed. */
  readonly credentials: ReadonlyMap<string, string>
  readonly setCredential: (scheme: string, value: string) => void
}

export const PageStateContext = createContext<PageState | undefined>(undefined)

export function usePageState(): PageState {
  const state = useContext(PageStateContext)
  if (state === undefined) throw new Error('the page has no state yet')
  return state
}

/** The loaded details of operations, by revision and id. */
const detailsByName = new Map<string, OperationDetails>()

/** The answers of an operation; undefined until they are loaded. */
export function useDetails(operation: string): OperationDetails | undefined {
  const { service } = usePageState()
  const name = `${service.revision} ${operation}`
  const [, setLoaded] = useState('')
  useEffect(() => {
    if (detailsByName.has(name)) return
    let isMounted = true
    api.details(operation).then(
      (details) => {
        detailsByName.set(name, details)
        if (isMounted) setLoaded(name)
      },
      () => undefined,
    )
    return () => {
      isMounted = false
    }
  }, [name])
  return detailsByName.get(name)
}

export function operationsMaking({ operations }: DescribedService, transition: string): readonly DescribedOperation[] {
  return operations.filter(({ action, subject }) => action === 'transition' && subject === transition)
}

export function resourceNamed({ resources }: DescribedService, name: string): DescribedResource | undefined {
  return resources.find((resource) => resource.name === name)
}

/** A number with a narrow space between thousands; empty if undefined. */
export function countText(count: number | undefined): string {
  return count === undefined ? '' : String(count).replaceAll(/\B(?=(\d{3})+$)/g, '\u202f')
}
