// Describes a thrown value for a log: its kind and place, without its message, which may repeat client input.

/** A line with the name and code of the error, then its frames. */
export function describeThrown(error: unknown): string {
  const { what, frames } = partsOfThrown(error)
  return [what, ...frames].join('\n')
}

export function partsOfThrown(error: unknown): { readonly what: string; readonly frames: readonly string[] } {
  if (!(error instanceof Error)) return { what: `a thrown ${error === null ? 'null' : typeof error}`, frames: [] }
  const { code } = error as { code?: unknown }
  const stack = error.stack ?? ''
  // The message comes before the frames, and may look like frames.
  const after = stack.includes(error.message) ? stack.slice(stack.indexOf(error.message) + error.message.length) : stack
  return {
    what: typeof code === 'string' ? `${error.name} ${code}` : error.name,
    frames: after.split('\n').filter((line) => /^\s+at /.test(line)),
  }
}
