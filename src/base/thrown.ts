// Describes a thrown value for a log: its kind and place, without its message, which may repeat client input.

/** A line with the name and code of the error, then its frames. */
export function describeThrown(error: unknown): string {
  const { description, frames } = splitThrown(error)
  return [description, ...frames].join('\n')
}

export function splitThrown(error: unknown): { readonly description: string; readonly frames: readonly string[] } {
  if (!(error instanceof Error)) return { description: `a thrown ${error === null ? 'null' : typeof error}`, frames: [] }
  const { code } = error as { code?: unknown }
  const stack = error.stack ?? ''
  // The message comes before the frames, and may look like frames.
  const stackLines = stack.includes(error.message) ? stack.slice(stack.indexOf(error.message) + error.message.length) : stack
  return {
    description: typeof code === 'string' ? `${error.name} ${code}` : error.name,
    frames: stackLines.split('\n').filter((line) => /^\s+at /.test(line)),
  }
}
