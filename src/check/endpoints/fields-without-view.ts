// Reports `fields` of an operation whose answer is not one view, of the record or of each item.

import { advise, paste } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName, reportUnknownName } from '../../diagnostic/voice.ts'
import type { Operation } from '../../model/model.ts'
import { listFieldsAlways, findFieldsParameter } from '../../model/sparse-fields.ts'
import { listSelectable } from '../../typing/selectable-members.ts'
import type { Domain, Input } from '../../typing/domain.ts'
import type { Check } from '../check.ts'

const code = 'endpoints/fields-without-view'

export const check: Check = {
  code,
  run: ({ model, typing }) =>
    model.endpoints.value.operations.flatMap((operation) => {
      const { action, subject, slots, name } = operation
      const { output } = slots
      const word = findFieldsParameter(slots)
      if (word === undefined || (action !== 'list' && action !== 'read') || output.state === 'gap' || output.state === 'wrong') return []
      if (!typing.domain.resources.has(subject?.text ?? '')) return []
      const input = typing.input(operation)
      const isUsed = listOtherParameters(input).includes(word.text)
      if (input.fields !== undefined && !isUsed) return reportUnknownMembers(operation, typing.domain)
      const { span } = word.node
      if (isUsed)
        return [
          createDiagnostic(
            'error',
            code,
            `${quoteName(word.text)} of ${quoteName(name)} is another query parameter already`,
            { span, text: 'chooses members' },
            { help: 'Give one of them another name.' },
          ),
        ]
      const view = subject?.text ?? 'View'
      const example = action === 'list' ? `output: { items: 'items.map(item, ${view}(item))' }` : `output: ${view}(this)`
      return [
        createDiagnostic(
          'error',
          code,
          `${quoteName(name)} has no view in its \`output\` whose members a request could choose`,
          { span, text: 'chooses members of a view' },
          {
            help: advise`Answer with one view of ${action === 'list' ? 'each item' : 'the record'}:${paste(example)}`,
          },
        ),
      ]
    }),
}

function reportUnknownMembers(operation: Operation, domain: Domain): Diagnostic[] {
  const memberNames = listSelectable(operation, domain)
  return listFieldsAlways(operation.slots).flatMap(({ text, node }) =>
    memberNames.includes(text) ? [] : [reportUnknownName(code, 'member of the view', text, node.span, memberNames)],
  )
}

function listOtherParameters({ query, filters, sort, page }: Input): readonly string[] {
  const parameters = [sort?.parameter, ...Object.values(page ?? {})].flatMap((parameter) => parameter?.name ?? [])
  return [
    ...query.keys(),
    ...[...filters.values()].flatMap(({ parameters: filterParameters }) => filterParameters.map(({ name }) => name)),
    ...parameters,
  ]
}
