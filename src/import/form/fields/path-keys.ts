// Finds keys by the parameters of paths: `/articles/{sku}` addresses an article by its `sku`.

import type { FormDraft } from '../draft.ts'
import { normaliseSpelling } from '../../names.ts'
import { readRequests } from '../requests.ts'
import { type FormResources, findCollection } from '../resource.ts'
import type { Form } from '../statement.ts'

/** Gives each resource without a key the unique field that all of its paths name. */
export function readPathKeys({ sections }: Form, resources: FormResources, draft: FormDraft): void {
  const texts = sections
    .filter(({ part }) => part === 'endpoints')
    .flatMap(({ title, blocks }) => [
      title,
      ...blocks.flatMap((block) =>
        block.kind === 'text'
          ? block.statement.kind === 'sample'
            ? []
            : [block.statement.text]
          : block.rows.map(({ cells }) => cells.join(' ')),
      ),
    ])
  const segments = texts.flatMap((text) => readRequests(text).map(({ path }) => path.split('/').filter((each) => each !== '')))
  for (const resource of resources.all.filter(({ isShape, key }) => !isShape && key === undefined)) {
    const parameters = new Set(
      segments.flatMap((path) =>
        path.flatMap((each, index) =>
          each.startsWith('{') && findCollection(resources, path[index - 1] ?? '') === resource ? [normaliseSpelling(each)] : [],
        ),
      ),
    )
    const [only] = parameters
    const field = [...resource.fields.keys()].find((each) => normaliseSpelling(each) === only)
    const row = draft.tables
      .find(({ part, heading }) => part === 'resources' && heading === resource.name)
      ?.rows.find(({ cells }) => cells['field'] === field)
    const cells = field === undefined ? undefined : resource.fields.get(field)
    if (
      parameters.size !== 1 ||
      field === undefined ||
      row === undefined ||
      cells === undefined ||
      !/^(?:text|uuid|whole number|date$)/.test(cells.type) ||
      !(cells.rules.has('unique') || cells.rules.has('read-only'))
    )
      continue
    for (const rule of ['read-only', 'unique', 'never changes']) cells.rules.delete(rule)
    cells.rules.add('key')
    resource.key = field
    row.cells['rules'] = [...cells.rules].join(', ')
  }
}
