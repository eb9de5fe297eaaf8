// Explains why a database of another program is not served, and how its rows come into a store.

const maxListed = 5

/** `source`: the address by which `import` reads it. `tables`: the names of the other program's tables. */
export function describeForeignDatabase(name: string, source: string, tables: readonly string[]): string {
  const listed = tables.slice(0, maxListed).map((each) => `\`${each}\``)
  const more = tables.length > listed.length ? ` and ${tables.length - listed.length} more` : ''
  return `${name} is a database of another program: it has the tables ${listed.join(', ')}${more}, and none of this service. Name a store of the service's own; \`ninefold import ${source} --rows --output FILE\` writes a document for these tables, with their rows, with which that store begins`
}
