// Who may see what: the one place that says whether a caller may see a record, or a field of it.

import type { Expression } from '../../cel/expression.ts'
import { reads } from '../../cel/reads.ts'
import type { Bindings, RecordValue } from '../../cel/value.ts'
import { hiddenValue } from '../../cel/values/hidden.ts'
import { holds, isRecord } from '../../exchange/context.ts'
import { type Refusal, refuse } from '../../exchange/refusal.ts'
import { type Disclosed, disclosuresOf } from '../../fact/disclosures.ts'
import { type Rule, propertyRule, ruleOf } from '../../fact/rules.ts'
import { ruled } from '../../fact/ruled.ts'
import { type Veil, mayHide, veilOf } from '../../fact/veil.ts'
import type { World } from '../../fact/world.ts'
import { type ExpressionText, shown } from '../../model/slot.ts'
import { type Act, contextOf } from '../act.ts'
import type { Lent } from '../record/keys.ts'
import { nameOf } from '../record/row-name.ts'
import { type ReadRules, asksOfRecord, readRulesOf, rulesAskedOf } from './read-rules.ts'
import type { Row } from '../store.ts'

/** What a caller may see of a resource, or of a property of records that it may see: all, none, or that of which a rule holds. */
export type Sight = 'all' | 'none' | ExpressionText

export function sightOf({ service: { world } }: Pick<Act, 'service'>, resource: string, property?: string): Sight {
  const known = sights.getOrInsertComputed(world, () => new Map())
  return known.getOrInsertComputed(property === undefined ? resource : `${resource}.${property}`, () =>
    sightBy(property === undefined ? ruleOf(world, resource, 'read') : propertyRule(world, resource, property, 'read')))
}

const sights = new WeakMap<World, Map<string, Sight>>()

function sightBy(rule: Rule): Sight {
  switch (rule.kind) {
    case 'free':
      return 'all'
    case 'denied':
      return 'none'
    case 'asked':
      return rule.expression
  }
}

/** Asks with the authority of the act that is given: rules ask no rules. */
export function sees(act: Act, record: RecordValue, property?: string): boolean {
  const sight = sightOf(act, record.resource, property)
  return typeof sight === 'string' ? sight === 'all' : holds(sight, contextOf(act, new Map([['this', record]])))
}

/** Whether a request may refer to a record: one that its caller may read, or the caller. */
export function maySend(act: Act, record: RecordValue): boolean {
  const caller = act.base.get('caller') ?? null
  return sees(act, record) || (isRecord(caller) && nameOf(caller) === nameOf(record))
}

/**
 * What whoever is answered may see in the expressions of one place: of records those that are its own or that the rule lets it read, of
 * fields those whose rule does, and what is disclosed there.
 */
export class Eyes {
  readonly #asked: Asked
  readonly #disclosed: Disclosed
  /** A view's record, or that of which something is computed: it was asked for where the expression of it stands. */
  readonly #this: string | undefined

  constructor(asked: Asked, disclosed: Disclosed, own?: string) {
    this.#asked = asked
    this.#disclosed = disclosed
    this.#this = own
  }

