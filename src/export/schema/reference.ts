// The names that `$ref` uses inside schemas before an export replaces them.

/** The reference to the body of catalogue errors. */
export const errorRef = 'error:'

export function makeViewRef(name: string): string {
  return `view:${name}`
}
