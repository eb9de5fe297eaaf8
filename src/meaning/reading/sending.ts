// What is sent of records: what the read rules of part 5 let the caller see of those that an answer reaches.

import type { RecordValue, Value } from '../../cel/value.ts'
import { type Sending, isRecord } from '../../exchange/context.ts'
import { reachedBy } from '../../fact/reached.ts'
import { readsOf } from '../../fact/reads.ts'
import { isHiding, isWithheld } from '../../fact/rules.ts'
import { situation } from '../../fact/situation.ts'
import { expressionsIn } from '../../fact/template.ts'
import type { Operation } from '../../model/model.ts'
import { shown } from '../../model/slot.ts'
import type { Act, Names } from '../act.ts'
import { sees } from '../caller/eyes.ts'
import { hostOf } from '../record/host.ts'
import type { Lent } from '../record/keys.ts'
import { nameOf } from '../record/row-name.ts'
import type { Service } from '../service.ts'

/** What rules may leave out of an operation's answers: records of these resources, and these properties. */
type Cuts = { readonly records: ReadonlySet<string>; readonly properties: ReadonlyMap<string, ReadonlySet<string>>; readonly showsCaller: boolean }

const ofAll = new WeakMap<Operation, Cuts | undefined>()
const ofAnswer = new WeakMap<Operation, Cuts | undefined>()

/** The act for what is sent to the caller; the same one where nothing can be left out of it. */
export function sendingAct(act: Act, operation: Operation, names: Names): Act {
  return cutAct(act, cutsOf(act.service, operation), names)
}

/** Whether the operation's own answer may show two callers different things of the same records. */
export function isAnswerCut(service: Service, operation: Operation): boolean {
  return ofAnswer.getOrInsertComputed(operation, () => answerCuts(service, operation)) !== undefined
}

/** The same for the operation's own answer, of which nothing is left out either where it shows but the records that it names. */
export function answeringAct(act: Act, operation: Operation, names: Names): Act {
  return cutAct(act, ofAnswer.getOrInsertComputed(operation, () => answerCuts(act.service, operation)), names)
}

function cutAct(act: Act, cuts: Cuts | undefined, names: Names): Act {
  if (cuts === undefined) return act
  const sending = sendingOf(act, cuts, names)
  const whole: Act = { ...act, sending, host: hostOf(() => whole) }
  return whole
}

/** Whether two callers may be shown different things of the same records. */
export function isCut(service: Service, operation: Operation): boolean {
  return cutsOf(service, operation) !== undefined
}

function cutsOf(service: Service, operation: Operation): Cuts | undefined {
  return ofAll.getOrInsertComputed(operation, () => gather(service, operation))
}

function answerCuts(service: Service, operation: Operation): Cuts | undefined {
  const cuts = cutsOf(service, operation)
  const reached = reachedBy(situation(service.world, operation))
  return cuts !== undefined && cuts.properties.size === 0 && cuts.records.isDisjointFrom(reached) ? undefined : cuts
}

function gather({ world }: Service, operation: Operation): Cuts | undefined {
  const { model, domain } = world
  const records = new Set<string>()
  const properties = new Map<string, ReadonlySet<string>>()
  for (const name of readsOf(situation(world, operation)).resources) {
    if (isHiding(model, name)) records.add(name)
    const cut = [...(domain.resources.get(name)?.properties.keys() ?? [])].filter((property) => isWithheld(model, name, property))
    if (cut.length > 0) properties.set(name, new Set(cut))
  }
  if (records.size === 0 && properties.size === 0) return undefined
  const output = shown(operation.slots.output)
  const leaves = output === undefined ? [] : expressionsIn(output)
  return { records, properties, showsCaller: leaves.some(({ expression }) => world.reading(expression).variables.has('caller')) }
}

/** The records that the operation itself names are its own rules' matter; those reached from them are asked for here. */
function sendingOf(act: Act, { records, properties, showsCaller }: Cuts, names: Names): Sending {
  const own = lazily(() => new Set([...names.values(), ...(showsCaller ? [act.base.get('caller') ?? null] : [])].flatMap(recordsNamed)))
  const answers = new Map<string, boolean>()
  const asked = (record: RecordValue, what: string, ask: () => boolean): boolean => {
    // A record as it was at another moment may come to another answer.
    if ((record.of as Lent).row !== undefined) return ask()
    return answers.getOrInsertComputed(`${nameOf(record)} ${what}`, ask)
  }
  return {
    showsRecord: (record) => !records.has(record.resource) || own().has(nameOf(record)) || asked(record, '', () => sees(act, record)),
    showsProperty(record, property) {
      if (properties.get(record.resource)?.has(property) !== true) return true
      return asked(record, property, () => sees(act, record, property))
    },
  }
}

function recordsNamed(value: Value): readonly string[] {
  if (isRecord(value)) return [nameOf(value)]
  return Array.isArray(value) ? (value as readonly Value[]).flatMap((item) => (isRecord(item) ? [nameOf(item)] : [])) : []
}

function lazily<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
