// Reads the parameters of a path, and the path of the records that it finds one of.

import { findPathParameter, splitPath, withoutFormat } from './api.ts'

export function listPathParameters(path: string): string[] {
  return splitPath(path).flatMap((each) => findPathParameter(each) ?? [])
}

export function findLastParameter(path: string): string | undefined {
  return findPathParameter(splitPath(withoutFormat(path)).at(-1))
}

export function cutToCollection(path: string): string {
  const address = withoutFormat(path)
  return address.slice(0, address.lastIndexOf('/'))
}
