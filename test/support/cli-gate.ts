// Something that others wait for until a test opens it.

export interface Gate {
  readonly opened: Promise<void>
  readonly open: () => void
}

export function createGate(): Gate {
  const waiting: (() => void)[] = []
  const opened = new Promise<void>((resolve) => void waiting.push(resolve))
  return { opened, open: () => waiting.forEach((resolve) => resolve()) }
}
