// Finds the record that a path names before a list: with a 404 in the source, it must exist.

import { type DraftEntry, draftEntry, draftText, map } from '../draft.ts'
import type { OperationAction } from './action.ts'
import { type SourceOperation, findPathParameter, splitPath, withoutFormat } from './api.ts'
import type { PathValues } from './path-values.ts'
import type { ImportContext } from './work.ts'

/** The name of the look-up, and of its refusal in part 7. */
export const parentName = 'parent'

/** The look-up of the operation; undefined if the source describes no 404, or no record has exactly the address before the list. */
export function draftParentLookup(
  { path, responses }: SourceOperation,
  { kind }: OperationAction,
  values: PathValues,
  { resources }: ImportContext,
): DraftEntry | undefined {
  if ((kind !== 'list' && kind !== 'create') || !responses.some(({ status }) => status === '404')) return undefined
  const steps = splitPath(path)
  const last = steps.findLastIndex((each) => findPathParameter(each) !== undefined)
  const address = `/${steps.slice(0, last + 1).join('/')}`
  const isAddress = (item: string): boolean => withoutFormat(item) === address
  const resource = resources.find(({ items }) => [...items.keys()].some(isAddress))
  const parts = [...(resource?.items ?? [])].find(([item]) => isAddress(item))?.[1]
  if (last < 0 || resource === undefined || parts === undefined || parts.length !== resource.key.length) return undefined
  const by = parts.flatMap((part) =>
    part === undefined || !resource.key.some(({ property }) => property === part.property)
      ? []
      : [draftEntry(part.property, draftText(values.valueOf(part)))],
  )
  if (by.length !== parts.length) return undefined
  return draftEntry('with', map(draftEntry(parentName, map(draftEntry('find', draftText(resource.name)), draftEntry('by', map(...by))))))
}
