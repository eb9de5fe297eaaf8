// Reports replacements of new or omitted members that are invalid at their place in requests or responses.

import { printJson } from '../../base/json.ts'
import { fits } from '../../cel/fits.ts'
import { typeText } from '../../cel/type-text.ts'
import type { Type } from '../../cel/type.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, joinWithOr, suggestNames, quoteName, withArticle } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { type Data, type Named, slotValue } from '../../model/slot.ts'
import { type FormerMember, changesBack, lineageOf } from '../../typing/lineage.ts'
import { jsonType } from '../../typing/type-of.ts'
import type { Check } from '../check.ts'
import { constantFailure } from '../constants.ts'
import { type Misnamed, findMisnamed } from '../versioned-names.ts'

const code = 'versioning/invalid-value'

export const check: Check = { code, run: (facts) => [...checkProperties(facts), ...findMisnamed(facts).flatMap(ofWord)] }

/** Checks each value against the property as it was at the time of the change. */
function checkProperties(facts: Facts): Diagnostic[] {
  const { model, typing } = facts
  const lineage = lineageOf(typing.domain)
  return changesBack(model).flatMap((change) => {
    const declared = [...(slotValue(change.add) ?? []), ...(slotValue(change.default) ?? [])].filter(({ name }) => name.includes('.'))
    const diagnostics = declared.flatMap((each) => checkFormerValue(each, lineage.formerMember(each.name), facts))
    lineage.undo(change, (down) => typing.expression(down)?.type)
    return diagnostics
  })
}

function checkFormerValue({ name, slot }: Named<Data>, { schema, type }: FormerMember, { typing }: Facts): Diagnostic[] {
  if (slot.state !== 'shown') return []
  const { value, node } = slot.value
  const written = quoteName(printJson(value))
  const reason = 'A request of an older client that leaves it out is given this value, and would be refused for what the client never said.'
  if (schema !== undefined) {
    const failure = constantFailure(value, schema, typing.domain)
    if (failure === undefined) return []
    const keyword = quoteName(failure.limit === undefined ? failure.keyword : `${failure.keyword}: ${printJson(failure.limit)}`)
    return [
      diagnostic(
        'error',
        code,
        `${quoteName(name)} cannot be ${written}, which ${keyword} refuses`,
        { span: node.span, text: `refused by ${quoteName(failure.keyword)}` },
        { reason, help: 'Write a value that its schema admits, or `none` where nothing stands for it.' },
      ),
    ]
  }
  if (type === undefined || value === null || isTakenAs(jsonType(value), type)) return []
  return [
    diagnostic(
      'error',
      code,
      `${quoteName(name)} cannot be ${written}: it was ${typeText(type)} then`,
      { span: node.span, text: 'of another type' },
      { reason, help: 'Write a value of the type that it had after this change.' },
    ),
  ]
}

/** Times are written as text. */
function isTakenAs(actual: Type, type: Type): boolean {
  if (type.kind === 'unknown' || type.kind === 'dyn') return true
  return (actual.kind === 'enum' && (type.kind === 'timestamp' || type.kind === 'duration')) || fits(actual, type)
}

function ofWord({ kind, what, name, node, known }: Misnamed): Diagnostic[] {
  if (kind === 'empty') {
    return [
      diagnostic(
        'error',
        code,
        `Nothing stands in the place of ${quoteName(name)}`,
        { span: node.span, text: 'says `none`' },
        {
          reason: 'A value, a state or an entry cannot be left out: a client of the other version would be sent one that it does not know.',
          help:
            known.length === 0
              ? 'Say which it is in the other version.'
              : `Say which it is in the other version, for example\n\n${name}: ${known[0]!}`,
        },
      ),
    ]
  }
  if (kind !== 'word') return []
  const near = suggestNames(name, new Set(known))
  return [
    diagnostic(
      'error',
      code,
      `${quoteName(name)} is not ${withArticle(what)} where it would be read`,
      { span: node.span, text: 'not known there' },
      {
        reason: 'The other version reads the replacement, so it must be a value that this version knows.',
        help: near.length > 0 ? `Did you mean ${joinWithOr(near)}?` : `Write ${joinWithOr(known)}.`,
      },
    ),
  ]
}
