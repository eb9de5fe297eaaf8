// Somebody for whom the service acts although no request came: the caller that a delivery names, as rules would see it.

import { over } from '../../cel/bindings.ts'
import type { Value } from '../../cel/value.ts'
import { isRecord } from '../../exchange/context.ts'
import { callerResource } from '../../fact/callers.ts'
import { each } from '../../model/slot.ts'
import type { Act } from '../act.ts'
import type { Lent } from '../record/keys.ts'
import type { Service } from '../service.ts'

/** The act in which that caller asks; undefined where it is a record that is no more. Null is nobody, as an anonymous caller is. */
export function actAs(act: Act, caller: Value): Act | undefined {
  if (isRecord(caller)) {
    const row = act.tx.row(caller.resource, caller.key)
    if (row === undefined || row.deleted !== undefined) return undefined
  }
  const claims = isRecord(caller) ? null : caller
  const names = new Map<string, Value>([['caller', withScheme(act.service, caller)], ['claims', claims], ['credential', null]])
  return { ...act, base: over(names, act.base) }
}

/** Where several schemes let callers in, a caller says by which it would come: the first whose callers are such records. */
function withScheme(service: Service, caller: Value): Value {
  const { typing, model } = service.facts
  const { schemes } = model.authentication.value
  if (!isRecord(caller) || each(schemes).length < 2) return caller
  const scheme = each(schemes).find(({ name }) => callerResource(typing, name) === caller.resource)?.name
  return scheme === undefined ? caller : { ...caller, of: { ...(caller.of as Lent), scheme } satisfies Lent }
}
