// Decides whether a caller may see a record or a field; the only place that does.

import type { Expression } from '../../cel/expression.ts'
import { reads } from '../../cel/reads.ts'
import type { Bindings, RecordValue } from '../../cel/value.ts'
import { hiddenValue } from '../../cel/values/hidden.ts'
import { holds, isRecord } from '../../exchange/context.ts'
import { type Refusal, Refused, isExpressionFailure, refuse } from '../../exchange/refusal.ts'
import { type Disclosed, collectDisclosures } from '../../fact/disclosures.ts'
import { type Rule, findPropertyRule, ruleOf } from '../../fact/rules.ts'
import { addReadRules } from '../../fact/read-rules.ts'
import { type HiddenData, mayHide, getHiddenData } from '../../fact/hidden-data.ts'
import type { ModelIndex } from '../../fact/model-index.ts'
import { type ExpressionText, slotValueOf } from '../../model/slot.ts'
import { type TransactionContext, makeContext, findRecordRow } from '../transaction-context.ts'
import type { RecordContent } from '../record/keys.ts'
import { makeRowName } from '../record/row-name.ts'
import { type ReadRules, hasRecordRule, readRulesOf, findRulesOfMember } from './read-rules.ts'
import type { Row } from '../store.ts'

/** The visible part of a resource, or of a property: all, none, or a condition. */
export type ReadScope = 'all' | 'none' | ExpressionText

export function readScopeOf(
  { service: { modelIndex } }: Pick<TransactionContext, 'service'>,
  resource: string,
  property?: string,
): ReadScope {
  const scopes = readScopes.getOrInsertComputed(modelIndex, () => new Map())
  return scopes.getOrInsertComputed(property === undefined ? resource : `${resource}.${property}`, () =>
    readScopeBy(property === undefined ? ruleOf(modelIndex, resource, 'read') : findPropertyRule(modelIndex, resource, property, 'read')),
  )
}

const readScopes = new WeakMap<ModelIndex, Map<string, ReadScope>>()

function readScopeBy(rule: Rule): ReadScope {
  switch (rule.kind) {
    case 'allowed':
      return 'all'
    case 'denied':
      return 'none'
    case 'conditional':
      return rule.expression
  }
}

/** Evaluates a read rule with the document's permissions, because rules are not subject to rules. A rule that fails allows nothing. */
export function mayRead(transaction: TransactionContext, record: RecordValue, property?: string): boolean {
  const scope = readScopeOf(transaction, record.resource, property)
  if (typeof scope === 'string') return scope === 'all'
  try {
    return holds(scope, makeContext(transaction, new Map([['this', record]])))
  } catch (error) {
    if (isExpressionFailure(error) || (readsMissing(error) && findRecordRow(transaction, record) !== undefined)) return false
    throw error
  }
}

/** A soft-deleted record may refer to a record that is gone, and its rule reads that. A missing record itself stays dangling. */
function readsMissing(error: unknown): boolean {
  return error instanceof Refused && error.refusal.condition === 'dangling'
}

/**
 * True if a request may refer to a record: the caller may read it, or it is the caller. A hidden record that counts as missing is
 * noted for the audit log.
 */
export function maySend(transaction: TransactionContext, record: RecordValue): boolean {
  const caller = transaction.base.get('caller') ?? null
  if (mayRead(transaction, record) || (isRecord(caller) && makeRowName(caller) === makeRowName(record))) return true
  if (findRefusalOfUnreadable(transaction) !== 'forbidden') noteHidden(transaction, record)
  return false
}

function noteHidden({ hiddenRecords }: TransactionContext, { resource, key }: Pick<RecordValue, 'resource' | 'key'>): void {
  if (!hiddenRecords.some((noted) => noted.resource === resource && noted.key === key)) hiddenRecords.push({ resource, key })
}

/**
 * Decides which data the caller may read at one place: its own records and those that the rule allows, fields by their rules, and
 * the disclosures there.
 */
export class Visibility {
  readonly #ruleResults: RuleCache
  readonly #disclosed: Disclosed
  /** The record of a view or computed property: it was authorised where the expression names it. */
  readonly #this: string | undefined

  constructor(ruleCache: RuleCache, disclosed: Disclosed, authorisedRecord?: string) {
    this.#ruleResults = ruleCache
    this.#disclosed = disclosed
    this.#this = authorisedRecord
  }

