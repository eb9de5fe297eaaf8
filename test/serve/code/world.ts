// What the code of this folder meets outside, so that a test can hold it up.

export const waiting: (() => void)[] = []
export const charged: number[] = []
