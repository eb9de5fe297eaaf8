// Qualified names: a name within a tenant, as one text.

/** `tenant` identifies the tenant as JSON, which has no line ends; empty without tenants. */
export function qualifyName(tenant: string, name: string): string {
  return tenant === '' ? name : `${tenant}\n${name}`
}

/** The tenant of a qualified name that ends with this name; undefined if it ends with another name. */
export function findTenantOfName(qualifiedName: string, name: string): string | undefined {
  if (qualifiedName === name) return ''
  return qualifiedName.endsWith(`\n${name}`) ? qualifiedName.slice(0, -name.length - 1) : undefined
}
