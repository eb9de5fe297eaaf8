// Opens a listener, or says in the command's own words why it cannot be opened.

import type { Door } from '../serve/door.ts'
import { Misuse } from './command.ts'

/** `flag`: the option that says the port. */
export async function open(flag: string, { host, port }: { readonly host: string; readonly port: number }, start: (port: number) => Promise<Door>): Promise<Door> {
  try {
    return await start(port)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw new Misuse(`port ${port} is taken; --${flag} 0 takes any that is free`)
    if (code === 'EACCES') throw new Misuse(`port ${port} needs rights that this process does not have`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') throw new Misuse(`${host} is no address of this machine`)
    throw error
  }
}
