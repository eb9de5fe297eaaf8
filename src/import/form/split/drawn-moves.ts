// Reads a diagram of states in columns, with an arrow in each line, as a table.

export type DrawnTable = {
  readonly headers: readonly string[]
  readonly rows: readonly { readonly cells: readonly string[]; readonly text: string; readonly line: number }[]
}

/**
 * Lines of a fence in columns with an arrow in each, `car  free  --book-->  booked  member`; undefined without a column beside the states.
 */
export function readDrawnTable(text: string): DrawnTable | undefined {
  const lines = text
    .split(/\r\n|\n|\r/)
    .map((each, line) => ({ text: each.trim(), line }))
    .filter((each) => each.text !== '' && !/^(?:`{3}|~{3}|[-=\s]+$)/.test(each.text))
  const rows = lines.map((each) => ({
    ...each,
    found: /^(?:(\w[\w-]*)\s{2,})?(\S+(?: \S+)*?)\s+(?:-{1,3}\s*([^\s>-][^>]*?)\s*)?(?:-{1,3}>|→|=>)\s*([^\s:(]+)(?:\s{2,}(\S.*))?$/.exec(
      each.text,
    ),
  }))
  if (
    rows.length < 2 ||
    rows.some(({ found }) => found === null) ||
    !rows.some(({ found }) => found![1] !== undefined || found![5] !== undefined)
  )
    return undefined
  if (rows.some(({ found }) => found![1] === undefined) && rows.some(({ found }) => found![1] !== undefined)) return undefined
  const hasOwner = rows[0]!.found![1] !== undefined
  const hasTrigger = rows.some(({ found }) => found![3] !== undefined)
  // Without a label at the arrow, the text after the states is the cause.
  const headers = [...(hasOwner ? ['resource'] : []), 'from', ...(hasTrigger ? ['trigger'] : []), 'to', hasTrigger ? 'remarks' : 'trigger']
  return {
    headers,
    rows: rows.map(({ text: line, line: at, found }) => ({
      text: line,
      line: at,
      cells: [...(hasOwner ? [found![1]!] : []), found![2]!, ...(hasTrigger ? [found![3] ?? ''] : []), found![4]!, found![5] ?? ''],
    })),
  }
}
