// Where something of a tenant stands among those of all tenants.

/** `tenant` is what tenants are told apart by, in JSON, which has no line ends of its own; empty where there are none. */
export function placeOf(tenant: string, name: string): string {
  return tenant === '' ? name : `${tenant}\n${name}`
}
