// Reports orders of a list whose spelling in requests is incomplete or ambiguous.

import { advise, paste } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName, reportUnknownName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import type { Operation } from '../../model/model.ts'
import { slotValueOf } from '../../model/slot.ts'
import { type Sorts, sortWords } from '../../model/sorts.ts'
import { isFilterName } from '../../typing/filters.ts'
import { listSortParameters, listSortTerms, readSortSpelling } from '../../typing/sorts.ts'
import type { Check } from '../check.ts'

const code = 'endpoints/sort-spelling'

export const check: Check = {
  code,
  run: (facts) => facts.model.endpoints.value.operations.flatMap((operation) => checkOperation(operation, facts)),
}

function checkOperation(operation: Operation, facts: Facts): Diagnostic[] {
  const sorts = slotValueOf(operation.slots.sort)
  if (sorts === undefined) return []
  const properties = sortWords(operation.slots).map(({ text }) => text)
  const mistakes = [...checkTerm(sorts), ...checkNames(sorts, properties)]
  return mistakes.length > 0 ? mistakes : [...checkTerms(operation, sorts, properties), ...checkParameters(operation, sorts, facts)]
}

/** The property has one place, and the direction one as well unless it has a parameter of its own. */
function checkTerm({ spelling, direction }: Sorts): Diagnostic[] {
  const written = slotValueOf(spelling)
  if (written === undefined) return []
  const required = slotValueOf(direction) === undefined ? ['{name}', '{direction}'] : ['{name}']
  const placeholders: readonly string[] = written.text.match(/\{[^}]*\}/g) ?? []
  if (placeholders.length === required.length && required.every((each) => placeholders.includes(each))) return []
  return [
    createDiagnostic(
      'error',
      code,
      `\`spelling\` does not contain ${required.map(quoteName).join(' and ')} once${required.length > 1 ? ' each' : ''}`,
      { span: written.node.span, text: 'how requests name a property' },
      { help: advise`Write it as in${paste(`spelling: '${required.length > 1 ? '{name}:{direction}' : '{name}'}'`)}` },
    ),
  ]
}

function checkNames({ names }: Sorts, properties: readonly string[]): Diagnostic[] {
  return (slotValueOf(names) ?? []).flatMap(({ name, key }) =>
    properties.includes(name) ? [] : [reportUnknownName(code, 'property that this list is sorted by', name, key.span, properties)],
  )
}

/** A word of a request means one property and one direction. */
function checkTerms({ name: operation }: Operation, sorts: Sorts, properties: readonly string[]): Diagnostic[] {
  const spelling = readSortSpelling(sorts)
  const meanings = new Map<string, string>()
  const repeated = properties.flatMap((name) =>
    listSortTerms(spelling.names.get(name) ?? name, spelling).filter(([text, sign]) => {
      const other = meanings.get(text)
      meanings.set(text, sign + name)
      return other !== undefined && other !== sign + name
    }),
  )
  const [first] = repeated
  const [ascending, descending] = [spelling.words.ascending, spelling.words.descending]
  if (first === undefined && ascending !== descending) return []
  return [
    createDiagnostic(
      'error',
      code,
      first === undefined
        ? `${quoteName(ascending)} is the word for both directions of ${quoteName(operation)}`
        : `${quoteName(first[0])} has two meanings in the requests of ${quoteName(operation)}`,
      { span: sorts.node.span, text: 'the same spelling for both' },
      { help: 'Use different spellings: `names` gives a property another name, `words` a direction another word.' },
    ),
  ]
}

/** No other parameter of the query has the same name. */
function checkParameters(operation: Operation, sorts: Sorts, { typing }: Facts): Diagnostic[] {
  const { sort, query, filters, page } = typing.input(operation)
  const others = new Set([...query.keys(), ...Object.values(page ?? {}).map(({ name }) => name)])
  const names = listSortParameters({ sort }).map(({ name }) => name)
  const isTaken = (name: string, index: number): boolean =>
    others.has(name) || names.indexOf(name) < index || [...filters.values()].some((filter) => isFilterName(name, filter))
  return names
    .filter(isTaken)
    .map((name) =>
      createDiagnostic(
        'error',
        code,
        `${quoteName(name)} in the query of ${quoteName(operation.name)} is also another parameter`,
        { span: sorts.node.span, text: 'the same name for both' },
        { help: 'Name the parameters of the order by `parameter` and `direction`.' },
      ),
    )
}
