// Names in SQL: quoted, so that a resource may be called `Order` or `group`.

export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
