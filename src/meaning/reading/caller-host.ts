// A host for response expressions: it reads records that the caller may read, and hides the others.

import type { Expression } from '../../cel/expression.ts'
import type { Bindings, Host, RecordValue, Value } from '../../cel/value.ts'
import { hide } from '../../cel/values/hidden.ts'
import { isRecord, evaluateExpression } from '../../exchange/context.ts'
import { evaluateView } from '../../exchange/view.ts'
import { type Disclosed, collectDisclosures, nothingDisclosed } from '../../fact/disclosures.ts'
import type { Property, ViewInfo } from '../../typing/domain.ts'
import type { TransactionContext } from '../transaction-context.ts'
import type { Visibility } from '../caller/visibility.ts'
import { TransactionHost, makeHostContext } from '../record/host.ts'
import type { CallerContext } from '../store.ts'

export function createCallerHost(transaction: TransactionContext, visibility: Visibility): Host {
  return new CallerHost(transaction, visibility)
}

/** The caller's context, passed to a store. */
export function createCallerContext(transaction: TransactionContext, visibility: Visibility, variables: Bindings): CallerContext {
  return new CallerHost(transaction, visibility).toContext(variables)
}

class CallerHost extends TransactionHost {
  readonly #eyes: Visibility
  readonly #own: TransactionContext

  constructor(transaction: TransactionContext, visibility: Visibility) {
    super(() => transaction)
    this.#own = transaction
    this.#eyes = visibility
  }

  override property(record: RecordValue, member: string, by: 'name' | 'path' = 'name'): Value | undefined {
    if (!this.#eyes.seesMember(record, member, by)) hide()
    const property = this.#own.service.resource(record.resource).properties.get(member)
    const { compute, inverse } = property ?? {}
    if (compute !== undefined) return this.#computeProperty(record, property!)
    const value = this.read(record, member, this)
    // An inverse is a query over records by the referring property; a record's own references are its data.
    if (inverse === undefined || !Array.isArray(value)) return value
    return (value as readonly Value[]).filter(
      (each) => !isRecord(each) || (this.sees(each) && this.#eyes.seesMember(each, inverse.property, 'name')),
    )
  }

  /** A computed property has the value of its expression; a stored one is hidden if anything that it reads is hidden. */
  #computeProperty(record: RecordValue, property: Property): Value | undefined {
    const { name, compute } = property
    const computingHost = this.#enterRecord(record, findDisclosed(this.#own, record.resource, name))
    if (compute!.stored && this.#eyes.isRecomputed(record, name))
      evaluateExpression(compute!.expression, makeHostContext(this.#own, computingHost, new Map([['this', record]])))
    return this.read(record, name, computingHost)
  }

  #enterRecord(record: RecordValue, disclosed: Disclosed): CallerHost {
    return new CallerHost(this.#own, this.#eyes.atPlace(disclosed, record))
  }

  sees(record: RecordValue): boolean {
    return this.#eyes.seesRecord(record)
  }

  override *records(resource: string): Iterable<RecordValue> {
    for (const record of super.records(resource)) if (this.sees(record)) yield record
  }

  override find(resource: string, by: ReadonlyMap<string, Value>): RecordValue | undefined {
    const record = super.find(resource, by)
    return record === undefined || this.sees(record) ? record : undefined
  }

  override ask(expression: Expression, variables: Bindings): Value | undefined {
    const query = this.#eyes.storeQueryOf(expression, variables)
    return query && super.ask(query, variables)
  }

  override print(expression: Expression, variables: Bindings): string | undefined {
    const { base, host } = this.#own
    return this.printedQuery(expression, { variables: base, host, callerContext: () => this.toContext(variables) }, this.#eyes.rules)
  }

  toContext(variables: Bindings): CallerContext {
    const { domain } = this.#own.service.modelIndex
    return {
      variables,
      host: this,
      ownKeys: (resource) => this.#eyes.ownKeys(resource),
      hostWithin: (view, record) => {
        if (!isRecord(record)) return this
        return view === undefined
          ? new CallerHost(this.#own, this.#eyes.forRecord(record))
          : this.#enterRecord(record, collectDisclosures(domain).ofPlace({ kind: 'view', name: view }))
      },
    }
  }

  protected override view(view: ViewInfo, record: Value): Value {
    if (!isRecord(record)) return null
    if (!this.sees(record)) return hide()
    const disclosed = collectDisclosures(this.#own.service.modelIndex.domain).ofPlace({ kind: 'view', name: view.name })
    return evaluateView(view, record, makeHostContext(this.#own, this.#enterRecord(record, disclosed)))
  }
}

function findDisclosed(
  {
    service: {
      modelIndex: { domain },
    },
  }: TransactionContext,
  resource: string,
  property: string,
): Disclosed {
  const disclosures = collectDisclosures(domain)
  return disclosures.all.length === 0 ? nothingDisclosed : disclosures.ofPlace({ kind: 'property', resource, property })
}
