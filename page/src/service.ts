// The service as it was told, for every view; and what is found in it by name.

import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { ToldCounts, ToldOperation, ToldResource, ToldService } from '../../src/serve/page/told.ts'

export type Shown = {
  readonly service: ToldService
  /** Undefined until they are known. */
  readonly counts: ToldCounts | undefined
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

export function operationsMaking({ operations }: ToldService, transition: string): readonly ToldOperation[] {
  return operations.filter(({ action, subject }) => action === 'transition' && subject === transition)
}

export function resourceNamed({ resources }: ToldService, name: string): ToldResource | undefined {
  return resources.find((resource) => resource.name === name)
}

/** A number of records, with a thin blank between thousands. */
export function counted(count: number | undefined): string {
  return count === undefined ? '' : String(count).replaceAll(/\B(?=(\d{3})+$)/g, '\u202f')
}
