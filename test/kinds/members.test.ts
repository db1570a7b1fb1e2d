// What a kind consists of stays small enough to know: what is true of a single field is a fact of its row.
import { readFileSync } from 'node:fs'
import { parseSync } from 'rolldown/utils'
import { expect, test } from 'vitest'

interface Syntax {
  readonly type: string
  readonly name?: string
  readonly id?: Syntax
  readonly key?: Syntax
  readonly typeName?: Syntax
  readonly typeAnnotation?: Syntax
  readonly returnType?: Syntax
  readonly declaration?: Syntax
  readonly body?: { readonly body: readonly Syntax[] }
  readonly members?: readonly Syntax[]
  readonly types?: readonly Syntax[]
}

/** The names of all members of an interface, with those of maps inside it and of maps that its functions return. */
function membersOf(source: string, name: string): readonly string[] {
  const body = parseSync('kind.ts', source).program.body as unknown as readonly Syntax[]
  const interfaces = new Map(
    body
      .map((each) => each.declaration ?? each)
      .filter(({ type }) => type === 'TSInterfaceDeclaration')
      .map((each) => [each.id?.name ?? '', each.body?.body ?? []]),
  )
  const namesIn = (members: readonly Syntax[]): readonly string[] =>
    members.flatMap(({ key, typeAnnotation }) => {
      const own = key?.name ?? ''
      const type = typeAnnotation?.typeAnnotation
      // A property that is itself an interface of the file counts with the members of that interface.
      const named = type?.type === 'TSTypeReference' ? interfaces.get(type.typeName?.name ?? '') : undefined
      return [own, ...(named ? namesIn(named) : inside(type)).map((each) => `${own}.${each}`)]
    })
  const inside = (type: Syntax | undefined): readonly string[] => {
    if (type?.type === 'TSFunctionType') return inside(type.returnType?.typeAnnotation)
    return [...namesIn(type?.members ?? []), ...(type?.types ?? []).flatMap(inside)]
  }
  return namesIn(interfaces.get(name) ?? [])
}

test('a kind has at most 25 members', () => {
  const source = readFileSync(new URL('../../src/kinds/kind.ts', import.meta.url), 'utf8')
  const found = membersOf(source, 'Kind')
  expect(found).toContain('fields')
  expect(found.slice(25)).toEqual([])
})

test('members inside of members count', () => {
  const source = `
    export interface Kind { readonly a: string; readonly b: { c: number }; d: (e: F) => { g: 1 } | undefined; h: F }
    interface F { i: string }
  `
  expect(membersOf(source, 'Kind')).toEqual(['a', 'b', 'b.c', 'd', 'd.g', 'h', 'h.i'])
})