  /** In the expressions that stand at another place, of a record that was asked for. */
  at(disclosed: Disclosed, record: RecordValue): Eyes {
    return new Eyes(this.#asked, disclosed, nameOf(record))
  }

  /** In what is said of a record that was asked for, at the same place. */
  of(record: RecordValue): Eyes {
    return this.at(this.#disclosed, record)
  }

  seesRecord(record: RecordValue): boolean {
    if (!asksOfRecord(this.#asked.veil, this.#disclosed, record.resource)) return true
    const name = nameOf(record)
    return name === this.#this || this.#asked.isOwn(name) || this.#asked.sees(record)
  }

  seesMember(record: RecordValue, member: string, by: 'name' | 'path'): boolean {
    const { veil, service } = this.#asked
    const asked = rulesAskedOf(veil, this.#disclosed, service.resource(record.resource).key.includes(member), { resource: record.resource, member, by })
    return (!asked.record || this.seesRecord(record)) && (!asked.field || this.#asked.sees(record, member))
  }

  /** The same as conditions, for a store that asks them in its statements. */
  get rules(): ReadRules | undefined {
    const { service: { world }, asksByRule } = this.#asked
    return readRulesOf(world, this.#disclosed, asksByRule)
  }

  /** The keys of the records of a resource that may be read whatever their rule says. */
  ownKeys(resource: string): readonly string[] {
    return this.#asked.ownKeys(resource)
  }

  /** Whether a computed property that is kept comes to something else where its expression is read with these eyes. */
  isComputedAnew(record: RecordValue, member: string): boolean {
    return this.#asked.veil.computed.get(record.resource)?.has(member) === true
  }

  /** What a store is asked of an expression over records: with the rules in it where some are hidden. Undefined where it cannot be asked. */
  questionOf(expression: Expression, variables: Bindings): Expression | undefined {
    const { service: { world }, questions, asksByRule } = this.#asked
    const { plain, byRule, names } = questions.getOrInsertComputed(expression, () => questionOf(world, expression))
    const seesNames = (): boolean => names.every((name) => {
      const value = variables.get(name)
      return value !== hiddenValue && (!isRecord(value) || this.seesRecord(value))
    })
    const question = plain ?? (asksByRule ? byRule : undefined)
    return question !== undefined && seesNames() ? question : undefined
  }
}

type Question = { readonly plain: Expression | undefined; readonly byRule: Expression | undefined; readonly names: readonly string[] }

function questionOf(world: World, expression: Expression): Question {
  const hides = mayHide(world, expression, () => true)
  // What is disclosed at one place is not at another: there the records are gone through.
  const discloses = disclosuresOf(world.domain).all.length > 0
  return { plain: hides ? undefined : expression, byRule: hides && !discloses ? ruled(world, expression) : undefined, names: reads(expression).variables.map(({ name }) => name) }
}

const questionsOf = new WeakMap<World, WeakMap<Expression, Question>>()

/** What is asked while one answer is made: each rule once of each record. */
class Asked {
  readonly veil: Veil
  readonly service: Act['service']
  readonly questions: WeakMap<Expression, Question>
  readonly #act: Act
  /** Whether its own records are those that the rule lets it read, and itself. */
  readonly asksByRule: boolean
  readonly #own: () => ReadonlySet<string>
  readonly #answers = new Map<string, boolean>()

  constructor(act: Act, veil: Veil, own: () => ReadonlySet<string>, asksByRule: boolean) {
    this.asksByRule = asksByRule
    this.#act = act
    this.#own = own
    this.veil = veil
    this.service = act.service
    this.questions = questionsOf.getOrInsertComputed(act.service.world, () => new WeakMap())
  }

  isOwn(name: string): boolean {
    return this.#own().has(name)
  }

  ownKeys(resource: string): readonly string[] {
    const before = nameOf({ resource, key: '' })
    return [...this.#own()].flatMap((name) => (name.startsWith(before) ? [name.slice(before.length)] : []))
  }

  sees(record: RecordValue, property?: string): boolean {
    // A record as it was at another moment may come to another answer.
    if ((record.of as Lent).row !== undefined) return sees(this.#act, record, property)
    return this.#answers.getOrInsertComputed(`${nameOf(record)} ${property ?? ''}`, () => sees(this.#act, record, property))
  }
}

/**
 * `act` asks the rules; `own` names the records that whoever is answered may read, whatever their rule says now. `reads`: nothing was
 * written, so that these are records that the rule lets them read, and their own.
 */
export function eyesOf(act: Act, disclosed: Disclosed, own: () => ReadonlySet<string>, reads = false): Eyes | undefined {
  const veil = veilOf(act.service.world)
  return veil && new Eyes(new Asked(act, veil, own, reads), disclosed)
}

/** What a caller is told of a record that it may not read. */
export function saysOfUnreadable(act: Act): 'not-found' | 'forbidden' | undefined {
  const { authentication } = act.service.facts.model
  return authentication.state === 'shown' ? shown(authentication.value.unreadable) : undefined
}

export function forbidden(subject: string | undefined, name: string | undefined): Refusal {
  return { condition: 'forbidden', ...(subject === undefined ? {} : { subject }), ...(name === undefined ? {} : { name }) }
}

/**
 * The row as the caller finds it, also one that is deleted and kept, of which the rule is asked as it was last: one that is hidden is
 * not there, or refuses where `unreadable` says so.
 */
export function foundBy(act: Act, row: Row | undefined): Row | undefined {
  if (row === undefined || sightOf(act, row.resource) === 'all' || sees(act, act.service.keys.recordOfRow(row, 'then'))) return row
  return saysOfUnreadable(act) === 'forbidden' ? refuse(forbidden(row.resource, 'read')) : undefined
}
