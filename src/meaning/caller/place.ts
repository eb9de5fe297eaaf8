// Where something of a tenant stands among those of all tenants.

/** `tenant` is what tenants are told apart by, in JSON, which has no line ends of its own; empty where there are none. */
export function placeOf(tenant: string, name: string): string {
  return tenant === '' ? name : `${tenant}\n${name}`
}

/** The tenant of a place of that name; undefined where the place is of another. */
export function tenantOf(place: string, name: string): string | undefined {
  if (place === name) return ''
  return place.endsWith(`\n${name}`) ? place.slice(0, -name.length - 1) : undefined
}
