// Rules: their meaning and examples from the texts in `rules`, their severity and exit code from the tables of core.
import { exits } from '../core/problem.ts'
import { exitOfRule } from '../core/refusals.ts'
import { ruleNamed } from '../core/rules.ts'
import type { Explained } from './explained.ts'
import { pageOf, type Section } from './sections.ts'
import audits from './rules/audits.md?raw'
import commandLine from './rules/command-line.md?raw'
import failover from './rules/failover.md?raw'
import files from './rules/files.md?raw'
import plans from './rules/plans.md?raw'
import project from './rules/project.md?raw'
import references from './rules/references.md?raw'
import resources from './rules/resources.md?raw'
import savedPlans from './rules/saved-plans.md?raw'
import service from './rules/service.md?raw'
import triggers from './rules/triggers.md?raw'
import yaml from './rules/yaml.md?raw'

export interface RuleGroup {
  readonly title: string
  readonly rules: readonly Explained[]
}

/** In the order in which a run meets them. */
export const ruleGroups: readonly RuleGroup[] = [
  files,
  yaml,
  references,
  project,
  resources,
  plans,
  savedPlans,
  failover,
  service,
  triggers,
  audits,
  commandLine,
].map((text) => {
  const { title, sections } = pageOf(text)
  return { title, rules: sections.map(ruleOf) }
})

export const explainedRules: readonly Explained[] = ruleGroups.flatMap(({ rules }) => rules)

export function explainedRule(id: string): Explained | undefined {
  return explainedRules.find(({ name }) => name === id)
}

function ruleOf({ id, text, fix, notes, examples }: Section): Explained {
  const rule = ruleNamed(id)
  const severity = rule?.severity ?? notes['Severity'] ?? 'error'
  const setting =
    rule?.configurable === true
      ? `to change the severity, write \`rules: { ${id}: error | warn | off }\` in belfry.yaml`
      : "the severity can't be changed"
  const [paragraph = '', ...others] = text
  const first = /^.*?\.(?= |$)/.exec(paragraph)?.[0] ?? paragraph
  const exit = notes['Exit code'] ?? `${exitOfRule(id) ?? exits.mistake}`
  return {
    sort: 'rule',
    name: id,
    summary: rule?.summary ?? first,
    facts: {
      Severity: `${severity}; ${setting}`,
      'Exit code':
        severity === 'warning' && notes['Exit code'] === undefined
          ? "a warning doesn't change the exit code"
          : exit,
    },
    text:
      rule === undefined
        ? [paragraph.slice(first.length).trim(), ...others].filter((each) => each !== '')
        : text,
    ...(fix !== undefined && { fix }),
    examples,
    parts: [],
  }
}
