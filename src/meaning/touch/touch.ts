// Writes the time of use after the answer, in a separate transaction: at most once in the period that the document declares.

import type { Awaitable } from '../../base/awaitable.ts'
import type { Value } from '../../cel/value.ts'
import { isRecord, evaluateExpression } from '../../exchange/context.ts'
import type { Answer, Exchange, Touch } from '../../exchange/exchange.ts'
import { type Touched, findTouched } from '../../fact/touched.ts'
import type { Access } from '../access.ts'
import { changeValues } from '../record/changed-values.ts'
import type { Interpreter } from '../service.ts'
import type { Store } from '../store.ts'
import { type Names, type TransactionContext, makeContext } from '../transaction-context.ts'

export function withTouch(transaction: TransactionContext, touched: Touched, names: Names, answer: Answer): Answer {
  const touch = answer.status < 400 ? touchOf(transaction, touched, names) : undefined
  return touch === undefined ? answer : { ...answer, trace: { ...answer.trace, touch } }
}

/** The touch after an answer; undefined if the record already has the time. */
function touchOf(transaction: TransactionContext, touched: Touched, names: Names): Touch | undefined {
  const { tx, now } = transaction
  const record = unwrapOptional(evaluateExpression(touched.record, makeContext(transaction, names)))
  if (!isRecord(record)) return undefined
  const {
    resource,
    property: { name: property },
    every,
  } = touched
  const touch = {
    resource: resource.name,
    key: record.key,
    property,
    every,
    ms: now - (now % every),
    tenant: tx.tenantValues(resource.name),
  }
  const row = tx.row(touch.resource, touch.key)
  return row === undefined || isUpToDate(row.values.get(property), touch) ? undefined : touch
}

type AnswerExchange = (exchange: Exchange) => Awaitable<Answer>

/** Answers, and then starts the touch of the answer; `waitUntilSettled` resolves when no touch is running. */
export function createToucher(
  service: Interpreter,
  access: Access,
  answer: AnswerExchange,
): { readonly answer: AnswerExchange; waitUntilSettled(): Promise<void> } {
  const { operations, typing } = service.facts
  if (operations.every(({ operation }) => findTouched(operation, typing) === undefined))
    return { answer, waitUntilSettled: async () => undefined }
  const running = new Set<Promise<void>>()
  const startTouch = (answered: Answer): Answer => {
    const { touch } = answered.trace
    if (touch === undefined) return answered
    const touchWritten = writeTouches(access, (store) => writeTouch(service, store, touch))
    running.add(touchWritten)
    void touchWritten.finally(() => running.delete(touchWritten))
    return answered
  }
  return {
    answer(exchange) {
      const response = answer(exchange)
      return response instanceof Promise ? response.then(startTouch) : startTouch(response)
    },
    async waitUntilSettled() {
      await Promise.all(running)
    },
  }
}

/** A store that fails reports it itself; the next answer touches again. */
async function writeTouches(access: Access, work: (store: Store) => void): Promise<void> {
  try {
    await access.write(work)
  } catch {
    return undefined
  }
}

/** Writes the touch of an answer at once. */
export function touchNow(service: Interpreter, store: Store, { trace: { touch } }: Answer): void {
  if (touch !== undefined) writeTouch(service, store, touch)
}

/** Writes nothing else: no event, no `always`, and no time of change. */
function writeTouch(service: Interpreter, store: Store, { resource, key, property, every, ms, tenant }: Touch): void {
  const {
    keys,
    environment: { choose },
  } = service
  const tx = store.begin()
  if (tenant.length > 0) tx.setTenancy((name) => (name === resource ? tenant : []))
  const row = tx.row(resource, key)
  if (row === undefined || row.deleted !== undefined || isUpToDate(row.values.get(property), { ms })) return tx.rollback()
  const former = row.values.get(property) ?? null
  const usual: Value = { kind: 'timestamp', ms }
  const value = choose?.({ kind: 'touch', property: `${resource}.${property}`, every, former }, usual) ?? usual
  tx.put({ ...row, values: changeValues(row.values, new Map([[property, value]]), keys) })
  tx.commit()
}

function isUpToDate(value: Value | undefined, { ms }: Pick<Touch, 'ms'>): boolean {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'timestamp' && value.ms >= ms
}

function unwrapOptional(value: Value): Value {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'optional' ? (value.value ?? null) : value
}
