// Reports a filter or sort of a property that `where` compares with a constant: all listed records have the same value.

import { advise, remove } from '../../diagnostic/help.ts'
import type { Expression } from '../../cel/expression.ts'
import { listConjuncts } from '../../cel/parts.ts'
import type { Diagnostic } from '../../diagnostic/diagnostic.ts'
import { quoteName } from '../../diagnostic/voice.ts'
import { listSelectionWords } from '../../model/filters.ts'
import type { Operation } from '../../model/model.ts'
import { slotValueOf } from '../../model/slot.ts'
import type { Typing } from '../../typing/domain.ts'
import type { Check } from '../check.ts'
import { findStablePath } from '../expressions/known-condition.ts'
import { isAuthored, reportUnused } from '../unused.ts'

const code = 'endpoints/fixed-filter'

export const check: Check = {
  code,
  quietBesideErrors: true,
  run: ({ model, typing }) => model.endpoints.value.operations.flatMap((operation) => checkOperation(operation, typing)),
}

function checkOperation({ action, slots }: Operation, typing: Typing): Diagnostic[] {
  const where = slotValueOf(slots.where)
  const condition = action === 'list' && where !== undefined ? typing.expression(where) : undefined
  if (where === undefined || condition === undefined) return []
  const fixed = new Set(listConjuncts(condition).flatMap((part) => findFixedPath(part) ?? []))
  return (['filter', 'sort'] as const).flatMap((key) =>
    listSelectionWords(slots, key)
      .filter(({ text, node }) => fixed.has(`this.${text.replace(/^-/, '')}`) && isAuthored(node.span))
      .map(({ text, node }) =>
        reportUnused(
          code,
          `All listed records have the same ${quoteName(text)}, so ${quoteName(key)} by it selects nothing`,
          node.span,
          advise`${remove('Leave it out')}, or let \`where\` admit other values.`,
          [{ span: where.node.span, text: 'admits one value' }],
        ),
      ),
  )
}

/** The path that an equation gives one value. */
function findFixedPath(part: Expression): string | undefined {
  if (part.kind !== 'binary' || part.operator !== '==') return undefined
  const { left, right } = part
  if (right.kind === 'literal') return findStablePath(left)
  return left.kind === 'literal' ? findStablePath(right) : undefined
}
