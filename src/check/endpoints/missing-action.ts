// Reports an endpoint without an action.

import { kebabCase, pluralize } from '../../base/names.ts'
import { advise, paste } from '../../diagnostic/help.ts'
import { createDiagnostic } from '../../diagnostic/voice.ts'
import { actionNames } from '../../model/endpoints.ts'
import type { Model, Operation } from '../../model/model.ts'
import type { Check } from '../check.ts'

const code = 'endpoints/missing-action'

export const check: Check = {
  code,
  run: ({ missing, model }) =>
    missing
      .filter((each) => each.code === code)
      .map(({ at, about, operations: [operation] }) =>
        createDiagnostic(
          'gap',
          code,
          `\`${about['of'] as string}\` has no action`,
          { span: at, text: 'holds no action' },
          {
            help: advise`Give it one of ${actionNames.map((name) => `\`${name}\``).join(', ')}, for example${paste(suggestAction(operation as Operation, model))}`,
          },
        ),
      ),
}

/** The usual action of the method on the records that the path names; without such records, an answer from the request alone. */
function suggestAction({ method, segments }: Operation, { resources }: Model): string {
  const words = segments.flatMap((each) => (each.kind === 'literal' ? [each.text.toLowerCase()] : []))
  const isNamed = (name: string): boolean => [kebabCase(name), pluralize(kebabCase(name))].some((each) => words.includes(each ?? ''))
  const resource = resources.value.resources.findLast(({ name }) => isNamed(name))
  if (resource === undefined) return 'answer: {}'
  const isOne = segments.at(-1)?.kind !== 'literal'
  const actions: { readonly [method: string]: string } = {
    GET: isOne ? 'read' : 'list',
    POST: 'create',
    PUT: 'replace',
    PATCH: 'update',
    DELETE: 'delete',
  }
  return `${actions[method] ?? 'read'}: ${resource.name}`
}
