// What is put together a part at a time, and only read from then on.

export type Filling<T> = { -readonly [name in keyof T]: T[name] }
