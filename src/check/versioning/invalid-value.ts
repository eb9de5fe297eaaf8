// Reports replacements of new or omitted members that are invalid at their place in requests or responses.

import { printJson } from '../../base/json.ts'
import { isAssignable } from '../../cel/fits.ts'
import { typeText } from '../../cel/type-text.ts'
import type { Type } from '../../cel/type.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, joinWithOr, suggestNames, quoteName, withArticle } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { type Data, type Named, slotValue } from '../../model/slot.ts'
import { type FormerMember, listChangesNewestFirst, lineageOf } from '../../typing/lineage.ts'
import { jsonType } from '../../typing/type-of.ts'
import type { Check } from '../check.ts'
import { constantFailure } from '../constants.ts'
import { type NameMistake, findNameMistakes } from '../versioned-names.ts'

const code = 'versioning/invalid-value'

export const check: Check = { code, run: (facts) => [...checkProperties(facts), ...findNameMistakes(facts).flatMap(checkReplacement)] }

/** Checks each value against the property as it was at the time of the change. */
function checkProperties(facts: Facts): Diagnostic[] {
  const { model, typing } = facts
  const lineage = lineageOf(typing.domain)
  return listChangesNewestFirst(model).flatMap((change) => {
    const declared = [...(slotValue(change.add) ?? []), ...(slotValue(change.default) ?? [])].filter(({ name }) => name.includes('.'))
    const diagnostics = declared.flatMap((each) => checkFormerValue(each, lineage.formerMember(each.name), facts))
    lineage.undo(change, (down) => typing.expression(down)?.type)
    return diagnostics
  })
}

function checkFormerValue({ name, slot }: Named<Data>, { schema, type }: FormerMember, { typing }: Facts): Diagnostic[] {
  if (slot.state !== 'shown') return []
  const { value, node } = slot.value
  const valueText = quoteName(printJson(value))
  const reason = 'A request of an older client that leaves it out is given this value, and would be refused for what the client never said.'
  if (schema !== undefined) {
    const failure = constantFailure(value, schema, typing.domain)
    if (failure === undefined) return []
    const keyword = quoteName(failure.limit === undefined ? failure.keyword : `${failure.keyword}: ${printJson(failure.limit)}`)
    return [
      diagnostic(
        'error',
        code,
        `${quoteName(name)} cannot be ${valueText}, which ${keyword} refuses`,
        { span: node.span, text: `refused by ${quoteName(failure.keyword)}` },
        { reason, help: 'Write a value that its schema admits, or `none` where nothing stands for it.' },
      ),
    ]
  }
  if (type === undefined || value === null || isAcceptedAs(jsonType(value), type)) return []
  return [
    diagnostic(
      'error',
      code,
      `${quoteName(name)} cannot be ${valueText}: it was ${typeText(type)} then`,
      { span: node.span, text: 'of another type' },
      { reason, help: 'Write a value of the type that it had after this change.' },
    ),
  ]
}

/** Times are written as text. */
function isAcceptedAs(actual: Type, type: Type): boolean {
  if (type.kind === 'unknown' || type.kind === 'dyn') return true
  return (actual.kind === 'enum' && (type.kind === 'timestamp' || type.kind === 'duration')) || isAssignable(actual, type)
}

function checkReplacement({ kind, noun, name, node, possibleNames }: NameMistake): Diagnostic[] {
  if (kind === 'missing-replacement') {
    return [
      diagnostic(
        'error',
        code,
        `Nothing stands in the place of ${quoteName(name)}`,
        { span: node.span, text: 'says `none`' },
        {
          reason: 'A value, a state or an entry cannot be left out: a client of the other version would be sent one that it does not know.',
          help:
            possibleNames.length === 0
              ? 'Say which it is in the other version.'
              : `Say which it is in the other version, for example\n\n${name}: ${possibleNames[0]!}`,
        },
      ),
    ]
  }
  if (kind !== 'unknown-replacement') return []
  const suggestions = suggestNames(name, new Set(possibleNames))
  return [
    diagnostic(
      'error',
      code,
      `${quoteName(name)} is not ${withArticle(noun)} where it would be read`,
      { span: node.span, text: 'not known there' },
      {
        reason: 'The other version reads the replacement, so it must be a value that this version knows.',
        help: suggestions.length > 0 ? `Did you mean ${joinWithOr(suggestions)}?` : `Write ${joinWithOr(possibleNames)}.`,
      },
    ),
  ]
}