  /** The permissions at another place, for an authorised record. */
  atPlace(disclosed: Disclosed, record: RecordValue): Visibility {
    return new Visibility(this.#ruleResults, disclosed, makeRowName(record))
  }

  /** The permissions for an authorised record's own expressions, at the same place. */
  forRecord(record: RecordValue): Visibility {
    return this.atPlace(this.#disclosed, record)
  }

  seesRecord(record: RecordValue): boolean {
    if (!hasRecordRule(this.#ruleResults.hiddenData, this.#disclosed, record.resource)) return true
    const name = makeRowName(record)
    return name === this.#this || this.#ruleResults.isOwn(name) || this.#ruleResults.sees(record)
  }

  seesMember(record: RecordValue, member: string, by: 'name' | 'path'): boolean {
    const { hiddenData, service } = this.#ruleResults
    const memberRules = findRulesOfMember(hiddenData, this.#disclosed, service.resource(record.resource).key.includes(member), {
      resource: record.resource,
      member,
      accessedBy: by,
    })
    return (!memberRules.record || this.seesRecord(record)) && (!memberRules.field || this.#ruleResults.sees(record, member))
  }

  /** The read rules as conditions, for a store that adds them to its statements. */
  get rules(): ReadRules | undefined {
    const {
      service: { modelIndex },
      appliesRules,
    } = this.#ruleResults
    return readRulesOf(modelIndex, this.#disclosed, appliesRules)
  }

  /** The keys of records of a resource that are readable regardless of their rule. */
  ownKeys(resource: string): readonly string[] {
    return this.#ruleResults.ownKeys(resource)
  }

  /** True if a stored computed property has another value when the caller's permissions apply to its expression. */
  isRecomputed(record: RecordValue, member: string): boolean {
    return this.#ruleResults.hiddenData.computed.get(record.resource)?.has(member) === true
  }

  /** The query for a store, with read rules added if records may be hidden. Undefined if no query can express it. */
  storeQueryOf(expression: Expression, variables: Bindings): Expression | undefined {
    const {
      service: { modelIndex },
      queries,
      appliesRules,
    } = this.#ruleResults
    const { plain, byRule, names } = queries.getOrInsertComputed(expression, () => storeQueryOf(modelIndex, expression))
    const seesNames = (): boolean =>
      names.every((name) => {
        const value = variables.get(name)
        return value !== hiddenValue && (!isRecord(value) || this.seesRecord(value))
      })
    const query = plain ?? (appliesRules ? byRule : undefined)
    return query !== undefined && seesNames() ? query : undefined
  }
}

type StoreQueries = { readonly plain: Expression | undefined; readonly byRule: Expression | undefined; readonly names: readonly string[] }

function storeQueryOf(modelIndex: ModelIndex, expression: Expression): StoreQueries {
  const hides = mayHide(modelIndex, expression, () => true)
  // Disclosures apply only at their place; elsewhere the records are iterated.
  const discloses = collectDisclosures(modelIndex.domain).all.length > 0
  return {
    plain: hides ? undefined : expression,
    byRule: hides && !discloses ? addReadRules(modelIndex, expression) : undefined,
    names: reads(expression).variables.map(({ name }) => name),
  }
}

const queriesByModelIndex = new WeakMap<ModelIndex, WeakMap<Expression, StoreQueries>>()

/** Caches rule results for one response: each rule once per record. */
class RuleCache {
  readonly hiddenData: HiddenData
  readonly service: TransactionContext['service']
  readonly queries: WeakMap<Expression, StoreQueries>
  readonly #transaction: TransactionContext
  /** True if its own records are exactly those that the rule allows, and itself. */
  readonly appliesRules: boolean
  readonly #own: () => ReadonlySet<string>
  readonly #answers = new Map<string, boolean>()

  constructor(transaction: TransactionContext, hiddenData: HiddenData, ownRecords: () => ReadonlySet<string>, appliesRules: boolean) {
    this.appliesRules = appliesRules
    this.#transaction = transaction
    this.#own = ownRecords
    this.hiddenData = hiddenData
    this.service = transaction.service
    this.queries = queriesByModelIndex.getOrInsertComputed(transaction.service.modelIndex, () => new WeakMap())
  }

  isOwn(name: string): boolean {
    return this.#own().has(name)
  }

  ownKeys(resource: string): readonly string[] {
    const prefix = makeRowName({ resource, key: '' })
    return [...this.#own()].flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []))
  }

  sees(record: RecordValue, property?: string): boolean {
    // A former state of a record may give another result.
    if ((record.of as RecordContent).row !== undefined) return mayRead(this.#transaction, record, property)
    const name = `${makeRowName(record)} ${property ?? ''}`
    let answer = this.#answers.get(name)
    if (answer === undefined) this.#answers.set(name, (answer = mayRead(this.#transaction, record, property)))
    return answer
  }
}

/**
 * `ownRecords` lists records that the caller may read regardless of the current rules. `appliesRules`: the transaction wrote nothing, so
 * these are the records that the rules allow, and the caller.
 */
export function makeVisibility(
  transaction: TransactionContext,
  disclosed: Disclosed,
  ownRecords: () => ReadonlySet<string>,
  appliesRules = false,
): Visibility | undefined {
  const hiddenData = getHiddenData(transaction.service.modelIndex)
  return hiddenData && new Visibility(new RuleCache(transaction, hiddenData, ownRecords, appliesRules), disclosed)
}

/** The condition that answers for a record that the caller may not read. */
export function findRefusalOfUnreadable(transaction: TransactionContext): 'not-found' | 'forbidden' | undefined {
  const { authentication } = transaction.service.facts.model
  return authentication.state === 'shown' ? slotValueOf(authentication.value.unreadable) : undefined
}

export function makeForbidden(subject: string | undefined, name: string | undefined): Refusal {
  return { condition: 'forbidden', ...(subject === undefined ? {} : { subject }), ...(name === undefined ? {} : { name }) }
}

/**
 * The row as the caller may find it. For a soft-deleted row the rule applies to its last state. A hidden row counts as missing, or is
 * refused, as `unreadable` declares.
 */
export function findVisible(transaction: TransactionContext, row: Row | undefined): Row | undefined {
  if (
    row === undefined ||
    readScopeOf(transaction, row.resource) === 'all' ||
    mayRead(transaction, transaction.service.keys.recordOfRow(row, 'then'))
  )
    return row
  if (findRefusalOfUnreadable(transaction) === 'forbidden') refuse(makeForbidden(row.resource, 'read'))
  noteHidden(transaction, row)
  return undefined
}
