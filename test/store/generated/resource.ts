// Resources by chance: keys of every kind, properties, references to those before them and to themselves.

import type { RandomSource } from '../../../src/base/random-source.ts'
import { type Property, plainKinds } from './property.ts'

export type Resource = {
  readonly name: string
  readonly key: 'uuid' | 'number' | 'client' | 'pair'
  readonly properties: readonly Property[]
  readonly unique?: string
  readonly soft: boolean
  readonly machine: boolean
}

const letters = ['Ant', 'Bee', 'Cat', 'Dog']

export function resources(dice: RandomSource): Resource[] {
  const names = letters.slice(0, dice.between(2, 4))
  return names.map((name, index) => {
    const earlier = names.slice(0, index)
    const key = index > 0 && dice.once(4) ? 'pair' : dice.pick(['uuid', 'number', 'client'] as const)
    const plain = dice
      .shuffle(plainKinds)
      .slice(0, dice.between(3, 7))
      .map((kind): Property => ({
        name: kind,
        kind,
        absence: kind === 'tags' ? 'never' : dice.pick(['never', 'never', 'absent', 'null'] as const),
      }))
    const to = [...earlier, ...(dice.once(3) && key !== 'pair' ? [name] : [])]
    const references = to.map((other): Property => {
      const absence = other === name || dice.once(3) ? 'absent' : 'never'
      return {
        name: `to${other}`,
        kind: 'ref',
        absence,
        to: other,
        onDelete: dice.pick(absence === 'never' ? ['restrict', 'cascade'] : ['restrict', 'cascade', 'set-null']),
      }
    })
    // A key is never without value.
    const fixed = references.map((reference, at): Property =>
      key === 'pair' && at === 0
        ? { ...reference, absence: 'never', onDelete: reference.onDelete === 'set-null' ? 'cascade' : reference.onDelete! }
        : reference,
    )
    const candidates = plain.filter(({ kind }) => kind === 'text' || kind === 'folded' || kind === 'int' || kind === 'money')
    const properties = [...plain, ...fixed]
    return {
      name,
      key,
      properties,
      soft: dice.once(3),
      machine: dice.once(2),
      ...(candidates.length > 0 && dice.once(2) ? { unique: dice.pick(candidates).name } : {}),
    }
  })
}
