// The names of every expression: the time, the settings, the service, and the request if there is one.

import type { Json } from '../base/json.ts'
import type { Bindings, Host, Value } from '../cel/value.ts'
import type { Facts } from '../fact/fact.ts'
import { slotValueOf } from '../model/slot.ts'
import { fillTextTemplate } from './context.ts'
import type { Fields } from './exchange.ts'
import { makeRequestValue } from './request-value.ts'
import { type RecordKeyText, convertJsonToValue } from './value-json.ts'

/** Data of a request before its operation is known. */
export type RequestInfo = {
  readonly id: string
  readonly method: string
  readonly address: string
  readonly url?: string
  readonly target?: string
  readonly headers?: Fields
  readonly body?: Uint8Array
}

/** A host without records, for expressions that run before there is a transaction. */
export const noRecordsHost: Host = { property: throwNoRecords, records: throwNoRecords, find: throwNoRecords, call: throwNoRecords }

function throwNoRecords(): never {
  throw new Error('no records are read here')
}

/** For values that refer to no record. */
export const noKeys: RecordKeyText = { keyOf: throwNoRecords, record: throwNoRecords }

/** A setting that the operator did not set has its default, or is absent. */
export function completeSettings({ typing }: Facts, settings: ReadonlyMap<string, Json>): ReadonlyMap<string, Json> {
  return new Map(
    [...typing.domain.settings].flatMap(([name, { schema }]): [string, Json][] => {
      const json = settings.get(name) ?? (typeof schema === 'object' ? schema.default : undefined)
      return json === undefined ? [] : [[name, json]]
    }),
  )
}

export function decodeSettings(facts: Facts, settings: ReadonlyMap<string, Json>): Value {
  const declared = facts.typing.domain.settings
  return new Map(
    [...completeSettings(facts, settings)].map(([name, json]) => [name, convertJsonToValue(json, declared.get(name)!.type, noKeys)]),
  )
}

/** Names are created lazily, because most expressions do not read them. */
export function bindCommonNames(facts: Facts, settings: Value, now: number, request: RequestInfo | undefined): Bindings {
  return new CommonNames(facts, settings, now, request)
}

class CommonNames implements Bindings {
  readonly #facts: Facts
  readonly #settings: Value
  readonly #timeNow: number
  readonly #request: RequestInfo | undefined
  #cachedValues: { now?: Value; service?: Value; request?: Value } | undefined

  constructor(facts: Facts, settings: Value, now: number, request: RequestInfo | undefined) {
    this.#facts = facts
    this.#settings = settings
    this.#timeNow = now
    this.#request = request
  }

  get(name: string): Value | undefined {
    switch (name) {
      case 'settings':
        return this.#settings
      case 'now':
        return (this.#once.now ??= { kind: 'timestamp', ms: this.#timeNow })
      case 'service':
        return (this.#once.service ??= new Map([['url', resolveServiceUrl(this.#facts, this.#settings, this.#request)]]))
      case 'request': {
        const request = this.#request
        return request && (this.#once.request ??= makeRequestValue(this.#facts, request))
      }
      default:
        return undefined
    }
  }

  has(name: string): boolean {
    return name === 'settings' || name === 'now' || name === 'service' || (name === 'request' && this.#request !== undefined)
  }

  get #once(): { now?: Value; service?: Value; request?: Value } {
    return (this.#cachedValues ??= {})
  }
}

/** The service's URL from the document, or else from the request; its template reads only settings. */
export function resolveServiceUrl({ model, typing }: Facts, settings: Value, request: RequestInfo | undefined): string {
  const text = slotValueOf(model.service.value.url)
  const host = request?.headers?.get('host')
  if (text === undefined) return request?.url ?? (host === undefined ? '' : `http://${host}`)
  return fillTextTemplate(text, { typing, keys: noKeys, host: noRecordsHost, variables: new Map([['settings', settings]]) })
}
