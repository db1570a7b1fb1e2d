// belfry schema: prints a published JSON Schema, or lists their names. It reads no files and sends nothing.
import { didYouMean } from '../../../core/similar.ts'
import { badFlag } from '../../../library/problems.ts'
import type { FormatFlags } from '../../../library/options/common.ts'
import { published } from '../../../library/schemas.ts'
import { telling } from '../../output.ts'
import type { Io } from '../../terminal/io.ts'

export async function schema(flags: FormatFlags, io: Io, [name]: readonly string[]): Promise<number> {
  return telling('schema', flags, io, ({ tell, refuse }) => {
    const told = { command: 'schema', exit: 0, problems: [] } as const
    const all = published()
    if (name === undefined) {
      const schemas = [...all].map(([each, { title }]) => ({ name: each, about: title }))
      return tell({ ...told, result: { schemas } })
    }
    const found = all.get(name)
    if (found !== undefined) return tell({ ...told, result: { schema: found.schema() } })
    const message = `unknown schema "${name}"${didYouMean(name, [...all.keys()])}`
    return refuse(
      { problems: [badFlag(message, 'To list the schemas, run belfry schema.')] },
      'Nothing was printed.',
    )
  })
}
