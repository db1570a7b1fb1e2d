// docs/reference/rules.md: every rule by group, and the exit codes.
import { explainedExits } from '../exits.ts'
import { headingOf, type Explained } from '../explained.ts'
import { ruleGroups } from '../rules.ts'
import { code, exampleBlock, page, table } from './markdown.ts'

export function rulesPage(): string {
  return page(
    'Rules and exit codes',
    'This page explains every rule ID in errors and warnings, and every exit code. `belfry explain RULE` prints the explanation of one rule.',
    [
      'If a rule has _yes_ in the column _Configurable_, you can change the severity of the rule with `rules: { RULE: error | warn | off }` in `belfry.yaml`.',
      ...ruleGroups.flatMap(({ title, rules }) => [
        `## ${title}`,
        table(
          ['Rule', 'Severity', 'Configurable', 'Exit code'],
          rules.map((rule) => [
            `[${code(rule.name)}](#${rule.name})`,
            severityOf(rule),
            isConfigurable(rule) ? 'yes' : 'no',
            rule.facts['Exit code'] ?? '',
          ]),
        ),
        ...rules.flatMap(ruleSection),
      ]),
      '## Exit codes',
      'If a command has several results, belfry ends with the first matching exit code of this list: 130, 143, 5, 6, 7, 4, 3, 1, 2, 0.',
      ...explainedExits.flatMap(({ name, summary, text, fix = '', examples }) => [
        `### Exit code ${name}`,
        `**${summary}**`,
        ...text,
        `**What to do:** ${fix}`,
        ...examples.map(exampleBlock),
      ]),
    ],
  )
}

function severityOf({ facts }: Explained): string {
  return facts['Severity']?.split(';')[0] ?? ''
}

function isConfigurable({ facts }: Explained): boolean {
  return facts['Severity']?.includes('rules: {') === true
}

function ruleSection({ name, summary, text, fix, examples }: Explained): readonly string[] {
  return [
    `### ${name}`,
    `**${summary}**`,
    ...text,
    ...(fix === undefined ? [] : [`**Fix:** ${fix}`]),
    ...examples.flatMap((example) => {
      const { file } = example
      const place = file === undefined ? '' : `, in ${code(file)}`
      return [`${headingOf(example, examples)}${place}:`, exampleBlock(example)]
    }),
  ]
}
