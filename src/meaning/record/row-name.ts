// The unique name of a record within a store.

type Named = { readonly resource: string; readonly key: string }

export function rowName({ resource, key }: Named): string {
  if (key !== last.key || resource !== last.resource) last = { resource, key, name: `${resource} ${key}` }
  return last.name
}

/** The same record is named again and again. */
let last: Named & { readonly name: string } = { resource: '', key: '', name: ' ' }
