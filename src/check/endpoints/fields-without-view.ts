// `fields` chooses members of the view that an answer shows: the answer shows one view, of the record or of each item.

import { diagnostic, quoteName } from '../../diagnostic/voice.ts'
import { shown } from '../../model/slot.ts'
import type { Input } from '../../typing/domain.ts'
import type { Check } from '../check.ts'

const code = 'endpoints/fields-without-view'

export const check: Check = {
  code,
  run: ({ model, typing }) => model.endpoints.value.operations.flatMap((operation) => {
    const { action, subject, slots: { fields, output }, name } = operation
    const word = shown(fields)
    if (word === undefined || (action !== 'list' && action !== 'read') || output.state === 'gap' || output.state === 'wrong') return []
    if (!typing.domain.resources.has(subject?.text ?? '')) return []
    const input = typing.input(operation)
    const taken = otherNames(input).includes(word.text)
    if (input.fields !== undefined && !taken) return []
    const { span } = word.node
    if (taken) return [diagnostic('error', code, `${quoteName(word.text)} of ${quoteName(name)} is another query parameter already`, { span, text: 'chooses members' }, { help: 'Give one of them another name.' })]
    const view = subject?.text ?? 'View'
    const example = action === 'list' ? `output: { items: 'items.map(item, ${view}(item))' }` : `output: ${view}(this)`
    return [diagnostic('error', code, `${quoteName(name)} shows no view that a request could choose members of`, { span, text: 'chooses members of a view' }, {
      help: `Answer with one view of ${action === 'list' ? 'each item' : 'the record'}:\n\n${example}`,
    })]
  }),
}

function otherNames({ query, filters, sort, page }: Input): readonly string[] {
  const parameters = [sort?.parameter, ...Object.values(page ?? {})].flatMap((parameter) => parameter?.name ?? [])
  return [...query.keys(), ...[...filters.values()].flatMap(({ sent }) => sent.map(({ name }) => name)), ...parameters]
}
