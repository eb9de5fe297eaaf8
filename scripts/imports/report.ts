// Prints the figures of all files as Markdown tables.

import type { Measured } from './measure.ts'

type Document = Extract<Measured, { kind: 'document' }>

export function report(all: readonly Measured[]): string {
  const documents = all.filter((each): each is Document => each.kind === 'document')
  const withOperations = documents.filter(({ operations }) => operations > 0)
  const share = (count: number, total: number): string => `${count} of ${total} (${total === 0 ? 0 : Math.round((100 * count) / total)} %)`
  const seconds = all.map((each) => each.seconds).toSorted((a, b) => a - b)
  const sum = (value: (each: Document) => number): number => documents.reduce((total, each) => total + value(each), 0)
  const kinds = [...Map.groupBy(documents, ({ source }) => source)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([kind, ofKind]) => `${kind}: ${ofKind.length}`)
  return [
    '',
    '| of all files | |',
    '| --- | --- |',
    `| read | ${all.length}: ${kinds.join(', ')} |`,
    `| refused with a message | ${all.filter(({ kind }) => kind === 'refused').length} |`,
    `| crashed | ${all.filter(({ kind }) => kind === 'crash').length} |`,
    `| a document that \`check\` reads without an error | ${share(documents.filter(({ errors }) => errors.length === 0).length, all.length)} |`,
    `| of those with operations, at least one says what it does | ${share(withOperations.filter(({ acting }) => acting > 0).length, withOperations.length)} |`,
    `| of those with operations, at least one runs once answered | ${share(withOperations.filter(({ complete }) => complete > 0).length, withOperations.length)} |`,
    `| of those with operations, at least one runs once answered with \`stub@1\` too | ${share(withOperations.filter(({ stubs }) => stubs > 0).length, withOperations.length)} |`,
    `| operations | ${sum(({ operations }) => operations)} |`,
    `| which say what they do | ${share(
      sum(({ acting }) => acting),
      sum(({ operations }) => operations),
    )} |`,
    `| which run once answered | ${share(
      sum(({ complete }) => complete),
      sum(({ operations }) => operations),
    )} |`,
    `| which run with \`stub@1\` too | ${share(
      sum(({ stubs }) => stubs),
      sum(({ operations }) => operations),
    )} |`,
    `| exported again, and found in the source | ${sum(({ back }) => back.operations)}; ${share(
      sum(({ back }) => back.alike),
      sum(({ back }) => back.operations),
    )} say the same |`,
    `| of these, clients of the source notice no difference | ${share(
      sum(({ back }) => back.kept),
      sum(({ back }) => back.operations),
    )} |`,
    `| resources | ${sum(({ resources }) => resources)} |`,
    `| questions | ${sum(({ questions }) => questions)} |`,
    `| seconds of the processor for one file | ${[0.5, 0.95, 1].map((part) => (seconds[Math.max(0, Math.ceil(part * seconds.length) - 1)] ?? 0).toFixed(1)).join(', ')} (median, 95 of 100, most) |`,
    '',
    '| part | gaps in it | files |',
    '| --- | --- | --- |',
    ...['service', 'resources', 'states', 'endpoints', 'authentication', 'events', 'errors', 'limits', 'versioning'].map(
      (part) =>
        `| ${part} | ${sum(({ gaps }) => gaps.get(part) ?? 0)} | ${documents.filter(({ gaps }) => (gaps.get(part) ?? 0) > 0).length} |`,
    ),
    '',
    '| condition | can be met | nothing answers it |',
    '| --- | --- | --- |',
    ...outcomeRows(documents),
    '',
    '| there and back, a difference | operations | clients notice it | such as |',
    '| --- | --- | --- | --- |',
    ...differenceRows(documents),
    '',
  ].join('\n')
}

function differenceRows(documents: readonly Document[]): string[] {
  const all = documents.flatMap(({ file, back }) => back.found.map((each) => ({ file, ...each })))
  const causes = [...Map.groupBy(all, ({ cause }) => cause)].toSorted(([, a], [, b]) => b.length - a.length)
  return causes.map(
    ([cause, found]) =>
      `| ${cause} | ${found.length} | ${found.filter(({ isKept }) => !isKept).length} | \`${found[0]!.operation}\` of ${found[0]!.file} |`,
  )
}

function outcomeRows(documents: readonly Document[]): string[] {
  const total = new Map<string, { all: number; open: number }>()
  for (const { outcomes: found } of documents) {
    for (const [condition, { all, open }] of found) {
      const count = total.getOrInsertComputed(condition, () => ({ all: 0, open: 0 }))
      count.all += all
      count.open += open
    }
  }
  const rows = [...total].toSorted(([, a], [, b]) => b.open - a.open).filter(([, { open }]) => open > 0)
  return rows.map(([condition, { all, open }]) => `| \`${condition}\` | ${all} | ${open} (${Math.round((100 * open) / all)} %) |`)
}
