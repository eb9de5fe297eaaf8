// Runs the command within the test process; returns its exit status and its output.

import { main } from '../src/cli/main.ts'

export async function ninefold(...args: string[]): Promise<{ readonly status: number; readonly out: string; readonly error: string }> {
  let [out, error] = ['', '']
  const status = await main(args, { out: (text) => void (out += text), error: (text) => void (error += text), colour: false, width: 100 })
  return { status, out, error }
}
