// Reports replacements of new or omitted members that are invalid at their place in requests or responses.

import { advise, offerNames, paste, quoteWord, quoteWordsWithOr } from '../../diagnostic/help.ts'
import { printJson } from '../../base/json.ts'
import { isAssignable } from '../../cel/fits.ts'
import { typeText } from '../../cel/type-text.ts'
import type { Type } from '../../cel/type.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, suggestNames, quoteName, withArticle } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { type Data, type Named, slotValueOf } from '../../model/slot.ts'
import { type FormerMember, listChangesNewestFirst, traceLineage } from '../../typing/lineage.ts'
import { typeJson } from '../../typing/type-of.ts'
import type { Check } from '../check.ts'
import { findConstantFailure } from '../constants.ts'
import { type NameMistake, findNameMistakes } from '../versioned-names.ts'

const code = 'versioning/invalid-value'

export const check: Check = { code, run: (facts) => [...checkProperties(facts), ...findNameMistakes(facts).flatMap(checkReplacement)] }

/** Checks each value against the property as it was at the time of the change. */
function checkProperties(facts: Facts): Diagnostic[] {
  const { model, typing } = facts
  const lineage = traceLineage(typing.domain)
  return listChangesNewestFirst(model).flatMap((change) => {
    const declared = [...(slotValueOf(change.add) ?? []), ...(slotValueOf(change.default) ?? [])].filter(({ name }) => name.includes('.'))
    const diagnostics = declared.flatMap((each) => checkFormerValue(each, lineage.formerMember(each.name), facts))
    lineage.undo(change, (down) => typing.expression(down)?.type)
    return diagnostics
  })
}

function checkFormerValue({ name, slot }: Named<Data>, { schema, type }: FormerMember, { typing }: Facts): Diagnostic[] {
  if (slot.state !== 'shown') return []
  const { value, node } = slot.value
  const valueText = quoteName(printJson(value))
  const reason = 'This value is added to requests of older clients that omit the member; they would be refused because of it.'
  if (schema !== undefined) {
    const failure = findConstantFailure(value, schema, typing.domain)
    if (failure === undefined) return []
    const keyword = quoteName(failure.limit === undefined ? failure.keyword : `${failure.keyword}: ${printJson(failure.limit)}`)
    return [
      createDiagnostic(
        'error',
        code,
        `${quoteName(name)} cannot be ${valueText}, which ${keyword} refuses`,
        { span: node.span, text: `refused by ${quoteName(failure.keyword)}` },
        { reason, help: advise`Write a valid value, or ${quoteWord('none')} if no value applies.` },
      ),
    ]
  }
  if (type === undefined || value === null || isAcceptedAs(typeJson(value), type)) return []
  return [
    createDiagnostic(
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
      createDiagnostic(
        'error',
        code,
        `${quoteName(name)} has no replacement`,
        { span: node.span, text: 'says `none`' },
        {
          reason: 'A value, a state or an entry needs a replacement: otherwise clients of the other version would receive an unknown one.',
          help:
            possibleNames.length === 0
              ? 'Name its replacement in the other version.'
              : advise`Name its replacement in the other version, for example${paste(`${name}: ${possibleNames[0]!}`)}`,
        },
      ),
    ]
  }
  if (kind !== 'unknown-replacement') return []
  const suggestions = suggestNames(name, new Set(possibleNames))
  return [
    createDiagnostic(
      'error',
      code,
      `${quoteName(name)} is not ${withArticle(noun)} in the version that reads it`,
      { span: node.span, text: 'unknown there' },
      {
        reason: 'The other version reads the replacement, so it must be a value that this version knows.',
        help: suggestions.length > 0 ? offerNames(suggestions) : advise`Write ${quoteWordsWithOr(possibleNames)}.`,
      },
    ),
  ]
}
