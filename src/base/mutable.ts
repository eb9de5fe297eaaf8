// Mutable views of readonly types, for values that are built in steps and then only read.

export type Mutable<T> = { -readonly [name in keyof T]: T[name] }
