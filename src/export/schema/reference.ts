// What `$ref` names in the schemas of this row: a shape by its own name, as in the typing row, or one of these.

/** The body that stands for every error of the catalogue. */
export const errorRef = 'error:'

export function viewRef(name: string): string {
  return `view:${name}`
}
