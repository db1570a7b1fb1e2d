// Work of one kind each, of linear and of quadratic size.
import type { Work } from './steps.ts'

const numbers = (size: number): number[] => Array.from({ length: size }, (_, index) => index)

export const linearLoop: Work = (size) => {
  const list = numbers(size)
  return () => list.map((each) => 2 * each)
}

export const quadraticLoop: Work = (size) => {
  const list = numbers(size)
  return () => list.map((each) => list.findIndex((other) => other === size + each))
}

export const quadraticCopy: Work = (size) => () => {
  const list: number[] = []
  for (let index = 0; index < size; index++) list.push([...list].length)
}

export const quadraticSet: Work = (size) => () => {
  let set = new Set<number>()
  for (let index = 0; index < size; index++) set = new Set(set).add(index)
}

export const quadraticSearch: Work = (size) => {
  const text = 'x'.repeat(size)
  return () => numbers(size).filter((each) => text.includes(`y${each}`))
}

export const quadraticMatch: Work = (size) => {
  const text = 'x'.repeat(size)
  return () => numbers(size).filter(() => /y/.test(text))
}

export const preparedQuadratically: Work = (size) => {
  const list = numbers(size).flatMap(() => numbers(size))
  return () => numbers(size).map((each) => list[each])
}
