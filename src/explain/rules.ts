// Rules and exit codes: their meaning and examples from Markdown, the severity and exit code of rules from the tables of core, or
// from Markdown if the tables don't have them.
import { exits, isRefusal } from '../core/problem.ts'
import { auditRules, ruleNamed } from '../core/rules.ts'
import type { Example, Explained } from './explained.ts'
import exitCodes from './exits.md?raw'
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

const fence = /^```(\w+) (bad|good|fix)(?: (\S+))?\n([^]*?)^```$/gm

/** Paragraphs that are facts: `Severity: warning`. */
const note = /^(Severity|Exit code): (.*)$/

interface RuleGroup {
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
  const inAudit = auditRules.some((each) => each === id) && !notes['Exit code']?.startsWith('2')
  const severity = rule?.severity ?? notes['Severity'] ?? 'error'
  const setting =
    rule?.configurable === true
      ? `to change the severity, write \`rules: { ${id}: error | warn | off }\` in the project file`
      : "the severity can't be changed"
  const [paragraph = '', ...others] = text
  const summary = /^.*?\.(?= |$)/.exec(paragraph)?.[0] ?? paragraph
  return {
    sort: 'rule',
    name: id,
    summary,
    facts: {
      Severity: `${severity}${inAudit && severity === 'error' ? ' (in an audit: warning)' : ''}; ${setting}`,
      'Exit code': `${
        severity === 'warning' && notes['Exit code'] === undefined
          ? "a warning doesn't change the exit code"
          : (notes['Exit code'] ?? `${isRefusal(id) ? exits.refusal : exits.mistake}`)
      }${inAudit ? '; of an audit, 2 if `--fail-on` names the rule or `rules:` sets the severity error' : ''}`,
    },
    text: [paragraph.slice(summary.length).trim(), ...others].filter((each) => each !== ''),
    ...(fix !== undefined && { fix }),
    examples,
    parts: [],
  }
}

export const explainedExits: readonly Explained[] = pageOf(exitCodes).sections.map(
  ({ id, title, fix, examples, text }) => ({
    sort: 'exit',
    name: id,
    summary: `${title}.`,
    facts: {},
    text,
    ...(fix !== undefined && { fix }),
    examples,
    parts: [],
  }),
)

interface Section {
  readonly id: string
  /** What follows the ID in the heading. */
  readonly title: string
  readonly text: readonly string[]
  readonly fix?: string
  /** By label, such as `Severity`. */
  readonly notes: Readonly<Record<string, string>>
  readonly examples: readonly Example[]
}

function pageOf(markdown: string): { readonly title: string; readonly sections: readonly Section[] } {
  const [head = '', ...sections] = markdown.split(/^## /m)
  return { title: /^# (.*)$/m.exec(head)?.[1] ?? '', sections: sections.map(sectionOf) }
}

function sectionOf(markdown: string): Section {
  const [heading = ''] = markdown.split('\n', 1)
  const [id = '', ...title] = heading.split(' ')
  const examples = [...markdown.matchAll(fence)].map(([, language = '', kind, file, text = '']): Example => ({
    kind: kind as Example['kind'],
    language,
    ...(file !== undefined && { file }),
    text,
  }))
  const paragraphs = markdown
    .slice(heading.length)
    .replaceAll(fence, '')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim().replaceAll('\n', ' '))
    .filter((paragraph) => paragraph !== '')
  const fix = paragraphs.find((paragraph) => paragraph.startsWith('Fix: '))?.slice('Fix: '.length)
  return {
    id,
    title: title.join(' '),
    text: paragraphs.filter((paragraph) => !paragraph.startsWith('Fix: ') && !note.test(paragraph)),
    ...(fix !== undefined && { fix }),
    notes: Object.fromEntries(
      paragraphs.flatMap((paragraph) => {
        const [, label = '', value = ''] = note.exec(paragraph) ?? []
        return label === '' ? [] : [[label, value]]
      }),
    ),
    examples,
  }
}
