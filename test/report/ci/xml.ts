// Reads XML as strictly as a parser can: what is not well-formed, or holds what is no character, throws.
import { SaxesParser } from 'saxes'

export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Element[]
  readonly text: string
}

export function parseXml(source: string): Element {
  const parser = new SaxesParser()
  const root = { name: '', attributes: {}, children: [] as Element[], text: '' }
  const open = [root]
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes: { ...attributes }, children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    const current = open.at(-1)
    if (current !== undefined) current.text += text
  })
  parser.on('closetag', () => void open.pop())
  parser.write(source).close()
  const [element] = root.children
  if (element === undefined) throw new Error('no element')
  return element
}

export function elementsNamed(name: string, element: Element): readonly Element[] {
  return [
    ...(element.name === name ? [element] : []),
    ...element.children.flatMap((child) => elementsNamed(name, child)),
  ]
}
