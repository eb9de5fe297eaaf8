// What a record is called among all records of a store.

export function nameOf({ resource, key }: { readonly resource: string; readonly key: string }): string {
  return `${resource} ${key}`
}
