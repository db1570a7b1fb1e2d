// A Stryker plugin for npm run mutants -- FOLDER --sample N: tries N mutants, and all mutants whose code no test runs, because these take no time.
import { createHash } from 'node:crypto'
import { PluginKind, declareClassPlugin } from '@stryker-mutator/api/plugin'

const { BELFRY_MUTANTS_SAMPLE: size, BELFRY_MUTANTS_SEED: seed } = process.env
const rank = ({ id }) => createHash('sha256').update(`${seed} ${id}`).digest('hex')

class Sample {
  #leftOut = new Set()

  async init() {}

  // Stryker passes all mutants at once and tries them in the order of the groups, so the results of a run that is stopped early are also a random sample.
  async group(mutants) {
    const covered = mutants.filter(({ coveredBy }) => coveredBy.length > 0)
    const ranked = covered.sort((one, other) => (rank(one) < rank(other) ? -1 : 1)).map(({ id }) => id)
    const sample = ranked.slice(0, Number(size))
    this.#leftOut = new Set(ranked.slice(Number(size)))
    const untried = mutants.map(({ id }) => id).filter((id) => !sample.includes(id))
    return [untried, ...sample.map((id) => [id])].filter((group) => group.length > 0)
  }

  async check(mutants) {
    // Stryker doesn't try a mutant with a compile error.
    const result = (id) =>
      this.#leftOut.has(id) ? { status: 'compileError', reason: 'not in the sample' } : { status: 'passed' }
    return Object.fromEntries(mutants.map(({ id }) => [id, result(id)]))
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, 'sample', Sample)]
