// External calls of the code in this folder, which a test can delay.

export const waiting: (() => void)[] = []
export const charged: number[] = []
