// Combines values at the bounds of several members in one accepted request.

import { createJsonObject, printJson } from '../../base/json.ts'
import { transpose } from '../interleave.ts'
import { parseMembers } from '../step.ts'
import type { RequestForm } from './forms.ts'

/** Requests with a value at a bound for each member: the first for each, then the second, and so on. `others` cannot be combined. */
export function combineForms(forms: readonly RequestForm[]): {
  readonly combined: readonly RequestForm[]
  readonly others: readonly RequestForm[]
} {
  const byMember = [...Map.groupBy(forms, ({ pointer = '' }) => pointer.split('/')[1] ?? '')]
  const named = byMember.filter(([member]) => member !== '').map(([, ofMember]) => ofMember)
  const groups = transpose(named)
  const isCombined = ({ length }: { readonly length: number }): boolean => length > 1
  return {
    combined: groups.filter(isCombined).map(combine),
    others: [
      ...byMember.flatMap(([member, ofMember]) => (member === '' ? ofMember : [])),
      ...groups.filter((each) => !isCombined(each)).flat(),
    ],
  }
}

/** The body of the first form, with the member that each of the others is about. */
function combine(forms: readonly RequestForm[], index: number): RequestForm {
  const { step } = forms[0]!
  const members = forms.map(({ pointer, step: { body } }) => {
    const member = pointer!.split('/')[1]!
    return [member, parseMembers(body)[member]] as const
  })
  const added = members.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  const body = createJsonObject(Object.entries({ ...parseMembers(step.body), ...Object.fromEntries(added) }))
  return { name: `at bounds ${index}`, step: { ...step, body: printJson(body) }, together: forms }
}
