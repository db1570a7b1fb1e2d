// Lets Stryker try some of the mutants only, which npm run mutants -- FOLDER --sample N asks for. Those whose code no test runs cost nothing, so all of them stay.
import { createHash } from 'node:crypto'
import { PluginKind, declareClassPlugin } from '@stryker-mutator/api/plugin'

const { BELFRY_MUTANTS_SAMPLE: size, BELFRY_MUTANTS_SEED: seed } = process.env
const rank = ({ id }) => createHash('sha256').update(`${seed} ${id}`).digest('hex')

class Sample {
  async init() {}

  // Stryker hands over all mutants at once.
  async group(mutants) {
    return [mutants.map(({ id }) => id)]
  }

  async check(mutants) {
    const covered = mutants.filter(({ coveredBy }) => coveredBy.length > 0)
    const ranked = covered.sort((one, other) => (rank(one) < rank(other) ? -1 : 1))
    const leftOut = new Set(ranked.slice(Number(size)).map(({ id }) => id))
    // Stryker leaves out a mutant that a checker calls wrong.
    const result = (id) =>
      leftOut.has(id) ? { status: 'compileError', reason: 'not in the sample' } : { status: 'passed' }
    return Object.fromEntries(mutants.map(({ id }) => [id, result(id)]))
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, 'sample', Sample)]
