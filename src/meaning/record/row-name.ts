// The unique name of a record within a store.

type Named = { readonly resource: string; readonly key: string }

export function makeRowName({ resource, key }: Named): string {
  if (key !== last.key || resource !== last.resource) last = { resource, key, name: `${resource} ${key}` }
  return last.name
}

/** Cached, because the same record is often named several times in a row. */
let last: Named & { readonly name: string } = { resource: '', key: '', name: ' ' }
