// Reports comparisons of a list that have the same parameter name, and spellings of unknown operators and properties.

import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { diagnostic, quoteName, unknownName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import { type Filters, filterOperators, filterWords } from '../../model/filters.ts'
import type { Operation } from '../../model/model.ts'
import { type Word, slotValue } from '../../model/slot.ts'
import type { Input } from '../../typing/domain.ts'
import type { Check } from '../check.ts'

const code = 'endpoints/filter-spelling'

export const check: Check = {
  code,
  run: (facts) => facts.model.endpoints.value.operations.flatMap((operation) => ofOperation(operation, facts)),
}

function ofOperation(operation: Operation, { typing }: Facts): Diagnostic[] {
  const specified = slotValue(operation.slots.filter)
  if (specified === undefined) return []
  const mistakes = [...templates(specified), ...unknownWords(specified, filterWords(operation.slots).map(({ text }) => text))]
  return mistakes.length > 0 ? mistakes : sameNames(operation, typing.input(operation), specified)
}

/** Both name the property once, and `spelling` the operator. */
function templates({ plain, spelling }: Filters): Diagnostic[] {
  const checkWord = (word: Word | undefined, key: string, wanted: readonly string[], like: string): Diagnostic[] => {
    if (word === undefined) return []
    const found: readonly string[] = word.text.match(/\{[^}]*\}/g) ?? []
    const isRight = found.length === wanted.length && wanted.every((each) => found.includes(each))
    return isRight
      ? []
      : [
          diagnostic(
            'error',
            code,
            `${quoteName(key)} does not say ${wanted.map(quoteName).join(' and ')} once each`,
            { span: word.node.span, text: 'how requests spell a comparison' },
            { help: `Write it as in\n\n${key}: '${like}'` },
          ),
        ]
  }
  return [
    ...checkWord(slotValue(plain), 'plain', ['{name}'], 'filter[{name}]'),
    ...checkWord(slotValue(spelling), 'spelling', ['{name}', '{operator}'], 'filter[{name}][{operator}]'),
  ]
}

function unknownWords({ operators, names }: Filters, properties: readonly string[]): Diagnostic[] {
  return [
    ...(slotValue(operators) ?? []).flatMap(({ name, key }) =>
      (filterOperators as readonly string[]).includes(name) ? [] : [unknownName(code, 'operator', name, key.span, filterOperators)],
    ),
    ...(slotValue(names) ?? []).flatMap(({ name, key }) =>
      properties.includes(name) ? [] : [unknownName(code, 'property that this list is filtered by', name, key.span, properties)],
    ),
  ]
}

/** Two comparisons, or a comparison and another parameter, cannot share a name. */
function sameNames({ name: operation }: Operation, { filters, query, sort, page }: Input, { node }: Filters): Diagnostic[] {
  const ownersByName = new Map<string, string>([
    ...[...query.keys()].map((name) => [name, 'a declared parameter'] as const),
    ...[sort?.parameter, ...Object.values(page ?? {})].flatMap((parameter) =>
      parameter === undefined ? [] : [[parameter.name, `the parameter \`${parameter.name}\` of the list`] as const],
    ),
  ])
  return [...filters.values()].flatMap(({ name: property, sent, isDeepObject }) => sent.flatMap(({ name, operator }) => {
    const before = ownersByName.get(name)
    ownersByName.set(name, `${quoteName(operator)} of ${quoteName(property)}`)
    if (before === undefined || isDeepObject) return []
    return [
      diagnostic(
        'error',
        code,
        `${quoteName(name)} in the query of ${quoteName(operation)} is ${quoteName(operator)} of ${quoteName(property)} and ${before}`,
        { span: node.span, text: 'spells two things alike' },
        {
          help: 'Spell them apart: `names` gives a property another name, `operators` an operator another word.',
        },
      ),
    ]
  }))
}
