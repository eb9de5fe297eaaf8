// Reads the rows of effects and of steps: the verb, its record, its condition and its loop.

import type { MapNode, Node } from '../../document/node.ts'
import { type Cell, sliceCell } from '../../document/table.ts'
import { readCode, readExpression, readPairCells } from '../cell/expression.ts'
import { type CellProblem, isProblem, mapAt, makePlainScalar, makeCellProblem } from '../cell/node.ts'
import { type Binding, type SheetRow, findCell } from '../kind.ts'

const verbs = ['create', 'update', 'delete', 'call'] as const

export function readEffect(row: SheetRow, binding: Pick<Binding, 'reportCell'>): MapNode | undefined {
  const [each, condition, does, which, withCell, as] = ['for each', 'if', 'does', 'which', 'with', 'as'].map((column) =>
    findCell(row, column),
  )
  const reportProblem = <T extends Node>(result: T | CellProblem | undefined): T | undefined => {
    if (!isProblem(result)) return result
    binding.reportCell(result, row)
    return undefined
  }
  if (does === undefined) {
    binding.reportCell(
      {
        kind: 'problem',
        span: row.span,
        label: 'does nothing',
        help: 'The column `does` contains `create NAME`, `update NAME`, `delete NAME`, a transition such as `Stock.take`, or `call NAME`.',
      },
      row,
    )
    return undefined
  }
  const [, verb, name] = /^(\w+)\s+([\w$-]+)$/.exec(does.text) ?? []
  const isVerb = (verbs as readonly (string | undefined)[]).includes(verb)
  const isTransition = /^\w+\.[\w-]+$/.test(does.text)
  if (!isVerb && !isTransition) {
    binding.reportCell(
      makeCellProblem(
        does,
        'not what a step does',
        'Write `create NAME`, `update NAME`, `delete NAME`, a transition such as `Stock.take`, or `call NAME`.',
      ),
      row,
    )
    return undefined
  }
  const subject = isTransition ? makePlainScalar(does) : makePlainScalar(sliceCell(does, does.text.length - name!.length, does.text.length))
  const assignments = withCell === undefined ? undefined : reportProblem(readPairCells(withCell, '=', readExpression))
  const writes = verb === 'create' || verb === 'update'
  return mapAt(row.span, {
    for: each === undefined ? undefined : reportProblem(readLoop(each)),
    if: condition === undefined ? undefined : reportProblem(readExpression(condition)),
    [isTransition ? 'transition' : verb!]: subject,
    by: which === undefined ? undefined : reportProblem(readWhich(which)),
    set: writes ? assignments : undefined,
    input: writes ? undefined : assignments,
    as: as === undefined ? undefined : makePlainScalar(as),
  })
}

function readLoop(cell: Cell): Node | CellProblem {
  const [opening, name] = /^([\w$]+)\s+in\s+/.exec(cell.text) ?? []
  const list = opening === undefined ? undefined : readCode(sliceCell(cell, opening.length, cell.text.length))
  if (list === undefined)
    return makeCellProblem(
      cell,
      'not for what it is done',
      'Write a name for each, `in`, and a list between backticks: `` line in `this.lines` ``.',
    )
  return mapAt(cell.span, { as: makePlainScalar(sliceCell(cell, 0, name!.length)), in: list })
}

function readWhich(cell: Cell): Node | CellProblem {
  return readCode(cell) ?? (/^[\w$]+\s*=/.test(cell.text) ? readPairCells(cell, '=', readExpression) : readExpression(cell))
}
