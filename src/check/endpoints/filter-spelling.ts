// Reports comparisons of a list that have the same parameter name, and spellings of unknown operators and properties.

import { advise, paste } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName, reportUnknownName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { type Filters, filterOperators, filterWords } from '../../model/filters.ts'
import type { Operation } from '../../model/model.ts'
import { type Word, slotValueOf } from '../../model/slot.ts'
import type { Input } from '../../typing/domain.ts'
import { listSortParameters } from '../../typing/sorts.ts'
import type { Check } from '../check.ts'

const code = 'endpoints/filter-spelling'

export const check: Check = {
  code,
  run: (facts) => facts.model.endpoints.value.operations.flatMap((operation) => checkOperation(operation, facts)),
}

function checkOperation(operation: Operation, { typing }: Facts): Diagnostic[] {
  const specified = slotValueOf(operation.slots.filter)
  if (specified === undefined) return []
  const mistakes = [
    ...checkTemplates(specified),
    ...checkWords(
      specified,
      filterWords(operation.slots).map(({ text }) => text),
    ),
  ]
  return mistakes.length > 0 ? mistakes : checkNames(operation, typing.input(operation), specified)
}

/** Both name the property once, and `spelling` the operator. */
function checkTemplates({ plain, spelling }: Filters): Diagnostic[] {
  const checkTemplate = (word: Word | undefined, key: string, required: readonly string[], example: string): Diagnostic[] => {
    if (word === undefined) return []
    const placeholders: readonly string[] = word.text.match(/\{[^}]*\}/g) ?? []
    const isComplete = placeholders.length === required.length && required.every((each) => placeholders.includes(each))
    return isComplete
      ? []
      : [
          createDiagnostic(
            'error',
            code,
            `${quoteName(key)} does not contain ${required.map(quoteName).join(' and ')} once each`,
            { span: word.node.span, text: 'the spelling of a comparison in requests' },
            { help: advise`Write it as in${paste(`${key}: '${example}'`)}` },
          ),
        ]
  }
  return [
    ...checkTemplate(slotValueOf(plain), 'plain', ['{name}'], 'filter[{name}]'),
    ...checkTemplate(slotValueOf(spelling), 'spelling', ['{name}', '{operator}'], 'filter[{name}][{operator}]'),
  ]
}

function checkWords({ operators, names }: Filters, properties: readonly string[]): Diagnostic[] {
  return [
    ...(slotValueOf(operators) ?? []).flatMap(({ name, key }) =>
      (filterOperators as readonly string[]).includes(name) ? [] : [reportUnknownName(code, 'operator', name, key.span, filterOperators)],
    ),
    ...(slotValueOf(names) ?? []).flatMap(({ name, key }) =>
      properties.includes(name) ? [] : [reportUnknownName(code, 'property that this list is filtered by', name, key.span, properties)],
    ),
  ]
}

/** Two comparisons, or a comparison and another parameter, cannot share a name. */
function checkNames({ name: operation }: Operation, { filters, query, sort, page }: Input, { node }: Filters): Diagnostic[] {
  const ownersByName = new Map<string, string>([
    ...[...query.keys()].map((name) => [name, 'a declared parameter'] as const),
    ...[...listSortParameters({ sort }), ...Object.values(page ?? {})].map(
      ({ name }) => [name, `the parameter \`${name}\` of the list`] as const,
    ),
  ])
  return [...filters.values()].flatMap(({ name: property, parameters, isDeepObject }) =>
    parameters.flatMap(({ name, operator }) => {
      const previousOwner = ownersByName.get(name)
      ownersByName.set(name, `${quoteName(operator)} of ${quoteName(property)}`)
      if (previousOwner === undefined || isDeepObject) return []
      return [
        createDiagnostic(
          'error',
          code,
          `${quoteName(name)} in the query of ${quoteName(operation)} is ${quoteName(operator)} of ${quoteName(property)} and ${previousOwner}`,
          { span: node.span, text: 'the same spelling for both' },
          {
            help: 'Use different spellings: `names` gives a property another name, `operators` an operator another word.',
          },
        ),
      ]
    }),
  )
}
