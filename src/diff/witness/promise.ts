// Checks a response against the old edition's schema: clients never had to read other values.

import type { Json } from '../../base/json.ts'
import { listStatuses } from '../../export/openapi/status.ts'
import { makeViewRef } from '../../export/schema/reference.ts'
import { makeViewSchema, makeWholeSchema } from '../../export/schema/output-schema.ts'
import type { Operation } from '../../model/model.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Schema } from '../../schema/schema.ts'
import { type Decoder, compileSchema } from '../../schema/validate.ts'
import { definitionsOf } from '../../typing/definitions.ts'
import type { Edition } from '../edition.ts'

export type Promises = {
  /** Finds content that the old edition never sends; undefined if the response has none. `version`: the request's version. */
  findBroken(
    operation: Operation,
    answer: { readonly status: number; readonly body: Json; readonly version: string | undefined },
  ): string | undefined
}

export function makePromises({ compiled, today }: Edition): Promises {
  const { typing, versions } = compiled.facts
  const decoders = new Map<Operation, Decoder | undefined>()
  let definitions: ReadonlyMap<string, Schema> | undefined
  const decoderOf = (operation: Operation): Decoder | undefined =>
    decoders.getOrInsertComputed(operation, () => {
      const output = slotValueOf(operation.slots.output)
      if (output === undefined) return undefined
      definitions ??= new Map([
        ...definitionsOf(typing.domain),
        ...[...typing.domain.views.values()].map((view) => [makeViewRef(view.name), makeViewSchema(view, typing)] as const),
      ])
      return compileSchema(makeWholeSchema(output, typing), { definitions, readOnly: 'keep', defaults: 'ignore' })
    })
  /** An unknown or retired version has no promise; an older version has its own schema if its responses differ. */
  const hasNewestForm = (operation: Operation, name: string | undefined): boolean => {
    if (name === undefined) return true
    const version = versions.find((each) => each.name === name)
    const end = version?.retired ?? version?.sunset
    const isOver = end !== undefined && end.ms <= Date.parse(`${today}T00:00:00Z`)
    return version !== undefined && !isOver && version.conversions.get(operation)?.output === undefined
  }
  return {
    findBroken(operation, { status, body, version }) {
      if (
        !hasNewestForm(operation, version) ||
        status >= 300 ||
        !listStatuses(slotValueOf(operation.slots.status), typing).includes(String(status))
      )
        return undefined
      const failures = decoderOf(operation)?.decode(body).failures
      const [first] = failures ?? []
      return first === undefined ? undefined : `\`${first.pointer}\` has a value that the old edition never sends (\`${first.keyword}\`)`
    },
  }
}
