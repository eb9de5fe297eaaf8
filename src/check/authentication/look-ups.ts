// Where part 5 looks a record up: for a scheme's credential, and for the caller.

import type { CallerRule } from '../../model/authentication.ts'
import type { Lookup } from '../../model/endpoints.ts'
import type { Model } from '../../model/model.ts'
import { each, shown } from '../../model/slot.ts'
import type { Domain } from '../../typing/domain.ts'
import type { Identity } from '../endpoints/subject.ts'

export function lookUpsOf({ authentication: { value } }: Model): Lookup[] {
  const caller = shown(value.caller)
  return [...each(value.schemes).flatMap((scheme) => shown(scheme.value.find) ?? []), ...(caller === undefined ? [] : ofRule(caller))]
}

function ofRule(rule: CallerRule): Lookup[] {
  if (rule.kind === 'lookup') return [rule.lookup]
  return rule.kind === 'schemes' ? each({ state: 'shown', value: rule.schemes, at: rule.node }).flatMap(({ value }) => ofRule(value)) : []
}

export function identitiesIn(model: Model, domain: Domain): Identity[] {
  return lookUpsOf(model).flatMap(({ find, by }) => {
    const word = shown(find)
    const resource = domain.resources.get(word?.text ?? '')
    return word === undefined || resource === undefined ? [] : [{ resource, by, key: word.node }]
  })
}
