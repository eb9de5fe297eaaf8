// Reports computed properties that show sensitive data by default: the default view takes them, because they are not sensitive themselves.

import { advise, quoteEntry } from '../../diagnostic/help.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { createDiagnostic, quoteName } from '../../diagnostic/voice.ts'
import type { Facts } from '../../fact/fact.ts'
import type { ViewInfo } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { findDeclaration, listPayloadProperties } from '../events/payload.ts'

const code = 'resources/shown-sensitive'

export const check: Check = {
  code,
  run: (facts) => {
    const { resources, views } = facts.typing.domain
    return [...resources.keys()].flatMap((name) => checkDefaultView(views.get(name)!, facts))
  },
}

function checkDefaultView({ resource, members }: ViewInfo, facts: Facts): Diagnostic[] {
  const { domain } = facts.typing
  return members.flatMap((member): Diagnostic[] => {
    const property = domain.resources.get(resource)!.properties.get(member.name)
    if (property?.compute === undefined) return []
    const { expression: text } = property.compute
    for (const read of listPayloadProperties(facts.typing.expression(text), facts)) {
      const at = findDeclaration(read, 'sensitive', domain)
      if (at === undefined) continue
      const source = [read.resource, read.property.name, ...read.path].join('.')
      return [
        createDiagnostic(
          'warning',
          code,
          `${quoteName(`${resource}.${member.name}`)} is computed from ${quoteName(source)}, which is sensitive`,
          { span: property.at.span, text: `\`${resource}(this)\` shows it` },
          {
            others: [{ span: at.span, text: 'declared `sensitive`' }],
            reason: 'Only a view or an answer that names a sensitive property shows it. This one shows its value without naming it.',
            help: advise`Write ${quoteEntry('sensitive: true', member.name)} at ${quoteName(`${resource}.${member.name}`)} too, and name it in the views and answers that show it.`,
          },
        ),
      ]
    }
    return []
  })
}
