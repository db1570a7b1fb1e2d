// A published JSON Schema, or the names of all. It reads no files and sends nothing.
import { didYouMean } from '../../core/similar.ts'
import type { ResultAccount } from '../../report/account.ts'
import { refused, type Ended } from '../ended.ts'
import { badFlag } from '../problems.ts'
import { published } from '../schemas.ts'

export async function schema({
  name,
}: {
  readonly name?: string | undefined
}): Promise<Ended<ResultAccount<'schema'>>> {
  const all = published()
  const found = all.get(name ?? '')
  if (name !== undefined && found === undefined) {
    const message = `unknown schema "${name}"${didYouMean(name, [...all.keys()])}`
    const problem = badFlag(message, 'To list the schemas, run belfry schema.')
    return refused('schema', { problems: [problem] }, 'Nothing was printed.')
  }
  const schemas = [...all].map(([each, { title }]) => ({ name: each, about: title }))
  const result = found === undefined ? { schemas } : { schema: found.schema() }
  return { account: { command: 'schema', exit: 0, problems: [], result }, closing: '' }
}
