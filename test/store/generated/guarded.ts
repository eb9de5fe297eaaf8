// Random permissions of a generated document: callers, tenants, rules of records and of fields.

import type { RandomSource } from '../../../src/base/random-source.ts'
import { predicate } from './predicate.ts'
import type { Resource } from './resource.ts'

export type Guards = {
  readonly tenants: boolean
  /** By resource, a property that only a boss may read. */
  readonly hidden: ReadonlyMap<string, string>
  /** The parts and resources beside those that hold the records. */
  readonly caller: readonly string[]
  readonly authentication: readonly string[]
}

export const callers = ['ann', 'ben', 'sue'] as const

const quoted = (cel: string): string => `'${cel.replaceAll("'", "''")}'`

/** Ann and Ben are of one tenant, Sue of another; Ann is the boss. */
export function guards(dice: RandomSource, all: readonly Resource[]): Guards {
  const tenants = dice.once(2)
  const hidden = new Map(
    all.flatMap(({ name, properties, unique }) => {
      const property = properties.find(({ kind, name: own }) => kind !== 'ref' && kind !== 'tags' && own !== unique)
      return property !== undefined && dice.once(2) ? [[name, property.name] as const] : []
    }),
  )
  return {
    tenants,
    hidden,
    caller: [
      '  Who:',
      '    key: id',
      '    properties: { id: { type: string, maxLength: 9 }, shop: { type: string, maxLength: 9 }, boss: { type: boolean } }',
      '    required: [shop, boss]',
      '  records:',
      '    Who: [{ id: ann, shop: north, boss: true }, { id: ben, shop: north, boss: false }, { id: sue, shop: south, boss: false }]',
    ],
    authentication: [
      'authentication:',
      '  schemes: { own: { type: http, scheme: bearer, bearerFormat: JWT, algorithm: HS256, secret: { env: SECRET } } }',
      '  security: [{ own: [] }]',
      '  caller: { find: Who, by: { id: string(claims.sub) } }',
      '  default: allow',
      `  unreadable: ${dice.pick(['not-found', 'not-found', 'forbidden'])}`,
      '  rules:',
      ...all.flatMap((resource) => {
        const { name } = resource
        const read = dice.pick([
          'true',
          'this.by == caller',
          'this.by == caller || caller.boss',
          `caller.boss || ${predicate(dice, resource, all, 'this', false, 1)}`,
          predicate(dice, resource, all, 'this', false, 1),
        ])
        const field = hidden.get(name)
        return [
          `    ${name}:`,
          `      read: ${quoted(read)}`,
          `      update: ${quoted(dice.pick(['true', 'true', 'this.by == caller']))}`,
          ...(field === undefined ? [] : [`      ${field}: { read: caller.boss${dice.once(2) ? ', update: caller.boss' : ''} }`]),
        ]
      }),
    ],
  }
}
