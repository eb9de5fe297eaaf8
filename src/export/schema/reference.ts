// The names that `$ref` uses in the schemas of this row.

/** The body that represents every error of the catalogue. */
export const errorRef = 'error:'

export function viewRef(name: string): string {
  return `view:${name}`
}
